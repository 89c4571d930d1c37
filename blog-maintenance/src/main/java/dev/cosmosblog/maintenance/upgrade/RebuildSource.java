package dev.cosmosblog.maintenance.upgrade;

/** Where a rebuild takes the posts from. */
public enum RebuildSource {
  /** The container of posts, in the order of its partition keys: queries. */
  CONTAINER,
  /**
   * The change feed of posts from its beginning, in the order of their last writes, up to where it
   * was when each of its parts was begun.
   */
  CHANGE_FEED
}
