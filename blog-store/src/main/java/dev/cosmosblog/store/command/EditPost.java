package dev.cosmosblog.store.command;

import dev.cosmosblog.model.Content;
import dev.cosmosblog.model.PostId;
import java.util.Objects;

/**
 * Another title and content for a post (C2).
 *
 * @param id the post
 * @param title its title from now on
 * @param content its content from now on
 */
public record EditPost(PostId id, String title, String content) {
  /**
   * Checks the texts.
   *
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
