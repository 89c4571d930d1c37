package dev.cosmosblog.store.config;

/**
 * The way in which a store writes a comment or like together with the post's count of it. Results,
 * errors and the effect of a repeat are the same on both, and both may be used on one database at
 * once; only their cost and their needs differ.
 */
public enum WritePath {
  /**
   * One transactional batch, which writes the item and increments the count under a condition of
   * the post. It needs nothing but the containers, works on every backend, and is the cheaper one.
   */
  BATCH,
  /**
   * One stored procedure in the post's partition, as in Microsoft's article. It must have been
   * registered by {@code BlogSchema.withScripts()}. It costs about 5 RU more than the batch
   * (modelled), may take at most 5 s, and the SDK sends its arguments as its own mapper writes
   * them, whatever item serializer the host's client has.
   */
  SCRIPTS
}
