package dev.cosmosblog.local.engine;

/**
 * A physical partition as a client sees it.
 *
 * @param id the id
 * @param rid the resource id
 * @param range its keys
 * @param lsn the number of its last transaction
 */
public record PartitionInfo(String id, String rid, EpkRange range, long lsn) {
  static PartitionInfo of(PhysicalPartition partition, ContainerId container) {
    String rid = ResourceIds.range(container.number(), Long.parseLong(partition.id()) + 2);
    return new PartitionInfo(partition.id(), rid, partition.range(), partition.lsn());
  }
}
