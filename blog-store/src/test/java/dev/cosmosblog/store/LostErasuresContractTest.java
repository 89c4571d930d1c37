package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.cosmosblog.testing.Invariant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An erasure that dies at any of its requests goes on when it is called again. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LostErasuresContractTest {
  private Backend backend;
  private Blog blog;

  @BeforeAll
  void open() {
    backend = Backend.open(1);
    blog = Blog.on(backend);
  }

  @AfterAll
  void close() {
    backend.close();
  }

  @ParameterizedTest
  @CsvSource({"REMOVE, false", "REMOVE, true", "ANONYMISE, false", "ANONYMISE, true"})
  @Invariant("I7")
  void anErasureGoesOnWhereItDied(Erasure erasure, boolean afterCommit) {
    boolean lost = true;
    for (int request = 0; lost; request++) {
      ErasedScene scene = ErasedScene.of(blog);
      EraseUser command = new EraseUser(scene.user(), erasure, "nobody");
      LostAnswers connection = new LostAnswers(request, afterCommit);
      BlogStore cut =
          BlogStore.builder()
              .containers(
                  connection.to(blog.users()),
                  connection.to(blog.posts()),
                  connection.to(blog.database().getContainer("feed")))
              .retryPolicy(RetryPolicy.none())
              .build();
      Throwable failure = catchThrowable(() -> cut.eraseUser(command));
      lost = connection.happened();
      if (lost) {
        assertThat(failure).isInstanceOf(StoreUnavailableException.class);
      }
      blog.store().eraseUser(command);
      if (erasure == Erasure.REMOVE) {
        scene.isRemoved();
      } else {
        scene.isAnonymised("nobody");
      }
    }
  }

  @Test
  void aRenameThatIsOnItsWayLeavesNoNameReserved() {
    boolean interrupted = true;
    for (int request = 0; interrupted; request++) {
      ErasedScene scene = ErasedScene.of(blog);
      String newName = Blog.unique("NewPersonal");
      Interrupted users =
          Interrupted.before(
              blog.users(), request, () -> blog.store().eraseUser(EraseUser.remove(scene.user())));
      BlogStore renaming =
          BlogStore.builder()
              .containers(users.container(), blog.posts(), blog.database().getContainer("feed"))
              .build();
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
