package dev.cosmosblog.store.config;

/** How a comment or like is written with its count; both ways may be used on one database. */
public enum WritePath {
  /**
   * One transactional batch, under a condition of the post. It needs the containers alone. What
   * comes to a post while a batch of it is under way in a store goes together in the next one.
   */
  BATCH,
  /**
   * One stored procedure, registered by {@code BlogSchema.withScripts()}: about 5 RU more
   * (modelled), at most 5 s, and one for each comment and like. The SDK writes its arguments with
   * its own mapper, not the host's serializer.
   */
  SCRIPTS
}
