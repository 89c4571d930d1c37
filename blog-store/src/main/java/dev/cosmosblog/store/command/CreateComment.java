package dev.cosmosblog.store.command;

import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Content;
import dev.cosmosblog.model.CreationDate;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Creates a comment (C3).
 *
 * @param id the comment's id, unique within its post, or null to generate one; must differ from the
 *     post's id, because both are in one partition
 * @param postId the post, which must exist
 * @param userId the author, who must exist
 * @param content the content, which may be empty
 * @param creationDate when it was written, in whole milliseconds, or null for now
 * @param author the user of {@code userId} as read by the host at most {@code deletedRetention}
 *     ago, which saves a read; or null. It isn't checked: the change feed replaces a stale
 *     username, and erases items of an erased user; an item of a user who was never stored keeps
 *     the given name
 * @param properties custom properties, of at most {@value CustomProperties#MAX_BYTES_OF_COMMENT}
 *     bytes
 * @param pending whether readers don't see it until a moderator approves it
 */
public record CreateComment(
    @Nullable CommentId id,
    PostId postId,
    UserId userId,
    String content,
    @Nullable Instant creationDate,
    @Nullable User author,
    CustomProperties properties,
    boolean pending) {
  public CreateComment {
    Objects.requireNonNull(postId, "postId");
    Objects.requireNonNull(userId, "userId");
    Objects.requireNonNull(properties, "properties");
    Content.checkComment(content, properties);
    CreatePost.checkAuthor(author, userId);
    creationDate = creationDate == null ? null : CreationDate.of(creationDate);
    if (id != null && id.value().equals(postId.value())) {
      throw new InvalidInputException(
          "commentId", "The comment id is its post's id; choose another id.");
    }
  }

  /** {@return a command for a comment with generated id and date} */
  public static CreateComment of(PostId postId, UserId userId, String content) {
    return new CreateComment(
        null, postId, userId, content, null, null, CustomProperties.NONE, false);
  }

  /** {@return a command with an author that the host has read, which saves a request} */
  public static CreateComment of(PostId postId, User author, String content) {
    Objects.requireNonNull(author, "author");
    return new CreateComment(
        null, postId, author.id(), content, null, author, CustomProperties.NONE, false);
  }

  /** {@return the same command with this id, so that it can be repeated} */
  public CreateComment withId(CommentId commentId) {
    Objects.requireNonNull(commentId, "commentId");
    return new CreateComment(
        commentId, postId, userId, content, creationDate, author, properties, pending);
  }

  /** {@return the same command with this date} */
  public CreateComment writtenAt(Instant date) {
    Objects.requireNonNull(date, "date");
    return new CreateComment(id, postId, userId, content, date, author, properties, pending);
  }

  /** {@return the same command with custom properties} */
  public CreateComment properties(CustomProperties own) {
    Objects.requireNonNull(own, "own");
    return new CreateComment(id, postId, userId, content, creationDate, author, own, pending);
  }

  /**
   * {@return the same command for a comment that readers don't see until {@link
   * dev.cosmosblog.store.BlogCommands#approveComment}} With listings, {@link
   * dev.cosmosblog.store.BlogQueries#pendingComments} lists it.
   */
  public CreateComment asPending() {
    return new CreateComment(id, postId, userId, content, creationDate, author, properties, true);
  }
}
