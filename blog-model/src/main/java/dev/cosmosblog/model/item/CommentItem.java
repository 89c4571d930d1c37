package dev.cosmosblog.model.item;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The stored form of a comment, in the partition of its post.
 *
 * @param id the comment's id
 * @param type {@link ItemType#COMMENT}, or {@link ItemType#HIDDEN_COMMENT}
 * @param postId the partition key
 * @param userId the author
 * @param userUsername the author's name
 * @param userVersion the version of the user that the name was read from
 * @param content the comment's text
 * @param creationDate the date in the form of {@link ItemDates}
 * @param editVersion the number of edits; missing, which is 0, if it was never edited
 * @param updatedAt the date of the last edit in the form of {@link ItemDates}; missing like {@code
 *     editVersion}
 * @param properties the custom properties; missing without any
 * @param pending whether the comment waits for a moderator; false if it did, missing if it never
 *     did; null if another program stored anything else
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record CommentItem(
    @Nullable String id,
    @Nullable String type,
    @Nullable String postId,
    @Nullable String userId,
    @Nullable String userUsername,
    long userVersion,
    @Nullable String content,
    @Nullable String creationDate,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) long editVersion,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String updatedAt,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) CustomProperties properties,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Object pending)
    implements ListedItem, EditedItem {
  public CommentItem {
    properties = StoredProperties.own(properties);
    pending = pending instanceof Boolean ? pending : null;
  }

  /** {@return the item of a new comment} */
  public static CommentItem of(Comment comment, long userVersion) {
    return new CommentItem(
        comment.id().value(),
        comment.hidden() ? ItemType.HIDDEN_COMMENT : ItemType.COMMENT,
        comment.postId().value(),
        comment.userId().value(),
        comment.userUsername(),
        userVersion,
        comment.content(),
        ItemDates.text(comment.creationDate()),
        0,
        null,
        comment.properties(),
        comment.pending() ? true : null);
  }

  /** {@return the comment; a missing text is empty, a missing date is 1970} */
  public Comment toComment() {
    Instant created = StoredProperties.date(id, creationDate);
    return new Comment(
        StoredProperties.id(id, "id", id, CommentId::of),
        StoredProperties.id(id, "postId", postId, PostId::of),
        StoredProperties.id(id, "userId", userId, UserId::of),
        StoredProperties.text(userUsername),
        StoredProperties.text(content),
        created,
        Math.max(0, editVersion),
        StoredProperties.updatedAt(updatedAt, created),
        ItemType.HIDDEN_COMMENT.equals(type),
        ItemType.HIDDEN_COMMENT.equals(type) && Boolean.TRUE.equals(pending),
        properties);
  }
}
