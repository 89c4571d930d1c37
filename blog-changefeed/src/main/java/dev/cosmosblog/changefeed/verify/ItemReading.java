package dev.cosmosblog.changefeed.verify;

import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.store.BlogContainer;
import dev.cosmosblog.store.Erasure;
import dev.cosmosblog.store.ItemPlace;
import dev.cosmosblog.store.StoredItem;
import java.util.Optional;

/** Tells what an item is, and whether the library can read it. Items of other types are none of its. */
final class ItemReading {
  private ItemReading() {}

  static boolean isLivePost(StoredItem item) {
    return item.type().equals(ItemType.POST) && !item.isDeleted();
  }

  static boolean isUser(StoredItem item) {
    return item.type().equals(ItemType.USER) && !item.isDeleted();
  }

  /**
   * What says which name a user's items carry: the user, or the mark of one who was erased, which has
   * the text that stands for the name from then on.
   */
  static boolean namesItems(StoredItem item) {
    return isUser(item) || item.type().equals(ItemType.ERASED_USER);
  }

  /** Whether nothing of the user's may be left. */
  static boolean isRemovedUser(StoredItem item) {
    return item.type().equals(ItemType.ERASED_USER) && item.has("erasure", Erasure.REMOVE.name());
  }

  /** What counts in a post's partition. */
  static boolean belongsToPost(StoredItem item) {
    return item.type().equals(ItemType.COMMENT) || item.type().equals(ItemType.LIKE);
  }

  /** Why an item can't be read, if so. A short copy that can't be read is stale instead. */
  static Optional<Finding> problem(BlogContainer container, StoredItem item) {
    ItemPlace place = item.place(container);
    if (!item.hasPartition(container)) {
      return Optional.of(unreadable(place, "its partition key is no text"));
    }
    try {
      read(container, item);
    } catch (MalformedItemException e) {
      return Optional.of(unreadable(place, String.valueOf(e.getMessage())));
    }
    boolean ownPlace =
        container == BlogContainer.POSTS
            ? item.type().equals(ItemType.POST)
            : item.type().equals(ItemType.USER);
    return ownPlace && !place.id().equals(place.partition())
        ? Optional.of(unreadable(place, "its id is not its partition key"))
        : Optional.empty();
  }

  private static void read(BlogContainer container, StoredItem item) {
    boolean posts = container == BlogContainer.POSTS;
    switch (item.type()) {
      case ItemType.USER, ItemType.ERASED_USER -> item.user().toUser();
      case ItemType.USERNAME -> item.reservation().since();
      case ItemType.COMMENT -> item.comment().toComment();
      case ItemType.LIKE -> item.like().toLike();
      case ItemType.POST -> {
        if (posts) {
          item.post().shortCopy();
        }
      }
      default -> {}
    }
  }

  private static Finding unreadable(ItemPlace place, String why) {
    return new Finding(FindingKind.UNREADABLE_ITEM, place, why, "an item that can be read", false);
  }
}
