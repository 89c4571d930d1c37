package dev.cosmosblog.store;

import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.store.ItemContainer.Versioned;

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
    reserve(user.username(), user.id(), meter);
    if (users.create(user, meter) == Write.DONE) {
      return CommandResult.done(user);
    }
    User found =
        users
            .find(user.id(), meter)
            .map(Versioned::item)
            .map(UserItem::toUser)
            .orElseThrow(() -> new IdTakenException("user", user.id().value()));
    if (found.username().equals(user.username())) {
      return CommandResult.alreadyDone(found);
    }
    releaseUnlessHeld(user.username(), found, meter);
    throw new IdTakenException("user", user.id().value());
  }

  CommandResult<User> rename(UserId id, String username, RequestMeter meter) {
    while (true) {
      Versioned<UserItem> found =
          users.find(id, meter).orElseThrow(() -> new UserNotFoundException(id));
      User old = found.item().toUser();
      User renamed = new User(id, username);
      if (old.username().equals(username)) {
        return CommandResult.alreadyDone(renamed);
      }
      if (!UsernameReservations.same(old.username(), username)) {
        reserve(username, id, meter);
      }
      if (users.rename(id, username, found.etag(), meter) == Write.DONE) {
        releaseUnlessHeld(old.username(), renamed, meter);
        return CommandResult.done(renamed);
      }
    }
  }

  private void reserve(String username, UserId owner, RequestMeter meter) {
    if (uniqueNames) {
      names.reserve(username, owner, meter);
    }
  }

  private void releaseUnlessHeld(String username, User user, RequestMeter meter) {
    if (uniqueNames && !UsernameReservations.same(username, user.username())) {
      names.release(username, user.id(), meter);
    }
  }
}
