package dev.cosmosblog.model.item;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CustomProperties;
import org.jspecify.annotations.Nullable;

/**
 * The entry of a pending comment in the queue of all posts.
 *
 * @param id the id that {@link #idOf} returns
 * @param bucket the partition key in the container of listings
 * @param type {@link ItemType#PENDING_COMMENT}
 * @param commentId the comment
 * @param postId the post
 * @param userId the author
 * @param userUsername the author's name
 * @param userVersion the version of the user that the name was read from
 * @param content the comment's text
 * @param creationDate the date in the form of {@link ItemDates}
 * @param editVersion the number of edits
 * @param updatedAt the date of the last edit; missing if it was never edited
 * @param properties the custom properties; missing without any
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record PendingItem(
    String id,
    String bucket,
    @Nullable String type,
    @Nullable String commentId,
    @Nullable String postId,
    @Nullable String userId,
    @Nullable String userUsername,
    long userVersion,
    @Nullable String content,
    @Nullable String creationDate,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) long editVersion,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String updatedAt,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) CustomProperties properties)
    implements ListedItem {
  public PendingItem {
    properties = StoredProperties.own(properties);
  }

  /** {@return the entry of a comment} */
  public static PendingItem of(CommentItem comment, String bucket) {
    return new PendingItem(
        idOf(String.valueOf(comment.postId()), String.valueOf(comment.id())),
        bucket,
        ItemType.PENDING_COMMENT,
        comment.id(),
        comment.postId(),
        comment.userId(),
        comment.userUsername(),
        comment.userVersion(),
        comment.content(),
        comment.creationDate(),
        comment.editVersion(),
        comment.updatedAt(),
        comment.properties());
  }

  /**
   * {@return the id of a comment's entry: a prefix and a hash, because a comment's id is unique
   * only within its post}
   */
  public static String idOf(String postId, String commentId) {
    return HashedId.of(ItemType.COMMENT, postId + '\u0000' + commentId);
  }

  /** {@return the newest of two states of one entry: the name by its version, the rest by edits} */
  public PendingItem newest(PendingItem other) {
    PendingItem state = other.editVersion > editVersion ? other : this;
    PendingItem name = VersionedName.isLater(other.userVersion, userVersion) ? other : this;
    return new PendingItem(
        id,
        bucket,
        type,
        commentId,
        postId,
        userId,
        name.userUsername,
        name.userVersion,
        state.content,
        creationDate,
        state.editVersion,
        state.updatedAt,
        state.properties);
  }

  /** {@return the comment} */
  public Comment toComment() {
    return new CommentItem(
            commentId,
            ItemType.HIDDEN_COMMENT,
            postId,
            userId,
            userUsername,
            userVersion,
            content,
            creationDate,
            editVersion,
            updatedAt,
            properties,
            true)
        .toComment();
  }
}
