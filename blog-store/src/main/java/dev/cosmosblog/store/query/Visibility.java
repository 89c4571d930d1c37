package dev.cosmosblog.store.query;

/**
 * The part of a list that is asked for. The library does not know who asks: the host decides who
 * may see more than {@link #LISTED}.
 */
public enum Visibility {
  /** The published posts, or the comments that are not hidden, which readers see. */
  LISTED,

  /** The drafts, scheduled and hidden posts, or the hidden comments, which readers do not see. */
  UNLISTED,

  /** Both, in one order. */
  ALL
}
