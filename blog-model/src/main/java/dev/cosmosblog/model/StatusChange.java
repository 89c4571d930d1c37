package dev.cosmosblog.model;

import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/** A change of a post's status, and the statuses from which it is allowed. */
public enum StatusChange {
  /** Publishes a draft or a scheduled post now, which becomes its creation date. */
  PUBLISH(PostStatus.PUBLISHED, EnumSet.of(PostStatus.DRAFT, PostStatus.SCHEDULED)),

  /** Schedules a draft, or reschedules a scheduled post. */
  SCHEDULE(PostStatus.SCHEDULED, EnumSet.of(PostStatus.DRAFT, PostStatus.SCHEDULED)),

  /** Makes a scheduled post a draft again. */
  UNSCHEDULE(PostStatus.DRAFT, EnumSet.of(PostStatus.SCHEDULED)),

  /** Hides a published post from readers. */
  HIDE(PostStatus.HIDDEN, EnumSet.of(PostStatus.PUBLISHED)),

  /** Shows a hidden post again, with its former date. */
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
   * {@return whether the change is allowed}
   *
   * @param status the post's status
   */
  public boolean isAllowedFrom(PostStatus status) {
    return from.contains(Objects.requireNonNull(status, "status"));
  }
}
