package dev.cosmosblog.changefeed;

/** Whose changes are followed. */
public enum SourceFeed {
  /** The container of users: renames. */
  USERS,
  /** The container of posts: posts, and the names in comments and likes. */
  POSTS
}
