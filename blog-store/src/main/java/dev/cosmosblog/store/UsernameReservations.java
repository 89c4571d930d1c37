package dev.cosmosblog.store;

import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.Username;
import dev.cosmosblog.model.item.UsernameItem;
import dev.cosmosblog.store.ItemContainer.Versioned;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/**
 * Reserves usernames, so that a name belongs to one user: the name first, then the user, then the
 * release of the old name. A reservation whose owner does not hold the name was left half-done; it
 * can be taken over when it is older than {@link #GRACE}, which no writer's requests outlive.
 */
final class UsernameReservations {
  /** For how long a crash between two steps may block a name. */
  static final Duration GRACE = Duration.ofMinutes(5);

  private final ItemContainer users;
  private final UserRepository owners;
  private final Clock clock;

  UsernameReservations(ItemContainer users, UserRepository owners, Clock clock) {
    this.users = users;
    this.owners = owners;
    this.clock = clock;
  }

  void reserve(String username, UserId owner, RequestMeter meter) {
    UsernameItem wanted = UsernameItem.of(username, owner, clock.instant());
    ItemKey key = key(username);
    while (users.create(wanted, key.partition(), meter) == Write.EXISTS) {
      Optional<Versioned<UsernameItem>> found = users.read(key, UsernameItem.class, meter);
      if (found.isPresent() && takeOver(found.get(), wanted, meter)) {
        return;
      }
    }
  }

  /** Whether the reservation is the new owner's now; an exception if it can't be. */
  private boolean takeOver(Versioned<UsernameItem> found, UsernameItem wanted, RequestMeter meter) {
    UserId newOwner = UserId.of(String.valueOf(wanted.ownerId()));
    boolean fresh = found.item().since().plus(GRACE.dividedBy(2)).isAfter(clock.instant());
    if (found.item().heldBy(newOwner) && fresh) {
      return true;
    }
    if (!found.item().heldBy(newOwner) && (!expired(found.item()) || inUse(found.item(), meter))) {
      throw new UsernameTakenException(String.valueOf(wanted.username()));
    }
    ItemKey key = key(String.valueOf(wanted.username()));
    return users.replace(wanted, key, found.etag(), meter) == Write.DONE;
  }

  private boolean expired(UsernameItem reservation) {
    return reservation.since().plus(GRACE).isBefore(clock.instant());
  }

  private boolean inUse(UsernameItem reservation, RequestMeter meter) {
    return Optional.ofNullable(reservation.ownerId())
        .flatMap(owner -> owners.find(UserId.of(owner), meter))
        .map(owner -> owner.item().name().username())
        .map(name -> UsernameItem.idOf(name).equals(reservation.id()))
        .orElse(false);
  }

  /** Gives a name up, unless it has become another user's. */
  void release(String username, UserId owner, RequestMeter meter) {
    ItemKey key = key(username);
    users
        .read(key, UsernameItem.class, meter)
        .filter(found -> found.item().heldBy(owner))
        .ifPresent(found -> users.delete(key, found.etag(), meter));
  }

  static boolean same(String one, String other) {
    return Username.canonical(one).equals(Username.canonical(other));
  }

  private static ItemKey key(String username) {
    String id = UsernameItem.idOf(username);
    return new ItemKey(id, id);
  }
}
