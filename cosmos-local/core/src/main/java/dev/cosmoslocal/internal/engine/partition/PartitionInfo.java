package dev.cosmoslocal.internal.engine.partition;

import dev.cosmoslocal.internal.engine.key.EpkRange;
import dev.cosmoslocal.internal.engine.resource.ContainerId;
import dev.cosmoslocal.internal.engine.resource.ResourceIds;
import java.util.List;

/** A physical partition as a client sees it. */
public record PartitionInfo(String id, String rid, List<String> parents, EpkRange range, long lsn) {
  public PartitionInfo {
    parents = List.copyOf(parents);
  }

  public static PartitionInfo of(PhysicalPartition partition, ContainerId container) {
    String rid = ResourceIds.range(container.number(), Long.parseLong(partition.id()) + 2);
    return new PartitionInfo(
        partition.id(), rid, partition.rangeId().parents(), partition.range(), partition.lsn());
  }
}
