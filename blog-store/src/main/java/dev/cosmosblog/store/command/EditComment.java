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
 * @param content its new content; it may be empty
 */
public record EditComment(PostId postId, CommentId commentId, String content) {
  public EditComment {
    Objects.requireNonNull(postId, "postId");
    Objects.requireNonNull(commentId, "commentId");
    Content.checkComment(content);
  }
}
