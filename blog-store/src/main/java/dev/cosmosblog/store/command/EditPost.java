package dev.cosmosblog.store.command;

import dev.cosmosblog.model.Content;
import dev.cosmosblog.model.PostId;
import java.util.Objects;

/**
 * Edits a post's title and content (C2).
 *
 * @param id the post
 * @param title its new title, of 0 to {@value Content#MAX_TITLE_LENGTH} characters
 * @param content its new content; it may be empty
 */
public record EditPost(PostId id, String title, String content) {
  public EditPost {
    Objects.requireNonNull(id, "id");
    Content.checkPost(title, content);
  }
}
