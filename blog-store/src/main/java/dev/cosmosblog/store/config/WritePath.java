package dev.cosmosblog.store.config;

/**
 * How a store writes a comment or like together with the post's count of it. Only costs and needs
 * differ; both ways may be used on one database at once.
 */
public enum WritePath {
  /**
   * One transactional batch, which writes the item and increments the count under a condition of
   * the post. It needs nothing but the containers, and is the cheaper one.
   */
  BATCH,
  /**
   * One stored procedure in the post's partition, as in Microsoft's article, registered by {@code
   * BlogSchema.withScripts()}. It costs about 5 RU more than the batch (modelled), may take at most
   * 5 s, and gets its arguments as the SDK's own mapper writes them, not the host's serializer.
   */
  SCRIPTS
}
