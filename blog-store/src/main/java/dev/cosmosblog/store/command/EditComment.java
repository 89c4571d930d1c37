package dev.cosmosblog.store.command;

import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Content;
import dev.cosmosblog.model.PostId;
import java.util.Objects;

/**
 * Edits a comment.
 *
 * @param postId the post
 * @param commentId the comment
 * @param content its new content
 */
public record EditComment(PostId postId, CommentId commentId, String content) {
  /**
   * @throws dev.cosmosblog.model.InvalidTextException if the content is missing or not well-formed
   * @throws dev.cosmosblog.model.ItemTooLargeException if the content takes more than 2 MB
   */
  public EditComment {
    Objects.requireNonNull(postId, "postId");
    Objects.requireNonNull(commentId, "commentId");
    Content.check("content", content);
    Content.checkSize("comment", content);
  }
}
