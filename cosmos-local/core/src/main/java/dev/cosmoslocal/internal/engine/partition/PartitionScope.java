package dev.cosmoslocal.internal.engine.partition;

import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.key.EpkRange;
import dev.cosmoslocal.internal.engine.key.LogicalPartition;
import org.jspecify.annotations.Nullable;

/**
 * The part of a physical partition that a request reads: a logical partition, or a range of keys.
 */
public record PartitionScope(
    PhysicalPartition partition, EpkRange range, @Nullable LogicalPartition logical) {
  public boolean contains(Item item) {
    LogicalPartition key = item.key().partition();
    return logical == null ? range.contains(key.epk()) : logical.equals(key);
  }
}
