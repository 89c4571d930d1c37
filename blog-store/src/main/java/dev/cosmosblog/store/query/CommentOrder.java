package dev.cosmosblog.store.query;

/** The order of a post's comments. Comments of the same millisecond are ordered by id. */
public enum CommentOrder {
  /** The newest first. */
  NEWEST_FIRST,
  /** The oldest first. */
  OLDEST_FIRST
}
