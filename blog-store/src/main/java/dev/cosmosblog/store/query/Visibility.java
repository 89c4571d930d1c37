package dev.cosmosblog.store.query;

/**
 * Selects the part of a list. The application must decide who may see more than {@link #LISTED}.
 */
public enum Visibility {
  /** The posts or comments that readers see: published posts, or comments that aren't hidden. */
  LISTED,

  /**
   * The posts or comments that readers don't see: drafts, scheduled and hidden posts, or hidden
   * comments.
   */
  UNLISTED,

  /** Both, in one order. */
  ALL
}
