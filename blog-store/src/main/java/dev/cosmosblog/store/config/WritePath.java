package dev.cosmosblog.store.config;

/**
 * How a store writes a comment or like together with the post's count of it. Only costs and needs
 * differ; both ways may be used on one database at once.
 */
public enum WritePath {
  /** One transactional batch, under a condition of the post. It needs the containers alone. */
  BATCH,
  /**
   * One stored procedure, registered by {@code BlogSchema.withScripts()}: about 5 RU more
   * (modelled), at most 5 s. The SDK writes its arguments with its own mapper, not the host's
   * serializer.
   */
  SCRIPTS
}
