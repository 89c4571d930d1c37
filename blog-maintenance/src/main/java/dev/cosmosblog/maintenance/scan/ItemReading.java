package dev.cosmosblog.maintenance.scan;

import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.command.Erasure;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.Optional;

/**
 * Tells what an item is, and whether the library can read it. Items of other types are none of its.
 */
public final class ItemReading {
  private ItemReading() {}

  /**
   * Whether it is a post that was not deleted.
   *
   * @param item the item
   * @return whether it says so
   */
  public static boolean isLivePost(StoredItem item) {
    return item.type().equals(ItemType.POST) && !item.isDeleted();
  }

  /**
   * Whether it is a user.
   *
   * @param item the item
   * @return whether it says so
   */
  public static boolean isUser(StoredItem item) {
    return item.type().equals(ItemType.USER) && !item.isDeleted();
  }

  /**
   * What says which name a user's items carry: the user, or the mark of one who was erased, which
   * has the text that stands for the name from then on.
   *
   * @param item the item
   * @return whether its name is its author's
   */
  public static boolean namesItems(StoredItem item) {
    return isUser(item) || item.type().equals(ItemType.ERASED_USER);
  }

  /**
   * Whether nothing of the user's may be left.
   *
   * @param item the item
   * @return whether it is the mark of a user who was removed with all that the user wrote
   */
  public static boolean isRemovedUser(StoredItem item) {
    return item.type().equals(ItemType.ERASED_USER) && item.has("erasure", Erasure.REMOVE.name());
  }

  /**
   * Whether it counts in a post's partition.
   *
   * @param item the item
   * @return whether it is a comment or a like
   */
  public static boolean belongsToPost(StoredItem item) {
    return item.type().equals(ItemType.COMMENT) || item.type().equals(ItemType.LIKE);
  }

  /**
   * Why an item can't be read, if so. A short copy that can't be read is stale instead.
   *
   * @param container where it was read
   * @param item the item
   * @return why, in words that quote nothing of it, or empty where it can be read
   */
  public static Optional<String> problem(BlogContainer container, StoredItem item) {
    if (!item.hasPartition(container)) {
      return Optional.of("its partition key is no text");
    }
    try {
      read(container, item);
    } catch (MalformedItemException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
    boolean ownPlace =
        container == BlogContainer.POSTS
            ? item.type().equals(ItemType.POST)
            : item.type().equals(ItemType.USER);
    ItemPlace place = item.place(container);
    return ownPlace && !place.id().equals(place.partition())
        ? Optional.of("its id is not its partition key")
        : Optional.empty();
  }

  /**
   * Whether an item is what the library would have written as a post's short copy.
   *
   * @param copy the item
   * @param post the short copy
   * @return whether it is the same in everything that the library knows
   */
  public static boolean isCopyOf(StoredItem copy, PostItem post) {
    try {
      return copy.post().equals(post);
    } catch (MalformedItemException e) {
      return false;
    }
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
}
