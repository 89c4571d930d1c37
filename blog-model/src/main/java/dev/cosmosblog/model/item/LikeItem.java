package dev.cosmosblog.model.item;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import org.jspecify.annotations.Nullable;

/**
 * The stored form of a like, in the partition of its post.
 *
 * @param id the id that {@link #idOf} returns
 * @param type {@link ItemType#LIKE}
 * @param postId the partition key
 * @param userId the user who likes the post
 * @param userUsername that user's name
 * @param userVersion the version of the user that the name was read from
 * @param creationDate the date in the form of {@link ItemDates}
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record LikeItem(
    @Nullable String id,
    @Nullable String type,
    @Nullable String postId,
    @Nullable String userId,
    @Nullable String userUsername,
    long userVersion,
    @Nullable String creationDate)
    implements ListedItem {
  /** {@return the item of a new like} */
  public static LikeItem of(Like like, long userVersion) {
    return new LikeItem(
        idOf(like.userId()),
        ItemType.LIKE,
        like.postId().value(),
        like.userId().value(),
        like.userUsername(),
        userVersion,
        ItemDates.text(like.creationDate()));
  }

  /** {@return the id of a user's like, so that a second one conflicts with the first} */
  public static String idOf(UserId user) {
    return CommentId.RESERVED_PREFIX + user.value();
  }

  /** {@return the like; a missing name is empty, a missing date is 1970} */
  public Like toLike() {
    return new Like(
        StoredProperties.id(id, "postId", postId, PostId::of),
        StoredProperties.id(id, "userId", userId, UserId::of),
        StoredProperties.text(userUsername),
        StoredProperties.date(id, creationDate));
  }
}
