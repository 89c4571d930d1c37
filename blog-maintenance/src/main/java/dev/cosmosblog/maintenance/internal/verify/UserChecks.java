package dev.cosmosblog.maintenance.internal.verify;

import dev.cosmosblog.maintenance.internal.run.BlogAccess;
import dev.cosmosblog.maintenance.internal.run.Findings;
import dev.cosmosblog.maintenance.internal.run.ItemChecks;
import dev.cosmosblog.maintenance.internal.verify.Check.Wrong;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.UsernameItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.RepairWrites;
import java.time.Clock;
import java.util.Optional;

/** Checks of usernames and their reservations. */
final class UserChecks {
  private final BlogAccess blog;
  private final Clock clock;

  UserChecks(BlogAccess blog, Clock clock) {
    this.blog = blog;
    this.clock = clock;
  }

  static ItemPlace reservationOf(String username) {
    String id = UsernameItem.idOf(username);
    return new ItemPlace(BlogContainer.USERS, id, id);
  }

  /** Whether a user has the name that a reservation's id is derived from. */
  static boolean uses(StoredItem user, String reservationId) {
    return ItemChecks.isUser(user)
        && UsernameItem.idOf(user.user().name().username()).equals(reservationId);
  }

  /** Checks that a user's name is reserved for the user. */
  Check username(String userId) {
    return () -> {
      ItemPlace place = ItemPlace.ofUser(userId);
      Optional<StoredItem> user = blog.items().find(place).filter(ItemChecks::isUser);
      String name = user.map(item -> item.user().name().username()).orElse("");
      if (user.isEmpty() || name.isBlank()) {
        return Check.RIGHT;
      }
      String expected = "a reservation of the name for the user";
      UserId owner = UserId.of(userId);
      Optional<StoredItem> found = blog.items().find(reservationOf(name));
      String versions = user.get().etag() + found.map(StoredItem::etag).orElse("-");
      if (found.isEmpty()) {
        return new Wrong(
            Findings.repairable(FindingKind.UNRESERVED_NAME, place, "no reservation", expected),
            versions,
            () -> blog.repairs().reserve(name, owner));
      }
      StoredItem reservation = found.get();
      if (reservation.reservation().heldBy(owner)) {
        return Check.RIGHT;
      }
      if (isUsed(reservation)) {
        String text = "another user's reservation";
        return new Wrong(
            Findings.left(FindingKind.TAKEN_NAME, place, text, expected), versions, () -> false);
      }
      if (!isExpired(reservation)) {
        return Check.CHANGING;
      }
      String text = "a reservation whose owner has another name";
      return new Wrong(
          Findings.repairable(FindingKind.UNRESERVED_NAME, place, text, expected),
          versions,
          () -> blog.repairs().reassign(reservation, name, owner));
    };
  }

  /** Checks that the owner of a reservation has the name. */
  Check reservation(ItemPlace place) {
    return () -> {
      Optional<StoredItem> found = blog.items().find(place);
      if (found.isEmpty() || !isExpired(found.get()) || isUsed(found.get())) {
        return Check.RIGHT;
      }
      String text = "a reservation whose owner has another name";
      return new Wrong(
          Findings.repairable(FindingKind.UNUSED_RESERVATION, place, text, "none"),
          found.get().etag(),
          () -> blog.repairs().delete(BlogContainer.USERS, found.get()));
    };
  }

  /** Whether a command that made the reservation would have ended by now. */
  private boolean isExpired(StoredItem reservation) {
    return reservation
        .reservation()
        .since()
        .plus(RepairWrites.RESERVATION_GRACE)
        .isBefore(clock.instant());
  }

  private boolean isUsed(StoredItem reservation) {
    return Optional.ofNullable(reservation.reservation().ownerId())
        .filter(owner -> !owner.isEmpty())
        .flatMap(owner -> blog.items().find(ItemPlace.ofUser(owner)))
        .filter(owner -> uses(owner, reservation.id()))
        .isPresent();
  }
}
