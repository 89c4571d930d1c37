package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.model.InvalidUsernameException;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.model.item.UsernameItem;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.error.UsernameTakenException;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Users of earlier builds, whose names are reserved in the form in which those compared names. */
class FormerNamesContractTest {
  private static final UserId EVE = UserId.of("eve");
  private static final UserId ANN = UserId.of("ann");

  /** The zero width space made it another name than Ann. */
  private static final String DISGUISED = "A\u200bnn";

  @RegisterExtension static final LocalCosmosExtension cosmos = Backend.fivePartitions();

  private Blog blog;
  private BlogStore store;

  @BeforeEach
  void aBlogOfAnEarlierBuild() {
    blog = Blog.on(cosmos);
    store = blog.store();
    isNamed(EVE, DISGUISED);
  }

  private void isNamed(UserId user, String username) {
    String id = UsernameItem.idsOf(username).get(0);
    Blog.write(blog.users(), UserItem.of(new User(user, username)));
    Blog.write(
        blog.users(),
        Map.of(
            "id",
            id,
            "type",
            "username",
            "userId",
            id,
            "username",
            username,
            "ownerId",
            user.value(),
            "reservedAt",
            "2026-01-01T00:00:00.000Z"));
  }

  /** Returns the names that a user has reserved. */
  private List<String> reservedFor(UserId user) {
    return blog
        .users()
        .queryItems(
            "SELECT * FROM c WHERE c.type = 'username'",
            new CosmosQueryRequestOptions(),
            JsonNode.class)
        .stream()
        .filter(item -> item.path("ownerId").asText().equals(user.value()))
        .map(item -> item.path("username").asText())
        .toList();
  }

  @Test
  @Invariant("I6")
  void nobodyElseGetsTheNameAsItIsWritten() {
    for (String name : List.of(DISGUISED, "a\u200bNN")) {
      assertThatThrownBy(() -> store.createUser(CreateUser.named(name)))
          .isInstanceOf(UsernameTakenException.class);
    }
  }

  @Test
  void theUserIsFoundByTheNameAlsoBesideAnotherWhoLooksTheSame() {
    assertThat(store.findUserByUsername(DISGUISED)).map(User::id).contains(EVE);

    store.createUser(CreateUser.named("Ann").withId(ANN));

    assertThat(store.findUserByUsername(DISGUISED)).map(User::id).contains(EVE);
    assertThat(store.findUserByUsername("Ann")).map(User::id).contains(ANN);
    assertThat(store.findUserByUsername("An\u200bn")).map(User::id).contains(ANN);
  }

  @Test
  @Invariant("I6")
  void aRenameReleasesTheFormerReservation() {
    store.renameUser(EVE, "Eve");

    assertThat(reservedFor(EVE)).containsExactly("Eve");
    assertThat(store.createUser(CreateUser.named(DISGUISED)).alreadyDone()).isFalse();
  }

  @Test
  @Invariant("I6")
  void aRenameToTheNameThatOthersSeeMovesTheReservation() {
    store.renameUser(EVE, "Ann");

    assertThat(reservedFor(EVE)).containsExactly("Ann");
    assertThatThrownBy(() -> store.createUser(CreateUser.named(DISGUISED)))
        .isInstanceOf(UsernameTakenException.class);
    store.renameUser(EVE, DISGUISED);
    assertThat(reservedFor(EVE)).as("the same reservation").containsExactly("Ann");
    assertThat(store.findUserByUsername("ann")).map(User::id).contains(EVE);
  }

  @Test
  void anErasureReleasesTheFormerReservation() {
    store.eraseUser(EraseUser.remove(EVE));

    assertThat(reservedFor(EVE)).isEmpty();
    assertThat(store.findUserByUsername(DISGUISED)).isEmpty();
  }

  @Test
  void aUserWhoseNameWouldBeRefusedNowIsReadFoundRenamedAndErased() {
    for (String name : List.of("ann\u202exe", "\u3164", "b\u2800", "x\u0378")) {
      UserId user = UserId.of(Blog.unique("user"));
      isNamed(user, name);
      assertThatThrownBy(() -> store.renameUser(EVE, name))
          .isInstanceOf(InvalidUsernameException.class);

      assertThat(store.findUser(user)).map(User::username).contains(name);
      assertThat(store.findUserByUsername(name)).map(User::id).contains(user);
      store.renameUser(user, Blog.unique("fine"));
      assertThat(store.findUserByUsername(name)).isEmpty();
      store.eraseUser(EraseUser.remove(user));
      assertThat(reservedFor(user)).isEmpty();
    }
  }
}
