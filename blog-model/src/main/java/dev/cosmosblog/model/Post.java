package dev.cosmosblog.model;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A post with its author's name and its counts of comments and likes.
 *
 * @param id the post's id
 * @param userId the author
 * @param userUsername the author's name
 * @param title the title
 * @param content the whole content
 * @param commentCount the number of its comments, never negative
 * @param likeCount the number of its likes, never negative
 * @param creationDate the time of its publication, by which lists are sorted, or of writing for a
 *     draft or scheduled post; in whole milliseconds
 * @param version the number of its edits, not negative; comments, likes and a rename of its author
 *     don't change it
 * @param updatedAt the time of its last edit, in whole milliseconds; the creation date if it was
 *     never edited; a draft that was edited before it was published has an earlier one
 * @param status whether readers see it
 * @param publishAt when a scheduled post is to be published, in whole milliseconds; otherwise null
 * @param properties the custom properties
 * @param excerpt the summary that its author wrote, which lists show instead of the beginning of
 *     the content; null without one
 * @param slug the text that names it in URLs; null without one
 * @param tags the words by which the blog lists it, at most {@value Tag#MAX_OF_POST}
 * @param commentsClosed whether it accepts no new comments
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Post(
    PostId id,
    UserId userId,
    String userUsername,
    String title,
    String content,
    long commentCount,
    long likeCount,
    @JsonFormat(shape = JsonFormat.Shape.STRING) Instant creationDate,
    long version,
    @JsonFormat(shape = JsonFormat.Shape.STRING) Instant updatedAt,
    PostStatus status,
    @JsonFormat(shape = JsonFormat.Shape.STRING) @Nullable Instant publishAt,
    CustomProperties properties,
    @Nullable String excerpt,
    @Nullable Slug slug,
    List<Tag> tags,
    boolean commentsClosed) {
  public Post {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(userId, "userId");
    Objects.requireNonNull(userUsername, "userUsername");
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(content, "content");
    Objects.requireNonNull(creationDate, "creationDate");
    if (version < 0) {
      throw new IllegalArgumentException("version must be 0 or more, but was " + version + ".");
    }
    Objects.requireNonNull(updatedAt, "updatedAt");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(properties, "properties");
    Objects.requireNonNull(tags, "tags");
    tags = List.copyOf(tags);
  }

  /** A new published post without comments, likes, properties and edits. */
  public Post(
      PostId id,
      UserId userId,
      String userUsername,
      String title,
      String content,
      Instant creationDate) {
    this(
        id,
        userId,
        userUsername,
        title,
        content,
        0,
        0,
        creationDate,
        0,
        creationDate,
        PostStatus.PUBLISHED,
        null,
        CustomProperties.NONE,
        null,
        null,
        List.of(),
        false);
  }

  /** {@return this post with other custom properties} */
  public Post with(CustomProperties own) {
    Objects.requireNonNull(own, "own");
    return new Post(
        id,
        userId,
        userUsername,
        title,
        content,
        commentCount,
        likeCount,
        creationDate,
        version,
        updatedAt,
        status,
        publishAt,
        own,
        excerpt,
        slug,
        tags,
        commentsClosed);
  }

  /**
   * {@return the summary of this post for lists, with its excerpt or the beginning of its content}
   * It has all custom properties, and the default length. The blog's settings decide what lists
   * have.
   */
  public PostSummary summary() {
    return new PostSummary(
        id,
        userId,
        userUsername,
        title,
        Content.summary(excerpt, content, Content.SUMMARY_LENGTH),
        slug,
        tags,
        commentCount,
        likeCount,
        creationDate,
        status,
        publishAt,
        properties);
  }
}
