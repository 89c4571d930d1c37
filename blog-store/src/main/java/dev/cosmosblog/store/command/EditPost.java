package dev.cosmosblog.store.command;

import dev.cosmosblog.model.Content;
import dev.cosmosblog.model.PostId;
import java.util.Objects;

/**
 * Edits a post's title and content (C2).
 *
 * @param id the post
 * @param title its new title
 * @param content its new content
 */
public record EditPost(PostId id, String title, String content) {
  /**
   * @throws dev.cosmosblog.model.InvalidTextException if a text is missing or not well-formed, or
   *     the title has more than {@value dev.cosmosblog.model.Content#MAX_TITLE_LENGTH} characters
   * @throws dev.cosmosblog.model.ItemTooLargeException if the texts take more than 2 MB together
   */
  public EditPost {
    Objects.requireNonNull(id, "id");
    Content.check("title", title);
    Content.check("content", content);
    Content.checkSize("post", title, content);
    Content.checkTitle(title);
  }
}
