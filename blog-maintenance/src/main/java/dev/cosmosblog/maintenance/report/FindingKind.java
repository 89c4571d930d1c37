package dev.cosmosblog.maintenance.report;

/** The kinds of errors that a verification or an upgrade reports. */
public enum FindingKind {
  /**
   * A post's counts are not those of its comments and likes; or commands cannot increment them: a
   * count or the version is not a whole number; or {@code deleted} is false or null. Repaired.
   */
  WRONG_COUNT,
  /** A post, comment or like carries another name, or version of it, than its user. Repaired. */
  STALE_NAME,
  /** The author of a post, comment or like does not exist. Left, because the name is unknown. */
  MISSING_AUTHOR,
  /** A like's id is not derived from its user's, who can like again. Repaired: it gets that id. */
  UNGUARDED_LIKE,
  /** A second like of a post by the same user. Repaired: deleted and subtracted from the count. */
  DUPLICATE_LIKE,
  /** A comment or like of a deleted post, or an item of a removed user. Repaired: it is deleted. */
  LEFTOVER,
  /** A comment or like without a post or its marker. Left, unless the verifier removes orphans. */
  ORPHAN,
  /**
   * A scheduled post was not published within ten minutes of its time: no change feed runs, or the
   * note of the schedule is gone. Repaired: it is published.
   */
  OVERDUE_POST,
  /**
   * The front page does not contain exactly the newest published posts in their current form.
   * Repaired.
   */
  WRONG_FRONT_PAGE,
  /**
   * A post that was published has no entry in the archive, or the mark of a removed one, or its
   * month is missing in the list of months. Repaired.
   */
  MISSING_ENTRY,
  /** An entry of the archive differs from its post or cannot be read. Repaired. */
  STALE_ENTRY,
  /**
   * An entry of the archive whose post is gone, never was published, or belongs to another month.
   * Repaired: it is deleted.
   */
  SURPLUS_ENTRY,
  /** A post has no short copy beside its author, or the mark of a removed one. Repaired. */
  MISSING_COPY,
  /** A short copy differs from its post or cannot be read. Repaired. */
  STALE_COPY,
  /** A short copy whose post was deleted or belongs to another user. Repaired: it is deleted. */
  SURPLUS_COPY,
  /** A username has no reservation, or one whose owner has another name. Repaired. */
  UNRESERVED_NAME,
  /**
   * Two users have one name, or names that readers cannot tell apart, and the other user reserved
   * it. Left: one of them has to rename.
   */
  TAKEN_NAME,
  /** A reservation's owner has another name, and no command is under way. Repaired: deleted. */
  UNUSED_RESERVATION,
  /** The mark of a user still has the former username. Repaired: the erasure is finished. */
  UNFINISHED_ERASURE,
  /** An item that the library cannot read, or that occupies the place of another. Left. */
  UNREADABLE_ITEM,
  /**
   * An item that an upgrade could not convert: it was modified at every attempt, Cosmos DB refused
   * the write, or its date cannot be read. Left.
   */
  NOT_UPGRADED
}
