package dev.cosmosblog.store.query;

/**
 * Selects posts or comments by who may see them. The application must decide who may see more than
 * {@link #LISTED}.
 */
public enum Visibility {
  /**
   * The posts or comments that readers see: published posts, or comments that are neither hidden
   * nor pending.
   */
  LISTED,

  /**
   * The posts or comments that readers don't see: drafts, scheduled and hidden posts, or hidden and
   * pending comments.
   */
  UNLISTED,

  /** Both, in one order. */
  ALL;

  /**
   * {@return whether this part has an entry}
   *
   * @param isListed whether readers see the entry
   */
  public boolean includes(boolean isListed) {
    return this == ALL || isListed == (this == LISTED);
  }
}
