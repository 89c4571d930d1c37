package dev.cosmosblog.store.config;

/** A query that may use the integrated cache of a dedicated gateway. */
public enum CachedRead {
  /** The newest posts (Q6). */
  FRONT_PAGE,
  /** The posts of a user (Q3), and the comments and likes of a post (Q4, Q5). */
  LISTS,
  /** A post (Q2). */
  POSTS
}
