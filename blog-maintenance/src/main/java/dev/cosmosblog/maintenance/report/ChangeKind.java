package dev.cosmosblog.maintenance.report;

/** The kinds of writes that an upgrade or a rebuild makes. */
public enum ChangeKind {
  /** A user of the former container was written to the container of users. */
  USER_COPIED,
  /** A username was reserved for its user. */
  NAME_RESERVED,
  /** An item got its {@code type}. A new comment is counted in the same transaction. */
  TYPE_SET,
  /** An item got its date in the form that lists are sorted by. */
  DATE_SET,
  /** A post, comment or like got its author's name. */
  NAME_SET,
  /** A post got exact counts, in a form that commands can increment. */
  COUNTS_SET,
  /** A like got the id that is derived from its user's id and prevents a second like. */
  LIKE_ID_SET,
  /** A user's second like of a post was deleted and subtracted from the count. */
  DUPLICATE_LIKE_REMOVED,
  /** A post's short copy was written beside its author. */
  COPY_WRITTEN,
  /** A short copy was deleted because its post was deleted meanwhile. */
  COPY_REMOVED,
  /** A post's entry in the archive was written. */
  ENTRY_WRITTEN,
  /** The front page was created. */
  FRONT_PAGE_WRITTEN,
  /** An item of the article's own front page was deleted. */
  OLD_FEED_ITEM_REMOVED
}
