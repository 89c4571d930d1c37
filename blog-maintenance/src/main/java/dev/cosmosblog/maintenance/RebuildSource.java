package dev.cosmosblog.maintenance;

/** The source that a rebuild reads posts from. */
public enum RebuildSource {
  /** The container of posts, in the order of partition keys, by queries. */
  CONTAINER,
  /**
   * The change feed of posts from its beginning, in the order of writes, up to the last write
   * before each range was begun.
   */
  CHANGE_FEED
}
