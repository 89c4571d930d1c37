package dev.cosmosblog.store.internal.user;

import static dev.cosmosblog.store.internal.user.UsernameReservations.same;

import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.error.IdTakenException;
import dev.cosmosblog.store.error.UserNotFoundException;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.Versioned;
import dev.cosmosblog.store.internal.cosmos.OperationContext;
import dev.cosmosblog.store.internal.cosmos.WriteResult;
import dev.cosmosblog.store.internal.user.UsernameReservations.Held;
import java.util.Optional;

/** C1: creates and renames users; reserves their names where that is asked for. */
public final class UserCommands {
  private final UserRepository users;
  private final UsernameReservations names;
  private final boolean uniqueNames;

  public UserCommands(UserRepository users, UsernameReservations names, boolean uniqueNames) {
    this.users = users;
    this.names = names;
    this.uniqueNames = uniqueNames;
  }

  public CommandResult<User> create(User user, OperationContext context) {
    Optional<Held> reserved = reserve(user.username(), user.id(), context);
    if (users.create(user, context) == WriteResult.DONE) {
      return CommandResult.done(user);
    }
    Optional<User> found =
        users.find(user.id(), context).map(Versioned::item).map(UserItem::toUser);
    if (found.equals(Optional.of(user))) {
      return CommandResult.alreadyDone(user);
    }
    // A user who bears the same name in another spelling counts on the reservation.
    if (found.filter(other -> same(other.username(), user.username())).isEmpty()) {
      reserved.ifPresent(held -> names.release(held, context));
    }
    throw new IdTakenException("user", user.id().value());
  }

  public CommandResult<User> rename(UserId id, String username, OperationContext context) {
    User renamed = new User(id, username);
    Optional<Held> given = Optional.empty();
    for (boolean first = true; true; first = false) {
      Optional<Versioned<UserItem>> there = users.find(id, context);
      if (there.isEmpty()) {
        // Erased meanwhile: the name that an earlier round reserved is to be nobody's.
        (first ? given : held(id, username, context))
            .ifPresent(held -> names.release(held, context));
        throw new UserNotFoundException(id);
      }
      Versioned<UserItem> found = there.get();
      User old = found.item().toUser();
      if (old.username().equals(username)) {
        // The patch of an earlier round may have been done, and its answer lost.
        given.ifPresent(held -> names.release(held, context));
        return first ? CommandResult.alreadyDone(renamed) : CommandResult.done(renamed);
      }
      given = Optional.empty();
      if (!same(old.username(), username)) {
        // Read before the patch: what somebody reserves after it is not this call's to release.
        given = held(id, old.username(), context);
        reserve(username, id, context);
      }
      if (users.rename(id, username, found.etag(), context) == WriteResult.DONE) {
        given.ifPresent(held -> names.release(held, context));
        return CommandResult.done(renamed);
      }
    }
  }

  /** The user who holds a name: its reservation's owner, if that user bears it. */
  public Optional<User> holder(String username, OperationContext context) {
    return names
        .owner(username, context)
        .flatMap(owner -> users.find(owner, context))
        .map(found -> found.item().toUser())
        .filter(user -> same(user.username(), username));
  }

  private Optional<Held> reserve(String username, UserId owner, OperationContext context) {
    return uniqueNames ? names.reserve(username, owner, context) : Optional.empty();
  }

  private Optional<Held> held(UserId owner, String username, OperationContext context) {
    return uniqueNames ? names.heldBy(owner, username, context) : Optional.empty();
  }
}
