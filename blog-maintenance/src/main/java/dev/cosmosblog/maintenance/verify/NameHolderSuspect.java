package dev.cosmosblog.maintenance.verify;

import dev.cosmosblog.maintenance.scan.ItemReading;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.model.item.UsernameItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.Optional;

/** A user whose name may be reserved for nobody, or for another. */
record NameHolderSuspect(Blog blog, String userId) implements Suspect {
  @Override
  public Look look() {
    Optional<StoredItem> user =
        blog.items().find(ItemPlace.ofUser(userId)).filter(ItemReading::isUser);
    Optional<String> name = user.flatMap(NameHolderSuspect::name);
    if (name.isEmpty()) {
      return Look.RIGHT;
    }
    UserId owner = UserId.of(userId);
    Optional<StoredItem> found = blog.items().find(ReservationSuspect.placeOf(name.get()));
    String state = user.get().etag() + found.map(StoredItem::etag).orElse("-");
    if (found.isEmpty()) {
      return new Look.Wrong(
          finding(FindingKind.UNRESERVED_NAME, "no reservation", true),
          state,
          () -> blog.mends().reserve(name.get(), owner));
    }
    UsernameItem reservation = found.get().reservation();
    if (reservation.heldBy(owner)) {
      return Look.RIGHT;
    }
    if (ReservationSuspect.isUsed(blog, found.get())) {
      return new Look.Wrong(
          finding(FindingKind.TAKEN_NAME, "another user's reservation", false), state, () -> false);
    }
    if (!ReservationSuspect.isExpired(blog, reservation)) {
      return Look.MOVING;
    }
    return new Look.Wrong(
        finding(FindingKind.UNRESERVED_NAME, "a reservation that its owner does not use", true),
        state,
        () -> blog.mends().reassign(found.get(), name.get(), owner));
  }

  private static Optional<String> name(StoredItem user) {
    UserItem item = user.user();
    return Optional.of(item.name().username()).filter(name -> !name.isBlank());
  }

  private Finding finding(FindingKind kind, String found, boolean mendable) {
    ItemPlace place = new ItemPlace(BlogContainer.USERS, userId, userId);
    return new Finding(kind, place, found, "a reservation of the name for the user", mendable);
  }
}
