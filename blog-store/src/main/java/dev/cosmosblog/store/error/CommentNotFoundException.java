package dev.cosmosblog.store.error;

import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.PostId;

/** The comment doesn't exist or was deleted. The command had no effect. */
public final class CommentNotFoundException extends BlogException {
  private static final long serialVersionUID = 1L;

  private final PostId postId;
  private final CommentId commentId;

  /**
   * @param postId the post
   * @param commentId the comment
   */
  public CommentNotFoundException(PostId postId, CommentId commentId) {
    super(
        "The post '%s' has no comment '%s'. Check both ids, or list the post's comments."
            .formatted(postId, commentId));
    this.postId = postId;
    this.commentId = commentId;
  }

  /** {@return the post} */
  public PostId postId() {
    return postId;
  }

  /** {@return the id that was not found} */
  public CommentId commentId() {
    return commentId;
  }
}
