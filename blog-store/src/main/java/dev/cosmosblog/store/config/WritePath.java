package dev.cosmosblog.store.config;

import dev.cosmosblog.store.BlogSchema;

/**
 * How a store writes what has to be one with a post's counts: comments and likes, and their
 * removal. Results, errors and what repeating does are the same on both paths, and both can be used
 * on one database at once; only their cost and what they need differ.
 */
public enum WritePath {
  /**
   * One transactional batch, which writes the item and increments the count under a condition of
   * the post. It needs nothing but the containers, works on every backend, and is the cheaper one.
   */
  BATCH,
  /**
   * One stored procedure in the post's partition, as in Microsoft's article. It must have been
   * registered by {@link BlogSchema#withScripts()}. It costs about 5 RU more than the batch
   * (modelled), may take at most 5 s, and the SDK sends its arguments as its own mapper writes
   * them, whatever item serializer the host's client has.
   */
  SCRIPTS
}
