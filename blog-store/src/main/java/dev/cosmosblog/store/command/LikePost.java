package dev.cosmosblog.store.command;

import dev.cosmosblog.model.CreationDate;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.LikeItem;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Likes a post (C4). The command is idempotent, because the like's id is derived from the user's
 * id.
 *
 * @param postId the post, which must exist; its id must differ from the like's id, because both are
 *     in one partition
 * @param userId the user who likes it, who must exist
 * @param creationDate the date of the like, in whole milliseconds, or null for now
 * @param liker the user of {@code userId} as read by the host at most {@code deletedRetention} ago,
 *     which saves a read; or null. It isn't checked: the change feed replaces a stale username, and
 *     erases items of an erased user; an item of a user who was never stored keeps the given name
 */
public record LikePost(
    PostId postId, UserId userId, @Nullable Instant creationDate, @Nullable User liker) {
  public LikePost {
    Objects.requireNonNull(postId, "postId");
    Objects.requireNonNull(userId, "userId");
    if (liker != null && !liker.id().equals(userId)) {
      throw new IllegalArgumentException("liker must be the user of userId.");
    }
    creationDate = creationDate == null ? null : CreationDate.of(creationDate);
    if (postId.value().equals(LikeItem.idOf(userId))) {
      throw new InvalidInputException(
          "postId",
          "The post id is the id of this user's likes, so it isn't a post; check the id.");
    }
  }

  /** {@return a command for a like with the current date} */
  public static LikePost of(PostId postId, UserId userId) {
    return new LikePost(postId, userId, null, null);
  }

  /** {@return a command with a user that the host has read, which saves a request} */
  public static LikePost of(PostId postId, User liker) {
    Objects.requireNonNull(liker, "liker");
    return new LikePost(postId, liker.id(), null, liker);
  }

  /** {@return the same command with this date} */
  public LikePost since(Instant date) {
    return new LikePost(postId, userId, Objects.requireNonNull(date, "date"), liker);
  }
}
