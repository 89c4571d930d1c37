package dev.cosmosblog.maintenance.report;

/** The phases of maintenance runs, in order. A run skips the phases that it doesn't need. */
public enum MaintenancePhase {
  /** An upgrade copies the users of the former container. */
  FORMER_USERS,
  /** An upgrade sets the type of users and reserves their names. */
  USERS,
  /** An upgrade creates the front page if it is missing. */
  FRONT_PAGE,
  /**
   * An upgrade converts posts, comments and likes, and writes the summaries and entries of listings
   * of posts.
   */
  POSTS,
  /** A rebuild writes the summaries of posts, their entries of listings, or both. */
  COPIES,
  /** A run verifies, and may repair, posts, comments, likes, summaries and entries of listings. */
  VERIFY_POSTS,
  /** A run verifies, and may repair, users, reserved names and surplus summaries. */
  VERIFY_USERS,
  /** A run finds, and may delete, surplus entries of the listings. */
  VERIFY_LISTINGS,
  /** A run verifies, and may repair, the numbers of posts of tags. */
  VERIFY_TAGS,
  /** A run verifies, and may repair, the front page. */
  VERIFY_FRONT_PAGE,
  /** An upgrade deletes the article's items in the container {@code feed}. */
  OLD_FEED
}
