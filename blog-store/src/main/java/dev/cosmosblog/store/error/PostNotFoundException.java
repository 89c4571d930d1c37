package dev.cosmosblog.store.error;

import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.PostId;

/**
 * The post doesn't exist, was deleted, or isn't published as a new comment or like needs it. The
 * command had no effect.
 */
public final class PostNotFoundException extends BlogException {
  private static final long serialVersionUID = 1L;

  private final PostId postId;

  /**
   * @param postId the post
   */
  public PostNotFoundException(PostId postId) {
    super(
        ("There is no post '%s', or it isn't published. Create or publish the post first, or check"
                + " the id.")
            .formatted(postId));
    this.postId = postId;
  }

  /** {@return the id that was not found} */
  public PostId postId() {
    return postId;
  }
}
