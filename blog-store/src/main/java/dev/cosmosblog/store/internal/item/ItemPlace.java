package dev.cosmosblog.store.internal.item;

import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.TaggedPostItem;
import java.util.Objects;

/** The container, partition key and id of an existing or missing item. */
public record ItemPlace(BlogContainer container, String partition, String id) {
  private static final String MONTHS = "buckets";
  private static final String PENDING = "pending";

  public ItemPlace {
    Objects.requireNonNull(container, "container");
    Objects.requireNonNull(partition, "partition");
    Objects.requireNonNull(id, "id");
  }

  public static ItemPlace ofPost(String postId) {
    return new ItemPlace(BlogContainer.POSTS, postId, postId);
  }

  public static ItemPlace ofUser(String userId) {
    return new ItemPlace(BlogContainer.USERS, userId, userId);
  }

  public static ItemPlace ofFrontPage() {
    return new ItemPlace(BlogContainer.FEED, ItemType.FRONT_PAGE, FrontPageItem.ID);
  }

  /** The list of the months' buckets. */
  public static ItemPlace ofMonthBuckets() {
    return new ItemPlace(BlogContainer.LISTINGS, MONTHS, MONTHS);
  }

  /** The list of the buckets of pending comments. */
  public static ItemPlace ofPendingBuckets() {
    return new ItemPlace(BlogContainer.LISTINGS, MONTHS, PENDING);
  }

  /** A tag with its number of posts. */
  public static ItemPlace ofTag(String tag) {
    return new ItemPlace(
        BlogContainer.LISTINGS, TaggedPostItem.BUCKET, TaggedPostItem.idOfTag(tag));
  }

  /** The tags of a post. */
  public static ItemPlace ofTagsOf(String postId) {
    return new ItemPlace(
        BlogContainer.LISTINGS, TaggedPostItem.BUCKET, TaggedPostItem.idOf(postId));
  }

  public ItemKey key() {
    return new ItemKey(id, partition);
  }
}
