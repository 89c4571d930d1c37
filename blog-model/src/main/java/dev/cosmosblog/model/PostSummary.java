package dev.cosmosblog.model;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A post's summary for lists, read from a copy that the change feed updates after each write.
 *
 * @param id the post's id
 * @param userId the author
 * @param userUsername the author's name
 * @param title the title
 * @param summary the excerpt, or the beginning of the content as {@link Content#summary(String)}
 *     cuts it
 * @param slug the text that names it in URLs; null without one
 * @param tags the words by which the blog lists it
 * @param commentCount the number of its comments
 * @param likeCount the number of its likes
 * @param creationDate the time of its publication, or of writing for a draft or scheduled post, in
 *     whole milliseconds
 * @param status whether readers see it
 * @param publishAt when a scheduled post is to be published, in whole milliseconds; otherwise null
 * @param properties the custom properties that summaries include
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PostSummary(
    PostId id,
    UserId userId,
    String userUsername,
    String title,
    String summary,
    @Nullable Slug slug,
    List<Tag> tags,
    long commentCount,
    long likeCount,
    @JsonFormat(shape = JsonFormat.Shape.STRING) Instant creationDate,
    PostStatus status,
    @JsonFormat(shape = JsonFormat.Shape.STRING) @Nullable Instant publishAt,
    CustomProperties properties) {
  public PostSummary {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(userId, "userId");
    Objects.requireNonNull(userUsername, "userUsername");
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(summary, "summary");
    Objects.requireNonNull(creationDate, "creationDate");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(properties, "properties");
    Objects.requireNonNull(tags, "tags");
    tags = List.copyOf(tags);
  }
}
