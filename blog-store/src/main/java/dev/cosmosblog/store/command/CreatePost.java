package dev.cosmosblog.store.command;

import dev.cosmosblog.model.Content;
import dev.cosmosblog.model.CreationDate;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostStatus;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Creates a post (C2).
 *
 * @param id the post's id, or null to have one generated; its author's, whose place the summary
 *     would take, is an {@link InvalidInputException}
 * @param userId its author, who must exist
 * @param title its title, of 0 to {@value Content#MAX_TITLE_LENGTH} characters
 * @param content its content; it may be empty
 * @param creationDate when it was written, in whole milliseconds, or null for now
 * @param author its author, {@code userId}'s user, as the host has read it at most {@code
 *     deletedRetention} ago, or null to have it read. A given one is not checked: the change feed
 *     replaces a name that is out of date, and erases what an erased user writes
 * @param status whether readers see it; a new post cannot be {@link PostStatus#HIDDEN}
 * @param publishAt when a {@link PostStatus#SCHEDULED} post is to be published, in whole
 *     milliseconds; otherwise null
 * @param properties custom properties, of at most {@value CustomProperties#MAX_BYTES_OF_POST} bytes
 */
public record CreatePost(
    @Nullable PostId id,
    UserId userId,
    String title,
    String content,
    @Nullable Instant creationDate,
    @Nullable User author,
    PostStatus status,
    @Nullable Instant publishAt,
    CustomProperties properties) {
  public CreatePost {
    Objects.requireNonNull(userId, "userId");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(properties, "properties");
    Content.checkPost(title, content, properties);
    checkAuthor(author, userId);
    if (status == PostStatus.HIDDEN || (status == PostStatus.SCHEDULED) != (publishAt != null)) {
      throw new IllegalArgumentException(
          "A new post is published, a draft, or scheduled for the time publishAt.");
    }
    publishAt = publishAt == null ? null : CreationDate.of("publishAt", publishAt);
    creationDate = creationDate == null ? null : CreationDate.of(creationDate);
    if (id != null && id.value().equals(userId.value())) {
      throw new InvalidInputException(
          "postId", "The post id is its author's user id; choose another id.");
    }
  }

  /** {@return a command for a post whose id and date the library generates} */
  public static CreatePost of(UserId userId, String title, String content) {
    return of(userId, null, title, content);
  }

  /** {@return the same for an author whom the host has read: one request less} */
  public static CreatePost of(User author, String title, String content) {
    Objects.requireNonNull(author, "author");
    return of(author.id(), author, title, content);
  }

  private static CreatePost of(UserId userId, @Nullable User author, String title, String content) {
    return new CreatePost(
        null,
        userId,
        title,
        content,
        null,
        author,
        PostStatus.PUBLISHED,
        null,
        CustomProperties.NONE);
  }

  /** {@return the same command with this id, so that it can be repeated} */
  public CreatePost withId(PostId postId) {
    Objects.requireNonNull(postId, "postId");
    return new CreatePost(
        postId, userId, title, content, creationDate, author, status, publishAt, properties);
  }

  /** {@return the same command with this date} */
  public CreatePost writtenAt(Instant date) {
    Objects.requireNonNull(date, "date");
    return new CreatePost(id, userId, title, content, date, author, status, publishAt, properties);
  }

  /** {@return the same command with custom properties} */
  public CreatePost properties(CustomProperties own) {
    Objects.requireNonNull(own, "own");
    return new CreatePost(id, userId, title, content, creationDate, author, status, publishAt, own);
  }

  /** {@return the same command for a draft, which readers do not see until it is published} */
  public CreatePost draft() {
    return with(PostStatus.DRAFT, null);
  }

  /**
   * {@return the same command for a post that the change feed's hosts publish when its time comes}
   * A time that is over is an {@link dev.cosmosblog.store.error.InvalidScheduleException} when the
   * command is sent, unless it repeats one that was done.
   *
   * @param time when to publish it; readers see it with this date
   */
  public CreatePost publishAt(Instant time) {
    return with(PostStatus.SCHEDULED, Objects.requireNonNull(time, "time"));
  }

  private CreatePost with(PostStatus newStatus, @Nullable Instant time) {
    return new CreatePost(
        id, userId, title, content, creationDate, author, newStatus, time, properties);
  }

  static void checkAuthor(@Nullable User author, UserId userId) {
    if (author != null && !author.id().equals(userId)) {
      throw new IllegalArgumentException("author must be the user of userId.");
    }
  }
}
