package dev.cosmosblog.model;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Objects;

/**
 * A user's like of a post, of which there is at most one.
 *
 * @param postId the post
 * @param userId the user who likes the post
 * @param userUsername that user's name
 * @param creationDate the time of the like, in whole milliseconds
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Like(
    PostId postId,
    UserId userId,
    String userUsername,
    @JsonFormat(shape = JsonFormat.Shape.STRING) Instant creationDate) {
  public Like {
    Objects.requireNonNull(postId, "postId");
    Objects.requireNonNull(userId, "userId");
    Objects.requireNonNull(userUsername, "userUsername");
    Objects.requireNonNull(creationDate, "creationDate");
  }
}
