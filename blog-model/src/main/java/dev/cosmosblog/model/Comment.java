package dev.cosmosblog.model;

import java.time.Instant;
import java.util.Objects;

/**
 * A comment on a post.
 *
 * @param id the comment's id, unique within its post
 * @param postId the post
 * @param userId its author
 * @param userUsername its author's name
 * @param content what it says
 * @param creationDate when it was written, in whole milliseconds
 */
public record Comment(
    CommentId id,
    PostId postId,
    UserId userId,
    String userUsername,
    String content,
    Instant creationDate) {
  /** Checks that nothing is missing. */
  public Comment {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(postId, "postId");
    Objects.requireNonNull(userId, "userId");
    Objects.requireNonNull(userUsername, "userUsername");
    Objects.requireNonNull(content, "content");
    Objects.requireNonNull(creationDate, "creationDate");
  }
}
