package dev.cosmosblog.model;

import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/** A change of a post's status, with the statuses that a post may have before it. */
public enum StatusChange {
  /** Publishes a draft, or a scheduled post before its time. Its creation date becomes now. */
  PUBLISH(PostStatus.PUBLISHED, EnumSet.of(PostStatus.DRAFT, PostStatus.SCHEDULED)),

  /** Schedules a draft, or gives a scheduled post another time. */
  SCHEDULE(PostStatus.SCHEDULED, EnumSet.of(PostStatus.DRAFT, PostStatus.SCHEDULED)),

  /** Makes a scheduled post a draft again. */
  UNSCHEDULE(PostStatus.DRAFT, EnumSet.of(PostStatus.SCHEDULED)),

  /** Takes a published post from its readers. */
  HIDE(PostStatus.HIDDEN, EnumSet.of(PostStatus.PUBLISHED)),

  /** Gives a hidden post back to its readers, with the date that it had. */
  SHOW(PostStatus.PUBLISHED, EnumSet.of(PostStatus.HIDDEN));

  private final PostStatus to;
  private final Set<PostStatus> from;

  StatusChange(PostStatus to, Set<PostStatus> from) {
    this.to = to;
    this.from = from;
  }

  /** {@return the status after the change} */
  public PostStatus to() {
    return to;
  }

  /**
   * {@return whether a post can be changed in this way}
   *
   * @param status the post's status
   */
  public boolean isAllowedFrom(PostStatus status) {
    return from.contains(Objects.requireNonNull(status, "status"));
  }
}
