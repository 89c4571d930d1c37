package dev.cosmosblog.store;

import dev.cosmosblog.model.PostId;

/**
 * Writes to a post's partition that the post counts: the item and the count in one transaction, or
 * neither.
 */
interface CountedWrites {
  /**
   * Creates an item and counts it. {@link Write#EXISTS} if there is one of its id, {@link
   * Write#MISSING} or {@link Write#CONDITION_FAILED} if there is no live post.
   */
  Write add(Counted kind, PostId postId, Object item, RequestMeter meter);

  /**
   * Deletes an item and counts it off. {@link Write#MISSING} if there is none of its type, {@link
   * Write#CONDITION_FAILED} if the post is not live.
   */
  Write remove(Counted kind, PostId postId, String id, RequestMeter meter);
}
