package dev.cosmosblog.model;

import java.time.Instant;
import java.util.Objects;

/**
 * A post in short form, as lists show it. It is read from a copy that follows its post within the
 * change feed's lag.
 *
 * @param id the post's id
 * @param userId its author
 * @param userUsername its author's name
 * @param title its title
 * @param summary the first {@link Content#SUMMARY_LENGTH} characters of its content
 * @param commentCount the number of its comments
 * @param likeCount the number of its likes
 * @param creationDate when it was written, in whole milliseconds
 */
public record PostSummary(
    PostId id,
    UserId userId,
    String userUsername,
    String title,
    String summary,
    long commentCount,
    long likeCount,
    Instant creationDate) {
  /** Checks that nothing is missing. */
  public PostSummary {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(userId, "userId");
    Objects.requireNonNull(userUsername, "userUsername");
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(summary, "summary");
    Objects.requireNonNull(creationDate, "creationDate");
  }
}
