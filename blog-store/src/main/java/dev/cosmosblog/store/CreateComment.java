package dev.cosmosblog.store;

import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Content;
import dev.cosmosblog.model.CreationDate;
import dev.cosmosblog.model.InvalidIdException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A new comment (C3).
 *
 * @param id the comment's id, unique within its post, or empty to have one made
 * @param postId the post, which must exist
 * @param userId its author, who must exist
 * @param content what it says; it may be empty
 * @param creationDate when it was written, or empty for now
 */
public record CreateComment(
    Optional<CommentId> id,
    PostId postId,
    UserId userId,
    String content,
    Optional<Instant> creationDate) {
  /**
   * Checks the text and ids.
   *
   * @throws dev.cosmosblog.model.InvalidTextException if the content is missing or not well-formed
   * @throws dev.cosmosblog.model.ItemTooLargeException if the content takes more than 2 MB
   * @throws InvalidIdException if the id is the post's: both live in one partition
   * @throws dev.cosmosblog.model.InvalidCreationDateException if the date can't be stored
   */
  public CreateComment {
    Objects.requireNonNull(postId, "postId");
    Objects.requireNonNull(userId, "userId");
    Content.check("content", content);
    Content.checkSize("comment", content);
    creationDate = creationDate.map(CreationDate::of);
    if (id.isPresent() && id.get().value().equals(postId.value())) {
      throw new InvalidIdException("comment id", "is its post's id; choose another.");
    }
  }

  /**
   * A comment whose id and date are made by the library.
   *
   * @param postId the post
   * @param userId its author
   * @param content what it says
   * @return the command
   * @throws dev.cosmosblog.model.InvalidTextException if the content is missing or not well-formed
   * @throws dev.cosmosblog.model.ItemTooLargeException if the content takes more than 2 MB
   */
  public static CreateComment of(PostId postId, UserId userId, String content) {
    return new CreateComment(Optional.empty(), postId, userId, content, Optional.empty());
  }

  /**
   * The same with an id of the caller's, so that it can be repeated.
   *
   * @param commentId the comment's id
   * @return the command
   * @throws InvalidIdException if it is the post's id
   */
  public CreateComment withId(CommentId commentId) {
    return new CreateComment(Optional.of(commentId), postId, userId, content, creationDate);
  }

  /**
   * The same with a date of the caller's.
   *
   * @param date when it was written
   * @return the command
   * @throws dev.cosmosblog.model.InvalidCreationDateException if the date can't be stored
   */
  public CreateComment writtenAt(Instant date) {
    return new CreateComment(id, postId, userId, content, Optional.of(date));
  }
}
