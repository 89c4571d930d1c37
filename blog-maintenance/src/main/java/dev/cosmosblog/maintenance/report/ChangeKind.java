package dev.cosmosblog.maintenance.report;

/** The kinds of writes by an upgrade or a rebuild. */
public enum ChangeKind {
  /** A user was copied from the former container to the users container. */
  USER_COPIED,
  /** A username was reserved for its user. */
  NAME_RESERVED,
  /** The {@code type} of an item was set. A new comment is counted in the same transaction. */
  TYPE_SET,
  /** The date of an item was set, in the format by which lists are sorted. */
  DATE_SET,
  /** The author's name was set in a post, comment or like. */
  NAME_SET,
  /** The exact counts of a post were set, as numbers that commands can increment. */
  COUNTS_SET,
  /** The id of a like was derived from its user's id, which prevents a second like. */
  LIKE_ID_SET,
  /** A user's second like of a post was deleted and subtracted from the count. */
  DUPLICATE_LIKE_REMOVED,
  /** A post's summary was written beside its author. */
  SUMMARY_WRITTEN,
  /** A summary was deleted because its post was deleted meanwhile. */
  SUMMARY_REMOVED,
  /** A post's entry in the listings was written. */
  ENTRY_WRITTEN,
  /** The front page was created. */
  FRONT_PAGE_WRITTEN,
  /** An item of the article's front page was deleted. */
  OLD_FEED_ITEM_REMOVED
}
