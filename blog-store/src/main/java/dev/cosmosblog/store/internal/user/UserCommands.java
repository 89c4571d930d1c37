package dev.cosmosblog.store.internal.user;

import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.Username;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.model.item.UsernameItem;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.error.IdTakenException;
import dev.cosmosblog.store.error.UserNotFoundException;
import dev.cosmosblog.store.error.UsernameTakenException;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.Versioned;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.Written;
import dev.cosmosblog.store.internal.cosmos.OperationContext;
import dev.cosmosblog.store.internal.cosmos.WriteResult;
import dev.cosmosblog.store.internal.item.ItemKey;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/**
 * C1: creates and renames users. Reserves their names where that is asked for, so that a name
 * belongs to one user: the name first, then the user, then the release of the old name. A
 * reservation whose owner does not hold the name was left half-done; it can be taken over when it
 * is older than {@link #RESERVATION_GRACE}, which no writer's requests outlive.
 */
public final class UserCommands {
  /** The longest time that a crash between two steps blocks a name. */
  public static final Duration RESERVATION_GRACE = Duration.ofMinutes(5);

  private final ItemContainer container;
  private final UserRepository users;
  private final Clock clock;
  private final boolean uniqueNames;

  public UserCommands(
      ItemContainer container, UserRepository users, Clock clock, boolean uniqueNames) {
    this.container = container;
    this.users = users;
    this.clock = clock;
    this.uniqueNames = uniqueNames;
  }

  /** A reservation as it was at one time; written since, it is another. */
  public record Held(ItemKey key, String etag) {}

  public CommandResult<User> create(User user, OperationContext context) {
    Optional<Held> reserved = reserve(user.username(), user.id(), context);
    UserItem item = UserItem.of(user);
    if (container.create(item, user.id().value(), context) == WriteResult.DONE) {
      return CommandResult.done(user);
    }
    Optional<User> found =
        users.find(user.id(), context).map(Versioned::item).map(UserItem::toUser);
    if (found.equals(Optional.of(user))) {
      return CommandResult.alreadyDone(user);
    }
    reserved.ifPresent(held -> release(held, context));
    throw new IdTakenException("user", user.id().value());
  }

  public CommandResult<User> rename(UserId id, String username, OperationContext context) {
    User renamed = new User(id, username);
    Optional<Held> given = Optional.empty();
    for (boolean first = true; true; first = false) {
      Optional<Versioned<UserItem>> there = users.find(id, context);
      if (there.isEmpty()) {
        // Erased meanwhile: the name that an earlier round reserved is to be nobody's.
        (first ? given : heldIfUnique(id, username, context))
            .ifPresent(held -> release(held, context));
        throw new UserNotFoundException(id);
      }
      Versioned<UserItem> found = there.get();
      User old = found.item().toUser();
      if (old.username().equals(username)) {
        // The patch of an earlier round may have been done, and its answer lost.
        given.ifPresent(held -> release(held, context));
        return first ? CommandResult.alreadyDone(renamed) : CommandResult.done(renamed);
      }
      given = Optional.empty();
      if (!same(old.username(), username)) {
        // Read before the patch: what somebody reserves after it is not this call's to release.
        given = heldIfUnique(id, old.username(), context);
        reserve(username, id, context);
      }
      if (users.rename(id, username, found.etag(), context) == WriteResult.DONE) {
        given.ifPresent(held -> release(held, context));
        return CommandResult.done(renamed);
      }
    }
  }

  /** Finds the user who holds a name: its reservation's owner, if that user bears it. */
  public Optional<User> holder(String username, OperationContext context) {
    return container
        .find(key(username), UsernameItem.class, context)
        .map(UsernameItem::ownerId)
        .flatMap(owner -> users.find(UserId.of(owner), context))
        .map(found -> found.item().toUser())
        .filter(user -> same(user.username(), username));
  }

  /**
   * Reserves a name, where names are unique. A reservation that is the owner's already, but of a
   * name that the owner does not bear, is written again: whoever is about to release it then leaves
   * it.
   *
   * @return the reservation if there was none
   */
  public Optional<Held> reserve(String username, UserId owner, OperationContext context) {
    if (!uniqueNames) {
      return Optional.empty();
    }
    UsernameItem wanted = UsernameItem.of(username, owner, clock.instant());
    ItemKey key = key(username);
    while (true) {
      Written<Object> written = container.createAndTag(wanted, key.partition(), context);
      if (written.result() == WriteResult.DONE) {
        return written.etag().map(etag -> new Held(key, etag));
      }
      Optional<Versioned<UsernameItem>> found = container.read(key, UsernameItem.class, context);
      if (found.isPresent() && takeOver(found.get(), wanted, owner, context)) {
        return Optional.empty();
      }
    }
  }

  /** Returns whether the reservation is the new owner's now; throws if it can't be. */
  private boolean takeOver(
      Versioned<UsernameItem> found, UsernameItem wanted, UserId owner, OperationContext context) {
    UsernameItem there = found.item();
    boolean ours = there.heldBy(owner);
    boolean expired = there.since().plus(RESERVATION_GRACE).isBefore(clock.instant());
    boolean inUse = (ours || expired) && inUse(there, context);
    if (ours && inUse) {
      return true;
    }
    if (!ours && (inUse || !expired)) {
      throw new UsernameTakenException(String.valueOf(wanted.username()));
    }
    ItemKey key = ItemKey.of(String.valueOf(wanted.id()));
    return container.replace(wanted, key, found.etag(), context) == WriteResult.DONE;
  }

  private boolean inUse(UsernameItem reservation, OperationContext context) {
    return Optional.ofNullable(reservation.ownerId())
        .flatMap(owner -> users.find(UserId.of(owner), context))
        .map(owner -> owner.item().name().username())
        .map(name -> UsernameItem.idOf(name).equals(reservation.id()))
        .orElse(false);
  }

  /** Finds the reservation of a name that a user is about to give up, if the user has it. */
  public Optional<Held> heldBy(UserId owner, String username, OperationContext context) {
    ItemKey key = key(username);
    return container
        .read(key, UsernameItem.class, context)
        .filter(found -> found.item().heldBy(owner))
        .map(found -> new Held(key, found.etag()));
  }

  private Optional<Held> heldIfUnique(UserId owner, String username, OperationContext context) {
    return uniqueNames ? heldBy(owner, username, context) : Optional.empty();
  }

  /** Gives a name up, unless the reservation was written since: then somebody counts on it. */
  public boolean release(Held held, OperationContext context) {
    return container.delete(held.key(), held.etag(), context) == WriteResult.DONE;
  }

  private static boolean same(String one, String other) {
    return Username.canonical(one).equals(Username.canonical(other));
  }

  private static ItemKey key(String username) {
    return ItemKey.of(UsernameItem.idOf(username));
  }
}
