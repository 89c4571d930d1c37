package dev.cosmosblog.model;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A published post in the archive or the list of a tag, without content and counts, so that
 * comments, likes and edits of the content don't write to the listings.
 *
 * @param id the post's id
 * @param userId the author
 * @param userUsername the author's name
 * @param title the title
 * @param slug the text that names it in URLs; null without one
 * @param tags the words by which the blog lists it
 * @param creationDate the time of its publication, in whole milliseconds
 * @param properties the custom properties that summaries include
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ListedPost(
    PostId id,
    UserId userId,
    String userUsername,
    String title,
    @Nullable Slug slug,
    List<Tag> tags,
    @JsonFormat(shape = JsonFormat.Shape.STRING) Instant creationDate,
    CustomProperties properties) {
  public ListedPost {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(userId, "userId");
    Objects.requireNonNull(userUsername, "userUsername");
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(creationDate, "creationDate");
    Objects.requireNonNull(properties, "properties");
    Objects.requireNonNull(tags, "tags");
    tags = List.copyOf(tags);
  }
}
