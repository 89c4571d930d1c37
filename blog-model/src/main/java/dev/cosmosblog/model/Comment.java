package dev.cosmosblog.model;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
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
 * @param version the number of its edits, not negative; a rename of its author doesn't change it
 * @param updatedAt the time of its last edit, in whole milliseconds; the creation date if it was
 *     never edited
 * @param hidden whether readers don't see it, because a moderator has hidden it or it is pending
 * @param pending whether it waits for a moderator's decision
 * @param properties the custom properties
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Comment(
    CommentId id,
    PostId postId,
    UserId userId,
    String userUsername,
    String content,
    @JsonFormat(shape = JsonFormat.Shape.STRING) Instant creationDate,
    long version,
    @JsonFormat(shape = JsonFormat.Shape.STRING) Instant updatedAt,
    boolean hidden,
    boolean pending,
    CustomProperties properties) {
  public Comment {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(postId, "postId");
    Objects.requireNonNull(userId, "userId");
    Objects.requireNonNull(userUsername, "userUsername");
    Objects.requireNonNull(content, "content");
    Objects.requireNonNull(creationDate, "creationDate");
    if (version < 0) {
      throw new IllegalArgumentException("version must be 0 or more, but was " + version + ".");
    }
    Objects.requireNonNull(updatedAt, "updatedAt");
    Objects.requireNonNull(properties, "properties");
  }

  /** A comment without properties, never edited or hidden. */
  public Comment(
      CommentId id,
      PostId postId,
      UserId userId,
      String userUsername,
      String content,
      Instant creationDate) {
    this(
        id,
        postId,
        userId,
        userUsername,
        content,
        creationDate,
        0,
        creationDate,
        false,
        false,
        CustomProperties.NONE);
  }

  /** {@return this comment with other custom properties} */
  public Comment with(CustomProperties own) {
    Objects.requireNonNull(own, "own");
    return new Comment(
        id,
        postId,
        userId,
        userUsername,
        content,
        creationDate,
        version,
        updatedAt,
        hidden,
        pending,
        own);
  }
}
