package dev.cosmosblog.store.command;

import dev.cosmosblog.model.CreationDate;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.StatusChange;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Changes a post's status, but not its texts and counts.
 *
 * @param id the post
 * @param change the change
 * @param publishAt when to publish the post, in whole milliseconds; for {@link
 *     StatusChange#SCHEDULE}, and null for any other change
 * @param version the {@link Post#version} that the post must have, or null for any
 */
public record ChangeStatus(
    PostId id, StatusChange change, @Nullable Instant publishAt, @Nullable Long version) {
  public ChangeStatus {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(change, "change");
    if ((change == StatusChange.SCHEDULE) != (publishAt != null)) {
      throw new IllegalArgumentException(
          "publishAt is required for SCHEDULE and must be null for any other change.");
    }
    publishAt = publishAt == null ? null : CreationDate.of("publishAt", publishAt);
    EditPost.checkVersion(version);
  }

  /** {@return a command that publishes a draft or a scheduled post now} */
  public static ChangeStatus publish(PostId id) {
    return new ChangeStatus(id, StatusChange.PUBLISH, null, null);
  }

  /**
   * {@return a command that schedules a draft or reschedules a scheduled post}
   *
   * @param id the post
   * @param publishAt when to publish it
   */
  public static ChangeStatus schedule(PostId id, Instant publishAt) {
    return new ChangeStatus(
        id, StatusChange.SCHEDULE, Objects.requireNonNull(publishAt, "publishAt"), null);
  }

  /** {@return a command that makes a scheduled post a draft again} */
  public static ChangeStatus unschedule(PostId id) {
    return new ChangeStatus(id, StatusChange.UNSCHEDULE, null, null);
  }

  /** {@return a command that hides a published post} */
  public static ChangeStatus hide(PostId id) {
    return new ChangeStatus(id, StatusChange.HIDE, null, null);
  }

  /** {@return a command that shows a hidden post again} */
  public static ChangeStatus show(PostId id) {
    return new ChangeStatus(id, StatusChange.SHOW, null, null);
  }

  /**
   * {@return the same command, which fails unless the post has a version}
   *
   * <p>Use it to publish exactly the text that was reviewed. If the post already has the new
   * status, the command is already done, whatever the post's version is.
   *
   * @param expected the {@link Post#version} that was read
   * @throws InvalidInputException if it is negative
   */
  public ChangeStatus ifVersion(long expected) {
    return new ChangeStatus(id, change, publishAt, expected);
  }
}
