package dev.cosmosblog.store.command;

import dev.cosmosblog.model.Content;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.store.error.EmptyEditException;
import dev.cosmosblog.store.error.InvalidVersionException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Edits a post's title, content or both (C2). An edit that names neither is refused, when it is
 * sent, by an {@link EmptyEditException}.
 *
 * @param id the post
 * @param title its new title, of 0 to {@value Content#MAX_TITLE_LENGTH} characters, or null to
 *     leave it
 * @param content its new content, which may be empty, or null to leave it
 * @param version the {@link Post#version} that the post must have, or null for any
 */
public record EditPost(
    PostId id, @Nullable String title, @Nullable String content, @Nullable Long version) {
  public EditPost {
    Objects.requireNonNull(id, "id");
    Content.checkPost(title == null ? "" : title, content == null ? "" : content);
    checkVersion(version);
  }

  /** An edit of title and content, whatever the post's version is. */
  public EditPost(PostId id, String title, String content) {
    this(id, Content.check("title", title), Content.check("content", content), null);
  }

  /** {@return an edit that names nothing yet} */
  public static EditPost of(PostId id) {
    return new EditPost(id, null, null, null);
  }

  /** {@return the same edit with a new title} */
  public EditPost title(String text) {
    return new EditPost(id, Content.check("title", text), content, version);
  }

  /** {@return the same edit with a new content} */
  public EditPost content(String text) {
    return new EditPost(id, title, Content.check("content", text), version);
  }

  /**
   * {@return the same edit, refused unless the post has a version}
   *
   * @param expected the {@link Post#version} that was read
   * @throws InvalidVersionException if it is negative
   */
  public EditPost ifVersion(long expected) {
    return new EditPost(id, title, content, expected);
  }

  static void checkVersion(@Nullable Long version) {
    if (version != null && version < 0) {
      throw new InvalidVersionException(version);
    }
  }
}
