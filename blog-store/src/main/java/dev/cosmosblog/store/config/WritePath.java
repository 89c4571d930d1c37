package dev.cosmosblog.store.config;

/**
 * How a comment or like is written together with its count. Both ways can be used on one database.
 */
public enum WritePath {
  /**
   * A transactional batch with a condition on the post. It needs only the containers. Comments and
   * likes that a store receives during a post's batch share the next batch.
   */
  BATCH,
  /**
   * A stored procedure for each comment or like, registered by {@code BlogSchema.withScripts()}. It
   * costs about 5 RU more (modelled) and runs at most 5 s. The SDK serializes its arguments with
   * its default mapper, not the client's custom serializer.
   */
  SCRIPTS
}
