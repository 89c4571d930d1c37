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
 * Likes a post (C4). The like's id follows from the user's, so that the command can be repeated.
 *
 * @param postId the post, which must exist; the like's id in its place is an {@link
 *     InvalidInputException}: both live in one partition
 * @param userId who likes it, who must exist
 * @param creationDate since when, in whole milliseconds, or null for now
 * @param liker the user of {@code userId} as the host has read it at most {@code deletedRetention}
 *     ago, or null to have it read. A given one is not checked: the change feed replaces a name
 *     that is out of date, and erases what an erased user writes
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

  /** {@return a command for a like from now on} */
  public static LikePost of(PostId postId, UserId userId) {
    return new LikePost(postId, userId, null, null);
  }

  /** {@return the same for a user whom the host has read: one request less} */
  public static LikePost of(PostId postId, User liker) {
    Objects.requireNonNull(liker, "liker");
    return new LikePost(postId, liker.id(), null, liker);
  }

  /** {@return the same command with this date} */
  public LikePost since(Instant date) {
    return new LikePost(postId, userId, Objects.requireNonNull(date, "date"), liker);
  }
}
