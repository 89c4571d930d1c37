package dev.cosmosblog.model;

/**
 * The state of a post between its first draft and its readers. Readers see published posts only.
 */
public enum PostStatus {
  /** Written, and not meant for readers yet. */
  DRAFT,

  /** Published by the change feed's hosts when its time comes. */
  SCHEDULED,

  /** Shown to readers. */
  PUBLISHED,

  /** Taken from readers by a moderator, with its text and counts kept; it can be shown again. */
  HIDDEN
}
