package dev.cosmosblog.local.engine;

import org.jspecify.annotations.Nullable;

/** What of a physical partition a request asks for: a logical partition, or a range of keys. */
record PartitionScope(PhysicalPartition partition, EpkRange range, @Nullable LogicalKey logical) {
  boolean contains(Item item) {
    LogicalKey key = item.key().partition();
    return logical == null ? range.contains(key.epk()) : logical.equals(key);
  }
}
