package dev.cosmosblog.store.internal.repository;

import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.item.ReservationItem;
import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.Versioned;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.Written;
import dev.cosmosblog.store.internal.cosmos.WriteResult;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.schema.PropertyPaths;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reserves usernames and slugs: the name first, then the user or post gets it, then the former name
 * is released. A reservation whose owner doesn't have the name is unfinished. It can be taken over
 * after {@link #GRACE}, when no writer's requests can be in flight, or at once if its owner was
 * deleted.
 */
public final class Reservations {
  /** The maximum time that a crash between two steps blocks a name. */
  public static final Duration GRACE = Duration.ofMinutes(5);

  private static final int MAX_RELEASES = 3;

  private final ItemContainer container;
  private final Clock clock;
  private final Owners owners;

  /** A state of a reservation, identified by its ETag. */
  record Held(ItemKey key, String etag) {}

  /** Whether the owner of a reservation has the name. */
  enum Use {
    USED,
    UNUSED,
    /** The owner was deleted, and can't get the name any more. */
    DELETED,
    /** Another program has removed the owner or made it invalid. */
    UNKNOWN
  }

  /** The users or posts that have names. */
  interface Owners {
    Use use(@Nullable String owner, String reservationId, Call call);

    BlogException taken(ReservationItem wanted);
  }

  Reservations(DatabaseAccess database, Owners owners) {
    this.container = database.users();
    this.clock = database.environment().clock();
    this.owners = owners;
  }

  /**
   * Reserves a name; returns the reservation if there was none. If the owner has reserved the name
   * but doesn't have it, rewrites the reservation, so that a concurrent release of it fails.
   */
  Optional<Held> reserve(ReservationItem wanted, Call call) {
    ItemKey key = ItemKey.of(String.valueOf(wanted.id()));
    while (true) {
      Written<Object> written = container.create(wanted, key.partition(), call);
      if (written.isDone()) {
        return written.etag().map(etag -> new Held(key, etag));
      }
      Optional<Versioned<ReservationItem>> found = container.read(key, ReservationItem.class, call);
      if (found.isPresent() && takeOver(found.get(), wanted, key, call)) {
        return Optional.empty();
      }
    }
  }

  /** Returns whether the reservation is the new owner's now; throws if it can't be. */
  private boolean takeOver(
      Versioned<ReservationItem> found, ReservationItem wanted, ItemKey key, Call call) {
    String owner = String.valueOf(wanted.ownerId());
    boolean ours = owner.equals(found.item().ownerId());
    if (ours && owners.use(owner, key.id(), call) == Use.USED) {
      return true;
    }
    if (!ours && !isFree(found.item(), owner, key, call)) {
      throw owners.taken(wanted);
    }
    return container.replace(wanted, key, found.etag(), call).isDone();
  }

  private boolean isFree(ReservationItem reservation, String wanting, ItemKey key, Call call) {
    return switch (owners.use(reservation.ownerId(), key.id(), call)) {
      case USED -> false;
      case UNUSED -> reservation.since().plus(GRACE).isBefore(clock.instant());
      case DELETED -> true;
      // Only a repair can find out who else has the name.
      case UNKNOWN -> owners.use(wanting, key.id(), call) == Use.USED;
    };
  }

  /** Returns the id of an owner, or empty if another program has removed it or made it invalid. */
  static <T> Optional<T> owner(@Nullable String stored, Function<String, T> id) {
    try {
      return Optional.ofNullable(stored).map(id);
    } catch (InvalidInputException e) {
      return Optional.empty();
    }
  }

  /**
   * Finds a reservation, if the owner has it, or if another program has made the owner unreadable:
   * one point read.
   */
  Optional<Held> heldBy(String owner, String reservationId, Call call) {
    ItemKey key = ItemKey.of(reservationId);
    return container
        .read(key, StoredItem.class, call)
        .filter(held -> held.item().textOf("ownerId").map(owner::equals).orElse(true))
        .map(held -> new Held(key, held.etag()));
  }

  private Optional<Held> heldAtPrimary(String owner, ItemKey key, Call call) {
    String condition = QueryTexts.isReservedFor(owner);
    return container
        .readIf(condition, key, PropertyPaths.VERSION, StoredItem.class, call)
        .etag()
        .map(etag -> new Held(key, etag));
  }

  /**
   * Releases a name that its owner can't get again; returns whether it was reserved for the owner.
   * Asks the primary if a replica, which may lag, says that it wasn't. Another attempt follows if a
   * replica returned an earlier state.
   */
  boolean release(String owner, String reservationId, Call call) {
    ItemKey key = ItemKey.of(reservationId);
    for (int attempt = 0; attempt < MAX_RELEASES; attempt++) {
      Optional<Held> held =
          heldBy(owner, reservationId, call).or(() -> heldAtPrimary(owner, key, call));
      if (held.isEmpty()) {
        return false;
      }
      if (release(held.get(), call)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Releases a name, unless the reservation was written since, because another command then relies
   * on it.
   */
  boolean release(Held held, Call call) {
    return container.delete(held.key(), held.etag(), call) == WriteResult.DONE;
  }
}
