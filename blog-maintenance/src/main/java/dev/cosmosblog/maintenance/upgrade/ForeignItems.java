package dev.cosmosblog.maintenance.upgrade;

import dev.cosmosblog.maintenance.scan.ItemReading;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemDates;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.kernel.MissingFields;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.Map;
import java.util.Optional;

/**
 * Tells what an item in the container of posts lacks that another writer made.
 *
 * @param dateProperty where that writer keeps the date, if not in {@code creationDate}
 */
record ForeignItems(Optional<String> dateProperty) {
  /** What an item is: what it says, or where it says nothing, what it can only be. */
  static String typeOf(StoredItem item) {
    if (!item.lacks("type")) {
      return item.type();
    }
    boolean written = item.textOf("userId").isPresent() && item.textOf("postId").isPresent();
    boolean post = item.id().equals(item.textOf("postId").orElse(""));
    boolean content = item.textOf("content").isPresent();
    boolean title = item.textOf("title").isPresent();
    if (written && post && (title || content)) {
      return ItemType.POST;
    }
    return written && !post && content && !title ? ItemType.COMMENT : "";
  }

  static boolean isReaction(StoredItem item) {
    String type = typeOf(item);
    return type.equals(ItemType.COMMENT) || type.equals(ItemType.LIKE);
  }

  /** Whether it is a live post in its own place that can be read. */
  static boolean isReadablePost(StoredItem item) {
    return typeOf(item).equals(ItemType.POST)
        && !item.isDeleted()
        && item.id().equals(item.textOf("postId").orElse(""))
        && isReadable(item);
  }

  static boolean isReadable(StoredItem item) {
    return problem(item).isEmpty();
  }

  /** Why an item can't be read as what it is, or would be. */
  static Optional<String> problem(StoredItem item) {
    if (!item.lacks("type")) {
      return ItemReading.problem(BlogContainer.POSTS, item);
    }
    try {
      switch (typeOf(item)) {
        case ItemType.POST -> item.post().shortCopy();
        case ItemType.COMMENT -> item.comment().toComment();
        default -> {
          return ItemReading.problem(BlogContainer.POSTS, item);
        }
      }
      return Optional.empty();
    } catch (MalformedItemException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** Whether a readable like has another id than one that keeps a second like away. */
  static boolean isUnguardedLike(StoredItem item) {
    return item.type().equals(ItemType.LIKE)
        && !item.id().equals(LikeItem.idOf(UserId.of(item.author())));
  }

  /** What a readable post, comment or like lacks. */
  MissingFields fill(StoredItem item, Map<String, VersionedName> names) {
    Optional<String> type = Optional.of(typeOf(item)).filter(what -> item.lacks("type"));
    Optional<VersionedName> name =
        Optional.ofNullable(names.get(item.author())).filter(right -> differs(item, right));
    return new MissingFields(item, type, name, date(item));
  }

  /** A user who was renamed after the name was read may have spread a newer one already. */
  private static boolean differs(StoredItem item, VersionedName right) {
    return right.version() >= item.name().version()
        && (item.lacks("userUsername") || !item.carries(right));
  }

  /** Why a date that is there can't be told, of an item that has none in our own property. */
  Optional<String> dateProblem(StoredItem item) {
    return dateProperty
        .filter(property -> item.lacks("creationDate") && !item.lacks(property))
        .filter(property -> item.textOf(property).flatMap(ItemDates::parse).isEmpty())
        .map(property -> "its '" + property + "' is no date in ISO 8601: readers take 1970");
  }

  private Optional<String> date(StoredItem item) {
    Optional<String> found =
        item.textOf("creationDate").or(() -> dateProperty.flatMap(item::textOf));
    return found
        .flatMap(ItemDates::parse)
        .map(ItemDates::text)
        .filter(text -> !text.equals(item.textOf("creationDate").orElse("")));
  }
}
