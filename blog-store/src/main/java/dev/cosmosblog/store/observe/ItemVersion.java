package dev.cosmosblog.store.observe;

import java.util.Objects;

/**
 * A state of a post, a comment or a like, which its change carries, too.
 *
 * @param postId the id of the post
 * @param itemId the id of the item in the post's partition; that of the post itself if it is the
 *     post
 * @param version the number of writes of a post, or of edits of a comment, after the first; {@link
 *     #DELETED} for a deleted post
 */
public record ItemVersion(String postId, String itemId, long version) {
  /** The version of a deleted post, to which nothing is written any more. */
  public static final long DELETED = Long.MAX_VALUE;

  public ItemVersion {
    Objects.requireNonNull(postId, "postId");
    Objects.requireNonNull(itemId, "itemId");
  }
}
