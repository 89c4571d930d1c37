package dev.cosmosblog.maintenance.internal;

import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemDates;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.ReservationItem;
import dev.cosmosblog.model.item.StoredTags;
import dev.cosmosblog.store.command.Erasure;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.DeletedPost;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.text.Normalizer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Classifies stored items. Items of unknown types are ignored. */
final class ItemChecks {
  private ItemChecks() {}

  static boolean isLivePost(StoredItem item) {
    return item.type().equals(ItemType.POST) && !item.isDeleted();
  }

  /** Whether the item is a post, comment or like whose date is stored in another format. */
  static boolean hasUnreadableDate(StoredItem item) {
    return (isLivePost(item) || isReaction(item))
        && !item.lacks("creationDate")
        && item.textOf("creationDate").flatMap(ItemDates::parse).isEmpty();
  }

  static boolean isMarker(StoredItem item) {
    return item.type().equals(ItemType.POST) && item.isDeleted();
  }

  static boolean isUser(StoredItem item) {
    return item.type().equals(ItemType.USER);
  }

  /** A user's items have the user's name, or the replacement from an erased user's tombstone. */
  static boolean determinesName(StoredItem item) {
    return isUser(item) || item.type().equals(ItemType.ERASED_USER);
  }

  /** Whether the item is the tombstone of a user whose items are deleted. */
  static boolean isRemovedUser(StoredItem item) {
    return item.type().equals(ItemType.ERASED_USER) && item.has("erasure", Erasure.REMOVE.name());
  }

  static boolean isReaction(StoredItem item) {
    return ItemType.isComment(item.type()) || item.type().equals(ItemType.LIKE);
  }

  /**
   * Whether a like's id isn't derived from its user's id, so that it doesn't prevent a second like.
   */
  static boolean isUnguardedLike(StoredItem item) {
    return item.type().equals(ItemType.LIKE) && !item.id().equals(likeIdOf(item));
  }

  private static String likeIdOf(StoredItem like) {
    return LikeItem.idOf(UserId.of(like.author()));
  }

  /** The place of a user's like, which prevents a second one. */
  static ItemPlace guardedPlaceOf(StoredItem like) {
    String post = like.place(BlogContainer.POSTS).partition();
    return new ItemPlace(BlogContainer.POSTS, post, likeIdOf(like));
  }

  /** Whether the item is a post's summary. */
  static boolean isCopyOf(StoredItem copy, PostSummaryItem post) {
    return readCopy(copy, copy::summary).filter(post::equals).isPresent()
        && hasTags(copy, post.tags());
  }

  /** Whether a copy has exactly these tags: readers leave out what isn't a tag. */
  static boolean hasTags(StoredItem copy, @Nullable StoredTags right) {
    Object stored = copy.properties().get("tags");
    return stored == null ? right == null : right != null && right.all().equals(stored);
  }

  /** Whether a summary is newer than its post, so that the post was read from a lagging replica. */
  static boolean isNewerCopy(StoredItem copy, PostSummaryItem post) {
    return read(copy::summary).filter(found -> isNewer(found, post)).isPresent();
  }

  static boolean isNewer(PostSummaryItem one, PostSummaryItem other) {
    return one.version() > other.version() || one.userVersion() > other.userVersion();
  }

  /**
   * Reads a copy; empty if it can't be read, or if its tags or custom properties are another
   * program's, which readers take for none.
   */
  static <T> Optional<T> readCopy(StoredItem copy, Supplier<T> reading) {
    boolean hasTags = copy.lacks("tags") || copy.properties().get("tags") instanceof List<?>;
    boolean hasProperties =
        copy.lacks("properties") || copy.properties().get("properties") instanceof Map<?, ?>;
    return hasTags && hasProperties ? read(reading) : Optional.empty();
  }

  /** Returns the item as read by a function, or empty if it can't be read. */
  static <T> Optional<T> read(Supplier<T> reading) {
    try {
      return Optional.of(reading.get());
    } catch (MalformedItemException e) {
      return Optional.empty();
    }
  }

  /**
   * Whether an id can be used in a point read. A slash would end the path. For an id that isn't in
   * Unicode's form NFC, the response is 401, because the SDK signs the id as it is but sends it in
   * NFC.
   */
  static boolean canBeNamed(ItemPlace place) {
    return !place.id().isEmpty()
        && Normalizer.isNormalized(place.id(), Normalizer.Form.NFC)
        && place.id().indexOf('/') < 0
        && place.id().indexOf('\\') < 0;
  }

  /**
   * Why a like, a summary or a reservation can't be requested by id; other types check their ids.
   */
  static Optional<String> unnamed(BlogContainer container, StoredItem item) {
    boolean isChecked =
        item.type().equals(ItemType.LIKE)
            || ReservationItem.isReservation(item.type())
            || ItemType.isCopy(item.type());
    return isChecked && !canBeNamed(item.place(container))
        ? Optional.of("its id is not in Unicode's normalization form C: no request can name it")
        : Optional.empty();
  }

  /** Why the item can't be read, without its values. An unreadable summary counts as stale. */
  static Optional<String> problem(BlogContainer container, StoredItem item) {
    return problem(container, item.type(), item);
  }

  static Optional<String> problem(BlogContainer container, String type, StoredItem item) {
    if (!item.hasPartition(container)) {
      return Optional.of("its partition key is not a string");
    }
    boolean posts = container == BlogContainer.POSTS;
    try {
      switch (type) {
        case ItemType.USER, ItemType.ERASED_USER -> item.user().toUser();
        case ItemType.USERNAME, ItemType.SLUG -> item.reservation().since();
        case ItemType.COMMENT, ItemType.HIDDEN_COMMENT -> item.comment().toComment();
        case ItemType.LIKE -> item.like().toLike();
        case ItemType.POST -> {
          if (posts && item.isDeleted()) {
            DeletedPost.of(item);
          } else if (posts) {
            item.post().summary();
          }
        }
        default -> {}
      }
    } catch (MalformedItemException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
    ItemPlace place = item.place(container);
    boolean inOwnPartition = type.equals(posts ? ItemType.POST : ItemType.USER);
    return inOwnPartition && !place.id().equals(place.partition())
        ? Optional.of("its id differs from its partition key")
        : Optional.empty();
  }

  static ItemPlace copyOf(StoredItem post) {
    return new ItemPlace(BlogContainer.USERS, post.author(), post.id());
  }

  static ItemPlace reservationOf(String username) {
    return ItemPlace.ofUser(ReservationItem.idOfUsername(username));
  }

  static ItemPlace reservationOf(Slug slug) {
    return ItemPlace.ofUser(ReservationItem.idOfSlug(slug));
  }

  /** The user or post that a reservation is for, or empty if another program removed its id. */
  static Optional<ItemPlace> ownerOf(StoredItem reservation) {
    boolean isSlug = reservation.type().equals(ItemType.SLUG);
    return Optional.ofNullable(reservation.reservation().ownerId())
        .filter(owner -> !owner.isEmpty())
        .map(owner -> isSlug ? ItemPlace.ofPost(owner) : ItemPlace.ofUser(owner));
  }
}
