package dev.cosmosblog.local.internal.engine.partition;

import dev.cosmosblog.local.internal.engine.key.EpkRange;
import dev.cosmosblog.local.internal.engine.key.PartitionKeyValue;
import org.jspecify.annotations.Nullable;

/** What a query or a change feed is asked over. */
public sealed interface FeedScope {
  /**
   * One logical partition, or all that begin with the given components of a hierarchical key.
   *
   * @param partitionKey the key
   */
  record Logical(PartitionKeyValue partitionKey) implements FeedScope {}

  /**
   * One physical partition.
   *
   * @param id the partition's id
   * @param within only what lies in this range of keys; null for all
   */
  record Physical(String id, @Nullable EpkRange within) implements FeedScope {}
}
