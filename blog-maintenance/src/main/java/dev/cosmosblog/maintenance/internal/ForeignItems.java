package dev.cosmosblog.maintenance.internal;

import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.model.item.ItemDates;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.RepairWrites.MissingFields;
import java.util.Map;
import java.util.Optional;

/**
 * Determines the type and the missing properties of an item that another program wrote to the posts
 * container. The date property has the date of items without {@code creationDate}.
 */
record ForeignItems(Optional<String> dateProperty) {
  /** The type of an item, inferred if the item has none, or empty if it is unknown. */
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

  static boolean isLivePost(StoredItem item) {
    return typeOf(item).equals(ItemType.POST) && !item.isDeleted();
  }

  static boolean isReaction(StoredItem item) {
    String type = typeOf(item);
    return ItemType.isComment(type) || type.equals(ItemType.LIKE);
  }

  /** Whether the item is a live post, a comment or a like. */
  static boolean hasAuthor(StoredItem item) {
    return isReaction(item) || isLivePost(item);
  }

  /** Whether the item is a readable live post in its partition. */
  static boolean isReadablePost(StoredItem item) {
    return isLivePost(item)
        && item.id().equals(item.textOf("postId").orElse(""))
        && isReadable(item);
  }

  static boolean isReadable(StoredItem item) {
    return problem(item).isEmpty();
  }

  /** Why an item can't be read as its stored or inferred type, or empty if it can. */
  static Optional<String> problem(StoredItem item) {
    return ItemChecks.problem(BlogContainer.POSTS, typeOf(item), item);
  }

  /** The missing properties of a readable post, comment or like. */
  MissingFields fill(StoredItem item, Map<String, VersionedName> names) {
    Optional<String> type = Optional.of(typeOf(item)).filter(inferred -> item.lacks("type"));
    Optional<VersionedName> name =
        Optional.ofNullable(names.get(item.author())).filter(right -> differs(item, right));
    return new MissingFields(item, type, name, date(item));
  }

  /** If the user was renamed after the name was read, the item may already have the newer name. */
  private static boolean differs(StoredItem item, VersionedName right) {
    return right.version() >= item.name().version()
        && (item.lacks("userUsername") || !item.carries(right));
  }

  private Optional<String> date(StoredItem item) {
    return item.textOf("creationDate")
        .or(() -> dateProperty.flatMap(item::textOf))
        .flatMap(ItemDates::parse)
        .map(ItemDates::text)
        .filter(text -> !text.equals(item.textOf("creationDate").orElse("")));
  }

  /** The date of an item without {@code creationDate}, if it can't be read. */
  Optional<Finding> wrongDate(StoredItem item) {
    ItemPlace place = item.place(BlogContainer.POSTS);
    String expected = "an ISO 8601 date";
    return dateProperty
        .filter(property -> item.lacks("creationDate") && !item.lacks(property))
        .filter(property -> item.textOf(property).flatMap(ItemDates::parse).isEmpty())
        .map(property -> "its '" + property + "' is not an ISO 8601 date; readers use 1970")
        .map(found -> Findings.unrepairable(FindingKind.NOT_UPGRADED, place, found, expected));
  }
}
