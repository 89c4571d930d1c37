package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.Erasure;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.error.UserNotFoundException;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An erasure that dies at any of its requests continues when it is called again. */
@Tag("slow")
@Order(2)
class LostErasuresContractTest {
  @RegisterExtension static final LocalCosmosExtension cosmos = Backend.onePartition();

  private Blog blog;

  /** The checks read all items of a blog: one for each test is read in no time. */
  @BeforeEach
  void provision() {
    blog = Blog.on(cosmos);
  }

  @ParameterizedTest
  @CsvSource({"REMOVE, false", "REMOVE, true", "ANONYMISE, false", "ANONYMISE, true"})
  @Invariant("I7")
  void aRepeatedErasureContinuesWhereItStopped(Erasure erasure, boolean afterCommit) {
    boolean lost = true;
    for (int request = 0; lost; request++) {
      ErasedScene scene = ErasedScene.of(blog);
      EraseUser command = new EraseUser(scene.user(), erasure, "nobody");
      LostResponses connection = new LostResponses(request, afterCommit);
      BlogStore cut =
          blog.storeOn(
              connection.to(blog.users()),
              connection.to(blog.posts()),
              connection.to(blog.frontPage()),
              settings -> settings.retryPolicy(RetryPolicy.none()));
      Throwable failure = catchThrowable(() -> cut.eraseUser(command));
      lost = connection.happened();
      if (lost) {
        assertThat(failure).isInstanceOf(StoreUnavailableException.class);
      }
      blog.store().eraseUser(command);
      if (erasure == Erasure.REMOVE) {
        scene.isRemoved();
      } else {
        scene.isAnonymized("nobody");
      }
    }
  }

  @Test
  void aRenameDuringAnErasureDoesNotLeaveAReservation() {
    boolean interrupted = true;
    for (int request = 0; interrupted; request++) {
      ErasedScene scene = ErasedScene.of(blog);
      String newName = Blog.unique("NewPersonal");
      Interrupted users =
          Interrupted.before(
              blog.users(), request, () -> blog.store().eraseUser(EraseUser.remove(scene.user())));
      BlogStore renaming =
          blog.storeOn(users.container(), blog.posts(), blog.frontPage(), settings -> settings);
      Throwable outcome = catchThrowable(() -> renaming.renameUser(scene.user(), newName));
      interrupted = users.happened();
      if (interrupted && outcome != null) {
        assertThat(outcome).isInstanceOf(UserNotFoundException.class);
        scene.isRemoved();
        assertThat(blog.store().createUser(CreateUser.named(newName)).alreadyDone())
            .as("the name is free at once, at request %d", request)
            .isFalse();
      }
    }
  }
}
