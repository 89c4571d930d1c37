package dev.cosmosblog.maintenance;

/** The source that a rebuild reads posts from. */
public enum RebuildSource {
  /** The posts container, read by queries in the order of partition keys. */
  CONTAINER,
  /**
   * The change feed of the posts container from the beginning, in the order of writes. Each range
   * ends at the last write before its start.
   */
  CHANGE_FEED
}
