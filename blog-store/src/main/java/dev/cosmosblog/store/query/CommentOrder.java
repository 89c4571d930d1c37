package dev.cosmosblog.store.query;

/** In which order a post's comments are listed; comments of the same millisecond go by their id. */
public enum CommentOrder {
  /** The newest first. */
  NEWEST_FIRST,
  /** The oldest first. */
  OLDEST_FIRST
}
