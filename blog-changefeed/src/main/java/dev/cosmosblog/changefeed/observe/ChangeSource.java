package dev.cosmosblog.changefeed.observe;

/** A container whose changes the change feed reads. */
public enum ChangeSource {
  /** The users container: renames and erasures. */
  USERS,
  /** The posts container: posts, and the usernames in posts, comments and likes. */
  POSTS
}
