package dev.cosmosblog.store.error;

import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.PostId;
import java.util.Objects;

/** The comments of the post are closed. The command had no effect. */
public final class CommentsClosedException extends BlogException {
  private static final long serialVersionUID = 1L;

  private final PostId postId;

  /**
   * @param postId the post
   */
  public CommentsClosedException(PostId postId) {
    super(
        ("The comments of the post '%s' are closed, so it accepts no new ones. Open them with"
                + " openComments, or don't offer to comment on the post.")
            .formatted(postId));
    this.postId = Objects.requireNonNull(postId, "postId");
  }

  /** {@return the post whose comments are closed} */
  public PostId postId() {
    return postId;
  }
}
