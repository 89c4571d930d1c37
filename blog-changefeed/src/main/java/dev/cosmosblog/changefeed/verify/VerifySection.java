package dev.cosmosblog.changefeed.verify;

/** The parts of a run, in their order. */
public enum VerifySection {
  /** Posts, their comments and likes, and each post's copy beside its author. */
  POSTS,
  /** Users, their reserved names, and the copies whose posts are gone. */
  USERS,
  /** The feed of the newest posts. */
  FEED
}
