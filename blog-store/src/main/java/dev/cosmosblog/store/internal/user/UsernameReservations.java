package dev.cosmosblog.store.internal.user;

import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.Username;
import dev.cosmosblog.model.item.UsernameItem;
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
 * Reserves usernames, so that a name belongs to one user: the name first, then the user, then the
 * release of the old name. A reservation whose owner does not hold the name was left half-done; it
 * can be taken over when it is older than {@link #GRACE}, which no writer's requests outlive.
 */
public final class UsernameReservations {
  /** The longest time that a crash between two steps blocks a name. */
  public static final Duration GRACE = Duration.ofMinutes(5);

  private final ItemContainer users;
  private final UserRepository owners;
  private final Clock clock;

  public UsernameReservations(ItemContainer users, UserRepository owners, Clock clock) {
    this.users = users;
    this.owners = owners;
    this.clock = clock;
  }

  /** A reservation as it was at one time; written since, it is another. */
  public record Held(ItemKey key, String etag) {}

  /**
   * Reserves a name. A reservation that is the owner's already, but of a name that the owner does
   * not bear, is written again: whoever is about to release it then leaves it.
   *
   * @return the reservation if there was none
   */
  public Optional<Held> reserve(String username, UserId owner, OperationContext context) {
    UsernameItem wanted = UsernameItem.of(username, owner, clock.instant());
    ItemKey key = key(username);
    while (true) {
      Written<Object> written = users.createAndTag(wanted, key.partition(), context);
      if (written.result() == WriteResult.DONE) {
        return written.etag().map(etag -> new Held(key, etag));
      }
      Optional<Versioned<UsernameItem>> found = users.read(key, UsernameItem.class, context);
      if (found.isPresent() && takeOver(key, found.get(), wanted, context)) {
        return Optional.empty();
      }
    }
  }

  /** Whether the reservation is the new owner's now; an exception if it can't be. */
  private boolean takeOver(
      ItemKey key, Versioned<UsernameItem> found, UsernameItem wanted, OperationContext context) {
    UserId newOwner = UserId.of(String.valueOf(wanted.ownerId()));
    boolean ours = found.item().heldBy(newOwner);
    boolean inUse = (ours || expired(found.item())) && inUse(found.item(), context);
    if (ours && inUse) {
      return true;
    }
    if (!ours && (inUse || !expired(found.item()))) {
      throw new UsernameTakenException(String.valueOf(wanted.username()));
    }
    return users.replace(wanted, key, found.etag(), context) == WriteResult.DONE;
  }

  private boolean expired(UsernameItem reservation) {
    return reservation.since().plus(GRACE).isBefore(clock.instant());
  }

  private boolean inUse(UsernameItem reservation, OperationContext context) {
    return Optional.ofNullable(reservation.ownerId())
        .flatMap(owner -> owners.find(UserId.of(owner), context))
        .map(owner -> owner.item().name().username())
        .map(name -> UsernameItem.idOf(name).equals(reservation.id()))
        .orElse(false);
  }

  /** Returns the user who reserved a name. */
  public Optional<UserId> owner(String username, OperationContext context) {
    return users
        .find(key(username), UsernameItem.class, context)
        .map(UsernameItem::ownerId)
        .map(UserId::of);
  }

  /** The reservation of a name that a user is about to give up, if the user has it. */
  public Optional<Held> heldBy(UserId owner, String username, OperationContext context) {
    ItemKey key = key(username);
    return users
        .read(key, UsernameItem.class, context)
        .filter(found -> found.item().heldBy(owner))
        .map(found -> new Held(key, found.etag()));
  }

  /** Gives a name up, unless the reservation was written since: then somebody counts on it. */
  public boolean release(Held held, OperationContext context) {
    return users.delete(held.key(), held.etag(), context) == WriteResult.DONE;
  }

  public static boolean same(String one, String other) {
    return Username.canonical(one).equals(Username.canonical(other));
  }

  private static ItemKey key(String username) {
    return ItemKey.of(UsernameItem.idOf(username));
  }
}
