package dev.cosmosblog.maintenance.upgrade;

/** What an upgrade or a rebuild writes. */
public enum RunChange {
  /** A user was written to the container of users. */
  USER_BROUGHT,
  /** A name was reserved for the user who bears it. */
  NAME_RESERVED,
  /** An item says now what it is; a comment is counted with it. */
  TYPE_SET,
  /** An item has its date in the form that lists are ordered by. */
  DATE_SET,
  /** A post, comment or like carries its author's name. */
  NAME_SET,
  /** A post has its counts, in a form that comments and likes can be counted on. */
  COUNTS_SET,
  /** A like has the id that is made of its user's, which keeps a second one away. */
  LIKE_MOVED,
  /** A user's second like of a post went, and was counted off. */
  LIKE_DROPPED,
  /** A post has its short copy beside its author. */
  COPY_WRITTEN,
  /** A short copy went, since its post did meanwhile. */
  COPY_REMOVED,
  /** The feed was made. */
  FEED_WRITTEN,
  /** An item of the article's feed went. */
  FEED_ENTRY_REMOVED
}
