package dev.cosmosblog.model.item;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import org.jspecify.annotations.Nullable;

/**
 * A comment as stored, in its post's partition.
 *
 * @param id the comment's id
 * @param type {@link ItemType#COMMENT}
 * @param postId the partition key
 * @param userId the author
 * @param userUsername the author's name
 * @param userVersion the version of the user that the name was read from
 * @param content what it says
 * @param creationDate as {@link ItemDates} writes it
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
    @Nullable String creationDate)
    implements ListedItem {
  /**
   * A new comment's item.
   *
   * @param comment the comment
   * @param userVersion the version of the user that its author's name was read from
   * @return the item
   */
  public static CommentItem of(Comment comment, long userVersion) {
    return new CommentItem(
        comment.id().value(),
        ItemType.COMMENT,
        comment.postId().value(),
        comment.userId().value(),
        comment.userUsername(),
        userVersion,
        comment.content(),
        ItemDates.text(comment.creationDate()));
  }

  /**
   * The comment.
   *
   * @return the comment; texts are empty and the date 1970 where they are missing
   * @throws dev.cosmosblog.model.MalformedItemException if an id is missing or the date is no date
   */
  public Comment toComment() {
    return new Comment(
        Stored.id(id, "id", id, CommentId::of),
        Stored.id(id, "postId", postId, PostId::of),
        Stored.id(id, "userId", userId, UserId::of),
        Stored.text(userUsername),
        Stored.text(content),
        Stored.date(id, creationDate));
  }
}
