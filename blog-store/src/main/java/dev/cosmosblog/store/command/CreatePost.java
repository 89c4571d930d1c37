package dev.cosmosblog.store.command;

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
 * Creates a post (C2).
 *
 * @param givenId the post's id, or null to have one generated
 * @param userId its author, who must exist
 * @param title its title, of 0 to {@value Content#MAX_TITLE_LENGTH} characters
 * @param content its content; it may be empty
 * @param givenDate when it was written, or null for now
 */
public record CreatePost(
    @Nullable PostId givenId,
    UserId userId,
    String title,
    String content,
    @Nullable Instant givenDate) {
  /**
   * @throws InvalidIdException if the id is the author's: the post's short copy lives beside the
   *     author and would take the author's place
   */
  public CreatePost {
    Objects.requireNonNull(userId, "userId");
    Content.check("title", title);
    Content.check("content", content);
    Content.checkSize("post", title, content);
    Content.checkTitle(title);
    givenDate = givenDate == null ? null : CreationDate.of(givenDate);
    if (givenId != null && givenId.value().equals(userId.value())) {
      throw new InvalidIdException("post id", "is its author's user id; choose another.");
    }
  }

  /** {@return a command for a post whose id and date the library generates} */
  public static CreatePost of(UserId userId, String title, String content) {
    return new CreatePost(null, userId, title, content, null);
  }

  /** {@return the same command with an id of the caller's, so that it can be repeated} */
  public CreatePost withId(PostId postId) {
    return new CreatePost(
        Objects.requireNonNull(postId, "postId"), userId, title, content, givenDate);
  }

  /** {@return the same command with a date of the caller's} */
  public CreatePost writtenAt(Instant date) {
    return new CreatePost(givenId, userId, title, content, Objects.requireNonNull(date, "date"));
  }

  /** {@return the id that the caller chose, or empty where the library generates one} */
  public Optional<PostId> id() {
    return Optional.ofNullable(givenId);
  }

  /** {@return the date that the caller chose, in whole milliseconds, or empty for now} */
  public Optional<Instant> creationDate() {
    return Optional.ofNullable(givenDate);
  }
}
