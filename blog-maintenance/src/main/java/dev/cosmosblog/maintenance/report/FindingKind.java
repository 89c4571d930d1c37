package dev.cosmosblog.maintenance.report;

/**
 * The kinds of errors that a verification or an upgrade reports, and whether a repair corrects
 * them.
 */
public enum FindingKind {
  /**
   * A post's counts differ from the number of its comments and likes, or commands can't increment
   * them because a count or the version is not an integer or {@code deleted} is false or null.
   * Repaired.
   */
  WRONG_COUNT,
  /** A post, comment or like has a stale username or version of it. Repaired. */
  STALE_NAME,
  /**
   * The author of a post, comment or like doesn't exist. Not repaired, because the name is unknown.
   */
  MISSING_AUTHOR,
  /**
   * A like's id isn't derived from its user's id, so that the user can like again. Repaired: the id
   * is changed.
   */
  UNGUARDED_LIKE,
  /**
   * A second like of a post by the same user. Repaired: it is deleted and subtracted from the
   * count.
   */
  DUPLICATE_LIKE,
  /** A comment or like of a deleted post, or an item of a removed user. Repaired: it is deleted. */
  LEFTOVER,
  /**
   * A comment or like without a post or its tombstone. Repaired, unless the verifier keeps orphans:
   * it is deleted.
   */
  ORPHAN,
  /**
   * A scheduled post wasn't published within ten minutes of its time, because no change feed is
   * running or its note in the leases container is lost. Repaired: it is published.
   */
  OVERDUE_POST,
  /**
   * The date of a post, comment or like is stored in another format than ISO 8601. Repaired: a post
   * gets its summary's date, and any other item the time of its last write.
   */
  UNREADABLE_DATE,
  /**
   * A slug that a post has or had has no reservation, or one that can't be read or whose owner
   * doesn't have the slug. Repaired.
   */
  UNRESERVED_SLUG,
  /**
   * Two posts have the same slug, and the other post reserved it. Not repaired: one of them needs
   * another slug.
   */
  TAKEN_SLUG,
  /**
   * The front page doesn't contain exactly the newest published posts in their current state.
   * Repaired.
   */
  WRONG_FRONT_PAGE,
  /**
   * A listing has no entry for a published post, or a tombstone of one, or its list of months lacks
   * the post's month or its list of tags the tag. Repaired.
   */
  MISSING_ENTRY,
  /** An entry of a listing, or the tags stored there, differ from their post. Repaired. */
  STALE_ENTRY,
  /** A tag's number of posts differs from its listed entries. Repaired. */
  WRONG_TAG,
  /**
   * An entry of the listings whose post was deleted, was never published, or belongs to another
   * month. Repaired: it is deleted.
   */
  SURPLUS_ENTRY,
  /** A post has no summary beside its author, or a tombstone of one. Repaired. */
  MISSING_SUMMARY,
  /** A summary differs from its post or can't be read. Repaired. */
  STALE_SUMMARY,
  /** A summary whose post was deleted or belongs to another user. Repaired: it is deleted. */
  SURPLUS_SUMMARY,
  /**
   * A username has no reservation, or one that can't be read or whose owner has another name.
   * Repaired.
   */
  UNRESERVED_NAME,
  /**
   * Two users have the same or indistinguishable names, and the other user reserved it. Not
   * repaired: one of them must be renamed.
   */
  TAKEN_NAME,
  /**
   * The owner of a username's or slug's reservation doesn't have it, and no command is running.
   * Repaired: it is deleted.
   */
  UNUSED_RESERVATION,
  /** The tombstone of a user still has the former username. Repaired: the erasure is finished. */
  UNFINISHED_ERASURE,
  /** An item that the library can't read, or that has the id of another. Not repaired. */
  UNREADABLE_ITEM,
  /**
   * An item that an upgrade couldn't convert, because it was modified at every attempt, Cosmos DB
   * rejected the write, or its date can't be read. Not repaired.
   */
  NOT_UPGRADED
}
