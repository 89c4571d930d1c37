package dev.cosmosblog.model;

import java.time.Instant;
import java.util.Objects;

/**
 * A user's like of a post; there is at most one for a user and a post.
 *
 * @param postId the post
 * @param userId who likes it
 * @param userUsername the liker's name
 * @param creationDate since when, in whole milliseconds
 */
public record Like(PostId postId, UserId userId, String userUsername, Instant creationDate) {
  /** Checks that nothing is missing. */
  public Like {
    Objects.requireNonNull(postId, "postId");
    Objects.requireNonNull(userId, "userId");
    Objects.requireNonNull(userUsername, "userUsername");
    Objects.requireNonNull(creationDate, "creationDate");
  }
}
