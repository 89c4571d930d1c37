package dev.cosmosblog.store.command;

import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Content;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.InvalidPropertyException;
import dev.cosmosblog.model.PostId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Edits a comment's content, custom properties, or both. An edit that names nothing is refused,
 * when it is sent, by an {@link InvalidInputException}.
 *
 * @param postId the post
 * @param commentId the comment
 * @param content its new content, which may be empty, or null for no change
 * @param version the {@link Comment#version} that the comment must have, or null for any
 * @param properties the change of its properties, or null for no change
 */
public record EditComment(
    PostId postId,
    CommentId commentId,
    @Nullable String content,
    @Nullable Long version,
    @Nullable PropertiesEdit properties) {
  public EditComment {
    Objects.requireNonNull(postId, "postId");
    Objects.requireNonNull(commentId, "commentId");
    Content.checkComment(content == null ? "" : content);
    EditPost.checkVersion(version);
    PropertiesEdit.checkSize(properties, "comment", CustomProperties.MAX_BYTES_OF_COMMENT);
  }

  /** An edit of the content, for any version of the comment. */
  public EditComment(PostId postId, CommentId commentId, String content) {
    this(postId, commentId, Content.check("content", content), null, null);
  }

  /** {@return an empty edit, to add changes to} */
  public static EditComment of(PostId postId, CommentId commentId) {
    return new EditComment(postId, commentId, null, null, null);
  }

  /** {@return an edit of the content, for any version of the comment} */
  public static EditComment of(PostId postId, CommentId commentId, String content) {
    return new EditComment(postId, commentId, content);
  }

  /** {@return the same edit with a new content} */
  public EditComment content(String text) {
    String checked = Content.check("content", text);
    return new EditComment(postId, commentId, checked, version, properties);
  }

  /**
   * {@return the same edit, which fails unless the comment has a version}
   *
   * @param expected the {@link Comment#version} that was read
   * @throws InvalidInputException if it is negative
   */
  public EditComment ifVersion(long expected) {
    return new EditComment(postId, commentId, content, expected, properties);
  }

  /** {@return the same edit, which replaces all custom properties} */
  public EditComment properties(CustomProperties own) {
    return changing(PropertiesEdit.of(Objects.requireNonNull(own, "own")));
  }

  /**
   * {@return the same edit, which also sets one custom property}
   *
   * @param name the property
   * @param value its value
   * @throws InvalidPropertyException if the name or the value is invalid
   */
  public EditComment property(String name, Object value) {
    return changing(PropertiesEdit.setting(properties, name, value));
  }

  /**
   * {@return the same edit, which also removes one custom property}
   *
   * @param name the property, which may be missing
   */
  public EditComment withoutProperty(String name) {
    return changing(PropertiesEdit.removing(properties, name));
  }

  private EditComment changing(PropertiesEdit change) {
    return new EditComment(postId, commentId, content, version, change);
  }
}
