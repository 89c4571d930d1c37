package dev.cosmosblog.store;

import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.ItemType;
import java.util.Objects;

/**
 * Where an item is, or should be.
 *
 * @param container the container
 * @param partition the value of its partition key
 * @param id the item's id
 */
public record ItemPlace(BlogContainer container, String partition, String id) {
  /** Checks that nothing is missing. */
  public ItemPlace {
    Objects.requireNonNull(container, "container");
    Objects.requireNonNull(partition, "partition");
    Objects.requireNonNull(id, "id");
  }

  /**
   * A post's own place.
   *
   * @param postId the post
   * @return its place in the container of posts
   */
  public static ItemPlace ofPost(String postId) {
    return new ItemPlace(BlogContainer.POSTS, postId, postId);
  }

  /**
   * A user's own place.
   *
   * @param userId the user
   * @return the place in the container of users
   */
  public static ItemPlace ofUser(String userId) {
    return new ItemPlace(BlogContainer.USERS, userId, userId);
  }

  /**
   * The feed's place.
   *
   * @return the place of the one item in the container of the feed
   */
  public static ItemPlace ofFeed() {
    return new ItemPlace(BlogContainer.FEED, ItemType.FRONT_PAGE, FrontPageItem.ID);
  }

  ItemKey key() {
    return new ItemKey(id, partition);
  }
}
