package dev.cosmosblog.store.command;

import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Content;
import dev.cosmosblog.model.CreationDate;
import dev.cosmosblog.model.InvalidIdException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Creates a comment (C3).
 *
 * @param givenId the comment's id, unique within its post, or null to have one generated
 * @param postId the post, which must exist
 * @param userId its author, who must exist
 * @param content what it says; it may be empty
 * @param givenDate when it was written, or null for now
 */
public record CreateComment(
    @Nullable CommentId givenId,
    PostId postId,
    UserId userId,
    String content,
    @Nullable Instant givenDate) {
  /**
   * @throws InvalidIdException if the id is the post's: both live in one partition
   */
  public CreateComment {
    Objects.requireNonNull(postId, "postId");
    Objects.requireNonNull(userId, "userId");
    Content.check("content", content);
    Content.checkSize("comment", content);
    givenDate = givenDate == null ? null : CreationDate.of(givenDate);
    if (givenId != null && givenId.value().equals(postId.value())) {
      throw new InvalidIdException("comment id", "is its post's id; choose another.");
    }
  }

  /** {@return a command for a comment whose id and date the library generates} */
  public static CreateComment of(PostId postId, UserId userId, String content) {
    return new CreateComment(null, postId, userId, content, null);
  }

  /** {@return the same command with an id of the caller's, so that it can be repeated} */
  public CreateComment withId(CommentId commentId) {
    return new CreateComment(
        Objects.requireNonNull(commentId, "commentId"), postId, userId, content, givenDate);
  }

  /** {@return the same command with a date of the caller's} */
  public CreateComment writtenAt(Instant date) {
    return new CreateComment(
        givenId, postId, userId, content, Objects.requireNonNull(date, "date"));
  }

  /** {@return the id that the caller chose, or empty where the library generates one} */
  public Optional<CommentId> id() {
    return Optional.ofNullable(givenId);
  }

  /** {@return the date that the caller chose, in whole milliseconds, or empty for now} */
  public Optional<Instant> creationDate() {
    return Optional.ofNullable(givenDate);
  }
}
