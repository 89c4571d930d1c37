package dev.cosmosblog.store.error;

import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.PostId;

/** An edit names nothing that it changes. Nothing was sent. */
public final class EmptyEditException extends InvalidInputException {
  private static final long serialVersionUID = 1L;

  private final PostId postId;

  /**
   * @param postId the post
   */
  public EmptyEditException(PostId postId) {
    super("The edit of the post '" + postId + "' changes nothing. Give a title or a content.");
    this.postId = postId;
  }

  /** {@return the post that was to be edited} */
  public PostId postId() {
    return postId;
  }
}
