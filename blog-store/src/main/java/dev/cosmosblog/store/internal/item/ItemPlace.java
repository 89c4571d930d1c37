package dev.cosmosblog.store.internal.item;

import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.ItemType;
import java.util.Objects;

/** The container, partition key and id of an existing or missing item. */
public record ItemPlace(BlogContainer container, String partition, String id) {
  private static final String ARCHIVE_BUCKETS = "buckets";

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

  /** The list of the archive's buckets. */
  public static ItemPlace ofArchiveBuckets() {
    return new ItemPlace(BlogContainer.ARCHIVE, ARCHIVE_BUCKETS, ARCHIVE_BUCKETS);
  }

  public ItemKey key() {
    return new ItemKey(id, partition);
  }
}
