package dev.cosmosblog.model.item;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import org.jspecify.annotations.Nullable;

/**
 * A like as stored, in its post's partition. Its id is made of its user's, so that a second like of
 * the same user conflicts with the first.
 *
 * @param id {@link #idOf}
 * @param type {@link ItemType#LIKE}
 * @param postId the partition key
 * @param userId who likes
 * @param userUsername the liker's name
 * @param userVersion the version of the user that the name was read from
 * @param creationDate as {@link ItemDates} writes it
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
  /**
   * A new like's item.
   *
   * @param like the like
   * @param userVersion the version of the user that the liker's name was read from
   * @return the item
   */
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

  /**
   * The id of a user's like.
   *
   * @param user who likes
   * @return the id, the same for every post
   */
  public static String idOf(UserId user) {
    return CommentId.RESERVED_PREFIX + user.value();
  }

  /**
   * The like.
   *
   * @return the like; the name is empty and the date 1970 where they are missing
   * @throws dev.cosmosblog.model.MalformedItemException if an id is missing or the date is no date
   */
  public Like toLike() {
    return new Like(
        Stored.id(id, "postId", postId, PostId::of),
        Stored.id(id, "userId", userId, UserId::of),
        Stored.text(userUsername),
        Stored.date(id, creationDate));
  }
}
