package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.model.InvalidUsernameException;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemDates;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.ReservationItem;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.error.UsernameTakenException;
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.testsupport.Invariant;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A username belongs to one user. */
interface UsernamesContract extends OnBlog {
  private static Optional<UserId> tryCreate(BlogStore store, String name) {
    try {
      return Optional.of(store.createUser(CreateUser.named(name)).value().id());
    } catch (UsernameTakenException e) {
      return Optional.empty();
    }
  }

  private static boolean tryRename(BlogStore store, UserId user, String name) {
    try {
      return !store.renameUser(user, name).alreadyDone();
    } catch (UsernameTakenException e) {
      return false;
    }
  }

  @Test
  @Invariant("I6")
  default void oneOfManyClaimsOfANewNameWins() {
    String name = Blog.unique("wanted");
    List<Optional<UserId>> winners =
        AtOnce.run(
            32, i -> tryCreate(blog().store(), i % 2 == 0 ? name : name.toUpperCase(Locale.ROOT)));
    assertThat(winners).filteredOn(Optional::isPresent).hasSize(1);
  }

  @Test
  @Invariant("I6")
  default void oneOfManyRenamesToANameWins() {
    String name = Blog.unique("wanted");
    BlogStore store = blog().store();
    List<UserId> users = IntStream.range(0, 16).mapToObj(i -> blog().newUser()).toList();
    List<Boolean> won = AtOnce.run(16, i -> tryRename(store, users.get(i), name));
    assertThat(won).filteredOn(done -> done).hasSize(1);
    assertThat(users)
        .filteredOn(user -> store.findUser(user).orElseThrow().username().equals(name))
        .hasSize(1);
  }

  @Test
  default void aReleasedNameIsFreeAtOnce() {
    BlogStore store = blog().store();
    UserId user = blog().newUser();
    store.renameUser(user, Blog.unique("other"));
    assertThat(tryCreate(store, user.value())).isPresent();
  }

  @Test
  default void aUserCanTakeBackTheNameThatItGaveUp() {
    BlogStore store = blog().store();
    UserId user = blog().newUser();
    store.renameUser(user, Blog.unique("other"));
    assertThat(store.renameUser(user, user.value()).value())
        .isEqualTo(new User(user, user.value(), 2));
    assertThat(tryCreate(store, user.value())).isEmpty();
  }

  @Test
  @Invariant("I6")
  default void aNameStaysItsUsersThoughAnotherProgramRemovedTheHolder() {
    BlogStore store = blog().store();
    UserId user = blog().newUser();
    String name = user.value();
    String reservation = ReservationItem.idOfUsername(name);
    blog()
        .users()
        .patchItem(
            reservation,
            new PartitionKey(reservation),
            CosmosPatchOperations.create()
                .remove("/ownerId")
                .set("/reservedAt", "2020-01-01T00:00:00.000Z"),
            JsonNode.class);

    assertThat(tryCreate(store, name)).isEmpty();
    assertThat(store.createUser(CreateUser.named(name).withId(user)).alreadyDone()).isTrue();
    assertThat(store.findUserByUsername(name)).map(User::id).contains(user);
  }

  @Test
  default void theSameNameInAnotherCaseStaysTheUsersOwn() {
    BlogStore store = blog().store();
    UserId user = blog().newUser();
    String upper = user.value().toUpperCase(Locale.ROOT);
    assertThat(store.renameUser(user, upper).alreadyDone()).isFalse();
    assertThat(tryCreate(store, user.value())).isEmpty();
  }

  @Test
  @Invariant("I6")
  default void aNameThatReadersCannotTellFromAnotherIsTaken() {
    String name = Blog.unique("seen");
    assertThat(tryCreate(blog().store(), name)).isPresent();
    for (String invisible : List.of("\ufe0f", "\u034f")) {
      assertThat(tryCreate(blog().store(), "s" + invisible + name.substring(1))).isEmpty();
    }
  }

  @Test
  default void aUsersStoredNameMayBeOneThatIsRefusedForNewUsers() {
    BlogStore store = blog().store();
    for (String name : List.of("x\u202exe", "b\u2800", "c\u0378")) {
      String stored = Blog.unique("former") + name;
      UserId user = UserId.of(Blog.unique("user"));
      assertThatThrownBy(() -> store.renameUser(user, stored))
          .isInstanceOf(InvalidUsernameException.class);
      Blog.write(blog().users(), UserItem.of(new User(user, stored)));
      Blog.write(blog().users(), ReservationItem.ofUsername(stored, user, Instant.EPOCH));

      assertThat(store.findUser(user)).map(User::username).contains(stored);
      assertThat(store.findUserByUsername(stored)).map(User::id).contains(user);
      store.renameUser(user, Blog.unique("fine"));
      assertThat(store.findUserByUsername(stored)).isEmpty();
    }
  }

  @Test
  default void withoutUniqueNamesTwoUsersMayHaveOne() {
    BlogStore store = blog().fresh().changedStore(settings -> settings.uniqueUsernames(false));
    String name = Blog.unique("shared");
    assertThat(tryCreate(store, name)).isPresent();
    assertThat(tryCreate(store, name)).isPresent();
  }

  @Test
  default void aNameThatACrashLeftReservedIsFreeAfterFiveMinutes() {
    String name = Blog.unique("left");
    UserId crashed = UserId.of(Blog.unique("crashed"));
    assertThat(Kernel.of(blog().database()).repairs(report -> {}).reserve(name, crashed)).isTrue();
    assertThat(tryCreate(blog().store(), name)).as("at once").isEmpty();
    assertThat(tryCreate(later(Duration.ofMinutes(4)), name)).as("after four minutes").isEmpty();
    assertThat(tryCreate(later(Duration.ofMinutes(6)), name)).as("after six").isPresent();
    assertThatThrownBy(
            () -> later(Duration.ofMinutes(7)).createUser(CreateUser.named(name).withId(crashed)))
        .isInstanceOf(UsernameTakenException.class);
  }

  /** Only a repair can find out who has the name. */
  @Test
  @Invariant("I6")
  default void aNameWhoseOwnerAnotherProgramHasMadeInvalidStaysTaken() {
    BlogStore store = blog().store();
    for (String owner : List.of("", "a/b", "..", "username~x")) {
      String name = Blog.unique("owned");
      UserId user = tryCreate(store, name).orElseThrow();
      String id = ReservationItem.idOfUsername(name);
      String yesterday = ItemDates.text(Clock.systemUTC().instant().minus(Duration.ofDays(1)));
      blog()
          .users()
          .upsertItem(
              new ReservationItem(id, ItemType.USERNAME, id, name, null, owner, yesterday),
              new PartitionKey(id),
              new CosmosItemRequestOptions());

      assertThat(store.findUserByUsername(name)).as(owner).isEmpty();
      assertThat(tryCreate(store, name)).as(owner).isEmpty();
      store.createUser(CreateUser.named(name).withId(user));
      assertThat(store.findUserByUsername(name).map(User::id)).as("again").contains(user);
    }
  }

  private BlogStore later(Duration by) {
    return blog().store(settings -> settings.clock(Clock.offset(Clock.systemUTC(), by)));
  }
}
