package dev.cosmosblog.model;

/** The status of a post. Readers see only published posts. */
public enum PostStatus {
  /** The post isn't meant for readers yet. */
  DRAFT,

  /** The change feed publishes the post at its scheduled time. */
  SCHEDULED,

  /** Readers see the post. */
  PUBLISHED,

  /** A moderator has hidden the post. Its text and counts remain, and it can be shown again. */
  HIDDEN
}
