package dev.cosmosblog.maintenance.report;

/** The phases of maintenance runs, in order. Each run has some of them. */
public enum MaintenancePhase {
  /** An upgrade copies the users of the former container. */
  FORMER_USERS,
  /** An upgrade gives users their type and reserves their names. */
  USERS,
  /** An upgrade creates the front page if it is missing. */
  FRONT_PAGE,
  /**
   * An upgrade converts posts, comments and likes, and writes the short copies of posts and, in a
   * blog with an archive, their entries there.
   */
  POSTS,
  /** A rebuild writes the short copies of posts, or their entries in the archive, or both. */
  COPIES,
  /**
   * Posts, comments, likes, short copies and entries are verified; a run that writes repairs them.
   */
  VERIFY_POSTS,
  /** Users, reserved names and surplus copies are verified; a run that writes repairs them. */
  VERIFY_USERS,
  /** Surplus entries of the archive are verified; a run that writes repairs them. */
  VERIFY_ARCHIVE,
  /** The front page is verified; a run that writes repairs it. */
  VERIFY_FRONT_PAGE,
  /** An upgrade deletes the article's own items in the container {@code feed}. */
  OLD_FEED
}
