package dev.cosmosblog.maintenance.verify;

import dev.cosmosblog.maintenance.scan.ItemReading;
import dev.cosmosblog.model.item.UsernameItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.kernel.RepairWrites;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.Optional;

/** A reservation whose owner may not bear the name. */
record ReservationSuspect(Blog blog, ItemPlace place) implements Suspect {
  @Override
  public Look look() {
    Optional<StoredItem> found = blog.items().find(place);
    if (found.isEmpty()
        || !isExpired(blog, found.get().reservation())
        || isUsed(blog, found.get())) {
      return Look.RIGHT;
    }
    Finding finding =
        new Finding(
            FindingKind.UNUSED_RESERVATION,
            place,
            "a reservation that its owner does not use",
            "none",
            true);
    return new Look.Wrong(
        finding, found.get().etag(), () -> blog.mends().delete(BlogContainer.USERS, found.get()));
  }

  /** Whether whoever made it for a command that is under way would have come to its end. */
  static boolean isExpired(Blog blog, UsernameItem reservation) {
    return reservation
        .since()
        .plus(RepairWrites.RESERVATION_GRACE)
        .isBefore(blog.settings().time().clock().instant());
  }

  /** Whether the owner bears the name. */
  static boolean isUsed(Blog blog, StoredItem reservation) {
    return Optional.ofNullable(reservation.reservation().ownerId())
        .filter(owner -> !owner.isEmpty())
        .flatMap(owner -> blog.items().find(ItemPlace.ofUser(owner)))
        .filter(owner -> bears(owner, reservation.id()))
        .isPresent();
  }

  /** Whether a user bears the name that a reservation's id is made of. */
  static boolean bears(StoredItem user, String reservationId) {
    return ItemReading.isUser(user)
        && UsernameItem.idOf(user.user().name().username()).equals(reservationId);
  }

  static ItemPlace placeOf(String username) {
    String id = UsernameItem.idOf(username);
    return new ItemPlace(BlogContainer.USERS, id, id);
  }
}
