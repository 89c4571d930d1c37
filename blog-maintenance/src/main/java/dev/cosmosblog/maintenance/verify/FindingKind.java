package dev.cosmosblog.maintenance.verify;

/** What can be wrong with a blog's items. */
public enum FindingKind {
  /**
   * A post's counts differ from the comments and likes in its partition, or commands can't add to
   * them: they or its version are no numbers, or there is a {@code deleted} that says it is not.
   * Mended.
   */
  WRONG_COUNT,
  /**
   * A post, comment or like carries another name, or version of it, than its user, or than the mark
   * of an erased one. Mended.
   */
  STALE_NAME,
  /** A post, comment or like is by a user who is not there. Left: nobody knows the name. */
  MISSING_AUTHOR,
  /**
   * A like under an id of another writer's, which keeps no second one away. Mended: it gets its id.
   */
  UNGUARDED_LIKE,
  /**
   * A like of a user who likes the post by another item too. Mended: it goes, and is counted off.
   */
  DUPLICATE_LIKE,
  /**
   * A comment or like of a post that was deleted, or what a removed user wrote. Mended: it goes.
   */
  LEFTOVER,
  /** A comment or like without a post, or a mark of one. Left, unless orphans are to be removed. */
  ORPHAN,
  /** The feed does not hold exactly the newest posts as they are. Mended. */
  WRONG_FEED,
  /** A post has no short copy beside its author. Mended. */
  MISSING_COPY,
  /** A short copy differs from its post, or can't be read. Mended. */
  STALE_COPY,
  /** A short copy where none should be: its post is gone, or another's. Mended: it goes. */
  SURPLUS_COPY,
  /** A user bears a name that is reserved for nobody, or for one who does not bear it. Mended. */
  UNRESERVED_NAME,
  /**
   * A user bears a name that belongs to another user, who bears it too. Left: one has to rename.
   */
  TAKEN_NAME,
  /** A name is reserved for a user who does not bear it, and not on the way. Mended: it is free. */
  UNUSED_RESERVATION,
  /** An item that the library can't read, or that stands in another's place. Left. */
  UNREADABLE_ITEM,
  /**
   * An item that an upgrade could not bring into the library's form: it was written all the time,
   * or Cosmos DB refused the write, or its date can't be read. Left; only an upgrade finds it.
   */
  NOT_UPGRADED
}
