package dev.cosmoslocal.internal.engine.partition;

import dev.cosmoslocal.internal.engine.key.EpkRange;
import dev.cosmoslocal.internal.engine.resource.ContainerId;
import dev.cosmoslocal.internal.engine.resource.ResourceIds;
import java.util.List;

/**
 * A physical partition as a client sees it.
 *
 * @param id the id
 * @param rid the resource id
 * @param parents the ids of the partitions that it came from by splits, the oldest first
 * @param range its keys
 * @param lsn the number of its last transaction
 */
public record PartitionInfo(String id, String rid, List<String> parents, EpkRange range, long lsn) {
  /** Copies the parents. */
  public PartitionInfo {
    parents = List.copyOf(parents);
  }

  public static PartitionInfo of(PhysicalPartition partition, ContainerId container) {
    String rid = ResourceIds.range(container.number(), Long.parseLong(partition.id()) + 2);
    return new PartitionInfo(
        partition.id(), rid, partition.rangeId().parents(), partition.range(), partition.lsn());
  }
}
