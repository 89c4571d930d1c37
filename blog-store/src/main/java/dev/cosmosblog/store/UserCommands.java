package dev.cosmosblog.store;

import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.store.ItemContainer.Versioned;
import dev.cosmosblog.store.UsernameReservations.Held;
import java.util.Optional;

/** C1: creates and renames users; reserves their names where that is asked for. */
final class UserCommands {
  private final UserRepository users;
  private final UsernameReservations names;
  private final boolean uniqueNames;

  UserCommands(UserRepository users, UsernameReservations names, boolean uniqueNames) {
    this.users = users;
    this.names = names;
    this.uniqueNames = uniqueNames;
  }

  CommandResult<User> create(User user, RequestMeter meter) {
    Optional<Held> reserved = reserve(user.username(), user.id(), meter);
    if (users.create(user, meter) == Write.DONE) {
      return CommandResult.done(user);
    }
    Optional<User> found = users.find(user.id(), meter).map(Versioned::item).map(UserItem::toUser);
    if (found.equals(Optional.of(user))) {
      return CommandResult.alreadyDone(user);
    }
    reserved.ifPresent(held -> names.release(held, meter));
    throw new IdTakenException("user", user.id().value());
  }

  CommandResult<User> rename(UserId id, String username, RequestMeter meter) {
    User renamed = new User(id, username);
    Optional<Held> given = Optional.empty();
    for (boolean first = true; true; first = false) {
      Optional<Versioned<UserItem>> there = users.find(id, meter);
      if (there.isEmpty()) {
        // Erased meanwhile: the name that an earlier round reserved is to be nobody's.
        (first ? given : held(id, username, meter)).ifPresent(held -> names.release(held, meter));
        throw new UserNotFoundException(id);
      }
      Versioned<UserItem> found = there.get();
      User old = found.item().toUser();
      if (old.username().equals(username)) {
        // The patch of an earlier round may have been done, and its answer lost.
        given.ifPresent(held -> names.release(held, meter));
        return first ? CommandResult.alreadyDone(renamed) : CommandResult.done(renamed);
      }
      given = Optional.empty();
      if (!UsernameReservations.same(old.username(), username)) {
        // Read before the patch: what somebody reserves after it is not this call's to release.
        given = held(id, old.username(), meter);
        reserve(username, id, meter);
      }
      if (users.rename(id, username, found.etag(), meter) == Write.DONE) {
        given.ifPresent(held -> names.release(held, meter));
        return CommandResult.done(renamed);
      }
    }
  }

  /** The user who holds a name: its reservation's owner, if that user bears it. */
  Optional<User> holder(String username, RequestMeter meter) {
    return names
        .owner(username, meter)
        .flatMap(owner -> users.find(owner, meter))
        .map(found -> found.item().toUser())
        .filter(user -> UsernameReservations.same(user.username(), username));
  }

  private Optional<Held> reserve(String username, UserId owner, RequestMeter meter) {
    return uniqueNames ? names.reserve(username, owner, meter) : Optional.empty();
  }

  private Optional<Held> held(UserId owner, String username, RequestMeter meter) {
    return uniqueNames ? names.heldBy(owner, username, meter) : Optional.empty();
  }
}
