package dev.cosmosblog.maintenance.verify;

import dev.cosmosblog.maintenance.scan.ItemReading;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.AuthoredItem;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.Optional;

/** A post, comment or like whose author may be called otherwise, or be gone. */
record NameSuspect(Blog blog, ItemPlace place) implements Suspect {
  @Override
  public Look look() {
    Optional<StoredItem> carrier = blog.items().find(place);
    if (carrier.isEmpty() || carrier.get().isDeleted()) {
      return Look.RIGHT;
    }
    StoredItem item = carrier.get();
    Optional<StoredItem> user = blog.items().find(ItemPlace.ofUser(item.author()));
    if (user.isEmpty()) {
      return new Look.Wrong(
          finding(FindingKind.MISSING_AUTHOR, item.name(), "a user of this id", false),
          item.etag(),
          () -> false);
    }
    if (ItemReading.isRemovedUser(user.get())) {
      return new Look.Wrong(
          new Finding(
              FindingKind.LEFTOVER,
              place,
              "a " + item.type(),
              "none: its author was removed",
              true),
          item.etag() + user.get().etag(),
          () -> blog.copies().settleErased(carrier(item), UserId.of(item.author())));
    }
    if (!ItemReading.namesItems(user.get()) || item.carries(user.get().user().name())) {
      return Look.RIGHT;
    }
    VersionedName name = user.get().user().name();
    return new Look.Wrong(
        finding(FindingKind.STALE_NAME, item.name(), "the name of version " + name.version(), true),
        item.etag() + user.get().etag(),
        () -> blog.mends().setName(item, name));
  }

  private AuthoredItem carrier(StoredItem item) {
    return new AuthoredItem(place.id(), place.partition(), item.type());
  }

  private Finding finding(FindingKind kind, VersionedName found, String right, boolean mendable) {
    return new Finding(kind, place, "a name of version " + found.version(), right, mendable);
  }
}
