package dev.cosmosblog.store.query;

/**
 * The part of a list that is asked for. The library does not know who asks: the host decides who
 * may see more than {@link #LISTED}.
 */
public enum Visibility {
  /** What readers see: published posts, comments that are not hidden. */
  LISTED,

  /** What readers do not see: drafts, scheduled and hidden posts, or hidden comments. */
  UNLISTED,

  /** Both, in one order. */
  ALL
}
