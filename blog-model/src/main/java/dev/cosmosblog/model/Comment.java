package dev.cosmosblog.model;

import java.time.Instant;
import java.util.Objects;

/**
 * A comment on a post.
 *
 * @param id the comment's id, unique within its post
 * @param postId the post
 * @param userId the author
 * @param userUsername the author's name
 * @param content the comment's text
 * @param creationDate the time of writing, in whole milliseconds
 */
public record Comment(
    CommentId id,
    PostId postId,
    UserId userId,
    String userUsername,
    String content,
    Instant creationDate) {
  public Comment {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(postId, "postId");
    Objects.requireNonNull(userId, "userId");
    Objects.requireNonNull(userUsername, "userUsername");
    Objects.requireNonNull(content, "content");
    Objects.requireNonNull(creationDate, "creationDate");
  }
}
