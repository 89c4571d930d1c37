package dev.cosmosblog.store.command;

import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Content;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.store.error.InvalidVersionException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Edits a comment.
 *
 * @param postId the post
 * @param commentId the comment
 * @param content its new content; it may be empty
 * @param version the {@link Comment#version} that the comment must have, or null for any
 */
public record EditComment(
    PostId postId, CommentId commentId, String content, @Nullable Long version) {
  public EditComment {
    Objects.requireNonNull(postId, "postId");
    Objects.requireNonNull(commentId, "commentId");
    Content.checkComment(content);
    EditPost.checkVersion(version);
  }

  /** An edit of the content, whatever the comment's version is. */
  public EditComment(PostId postId, CommentId commentId, String content) {
    this(postId, commentId, content, null);
  }

  /** {@return an edit of the content, whatever the comment's version is} */
  public static EditComment of(PostId postId, CommentId commentId, String content) {
    return new EditComment(postId, commentId, content, null);
  }

  /**
   * {@return the same edit, refused unless the comment has a version}
   *
   * @param expected the {@link Comment#version} that was read
   * @throws InvalidVersionException if it is negative
   */
  public EditComment ifVersion(long expected) {
    return new EditComment(postId, commentId, content, expected);
  }
}
