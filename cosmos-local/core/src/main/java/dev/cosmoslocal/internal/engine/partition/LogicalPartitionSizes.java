package dev.cosmoslocal.internal.engine.partition;

import dev.cosmoslocal.internal.engine.resource.EngineException;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The bytes of the items of each logical partition, counted only if they are limited. Guarded by
 * the partition's lock.
 */
final class LogicalPartitionSizes {
  private static final int FORBIDDEN = 403;
  private static final int FULL = 1014;
  private static final long GIGABYTE = 1L << 30;

  private final long limit;
  private final Map<Long, Long> bytes = new HashMap<>();

  LogicalPartitionSizes(long limit) {
    this.limit = limit;
  }

  /** Counts the change of a logical partition's bytes. */
  void add(long group, long change) {
    bytes.merge(group, change, Long::sum);
  }

  void remove(long group) {
    bytes.remove(group);
  }

  /**
   * Refuses a write that makes a full logical partition larger. The text is the service's
   * (Microsoft Learn, "Diagnose and troubleshoot Azure Cosmos DB forbidden exceptions").
   *
   * @param group the number of the logical partition, empty if it has no items
   * @param pending the change of its bytes by the transaction so far
   * @throws EngineException 403/1014 if the logical partition is full
   */
  void check(OptionalLong group, long pending, long change) {
    long stored = group.isPresent() ? bytes.getOrDefault(group.getAsLong(), 0L) : 0;
    if (change > 0 && stored + pending + change > limit) {
      String most = limit % GIGABYTE == 0 ? limit / GIGABYTE + " GB" : limit + " bytes";
      throw new EngineException(
          FORBIDDEN,
          FULL,
          "Partition key reached maximum size of "
              + most
              + ". Learn more: https://aka.ms/CosmosDB/sql/errors/full-pk");
    }
  }
}
