package dev.cosmosblog.store.command;

import dev.cosmosblog.model.Content;
import dev.cosmosblog.model.CreationDate;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.InvalidIdException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Creates a post (C2).
 *
 * @param id the post's id, or null to have one generated; its author's, whose place the short copy
 *     would take, is an {@link InvalidIdException}
 * @param userId its author, who must exist
 * @param title its title, of 0 to {@value Content#MAX_TITLE_LENGTH} characters
 * @param content its content; it may be empty
 * @param creationDate when it was written, in whole milliseconds, or null for now
 * @param author its author, {@code userId}'s user, as the host has read it at most {@code
 *     deletedRetention} ago, or null to have it read. A given one is not checked: the change feed
 *     replaces a name that is out of date, and erases what an erased user writes
 * @param properties properties of the host's own, of at most {@value
 *     CustomProperties#MAX_BYTES_OF_POST} bytes
 */
public record CreatePost(
    @Nullable PostId id,
    UserId userId,
    String title,
    String content,
    @Nullable Instant creationDate,
    @Nullable User author,
    CustomProperties properties) {
  public CreatePost {
    Objects.requireNonNull(userId, "userId");
    Objects.requireNonNull(properties, "properties");
    Content.checkPost(title, content, properties);
    checkAuthor(author, userId);
    creationDate = creationDate == null ? null : CreationDate.of(creationDate);
    if (id != null && id.value().equals(userId.value())) {
      throw new InvalidIdException("post id", "is its author's user id; choose another.");
    }
  }

  /** {@return a command for a post whose id and date the library generates} */
  public static CreatePost of(UserId userId, String title, String content) {
    return new CreatePost(null, userId, title, content, null, null, CustomProperties.NONE);
  }

  /** {@return the same for an author whom the host has read: one request less} */
  public static CreatePost of(User author, String title, String content) {
    Objects.requireNonNull(author, "author");
    return new CreatePost(null, author.id(), title, content, null, author, CustomProperties.NONE);
  }

  /** {@return the same command with an id of the caller's, so that it can be repeated} */
  public CreatePost withId(PostId postId) {
    Objects.requireNonNull(postId, "postId");
    return new CreatePost(postId, userId, title, content, creationDate, author, properties);
  }

  /** {@return the same command with a date of the caller's} */
  public CreatePost writtenAt(Instant date) {
    Objects.requireNonNull(date, "date");
    return new CreatePost(id, userId, title, content, date, author, properties);
  }

  /** {@return the same command with properties of the host's own} */
  public CreatePost properties(CustomProperties own) {
    Objects.requireNonNull(own, "own");
    return new CreatePost(id, userId, title, content, creationDate, author, own);
  }

  static void checkAuthor(@Nullable User author, UserId userId) {
    if (author != null && !author.id().equals(userId)) {
      throw new IllegalArgumentException("author must be the user of userId.");
    }
  }
}
