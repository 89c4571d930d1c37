package dev.cosmoslocal.internal.engine.partition;

import dev.cosmoslocal.internal.engine.key.EpkRange;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import org.jspecify.annotations.Nullable;

/** The part of a container that a query or a change feed reads. */
public sealed interface FeedScope {
  /** One logical partition, or all with a prefix of a hierarchical partition key. */
  record Logical(PartitionKeyValue partitionKey) implements FeedScope {}

  /**
   * One physical partition.
   *
   * @param within the range of keys to read; null for all
   */
  record Physical(String id, @Nullable EpkRange within) implements FeedScope {}
}
