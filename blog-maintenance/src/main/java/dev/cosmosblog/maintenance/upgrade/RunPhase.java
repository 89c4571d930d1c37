package dev.cosmosblog.maintenance.upgrade;

/** The parts of an upgrade and of a rebuild, in their order. */
public enum RunPhase {
  /** Users are brought over from the container that held them before. */
  FORMER_USERS,
  /** Users say what they are, and their names are reserved. */
  USERS,
  /**
   * The feed is made where there is none, so that there is one while the posts are gone through.
   */
  FEED,
  /** Posts, comments and likes get what they lack, and posts their copies. */
  POSTS,
  /** Posts get the copies that they lack; nothing else is looked at. */
  COPIES,
  /** Everything is compared once more, and mended where it is wrong: a repair. */
  CHECK,
  /** The article's items in the container of the feed go. */
  OLD_FEED
}
