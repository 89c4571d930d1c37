package dev.cosmoslocal.internal.engine.resource;

import java.time.Duration;

/**
 * The conditions of the service that an account simulates on request.
 *
 * @param seed decides what is random in them
 * @param replicaLag the longest time by which a replica lags behind the primary; zero for none
 * @param logicalPartitionBytes the bytes of the items that a logical partition may hold
 * @param indexBuild the time that a new index of existing items takes; zero for none
 * @param recoveryPoint the time for which former states are kept, so that a failover can lose the
 *     writes of that time; zero for none
 */
public record ServiceConditions(
    long seed,
    Duration replicaLag,
    long logicalPartitionBytes,
    Duration indexBuild,
    Duration recoveryPoint) {
  /** One copy of the data without limits, whose indexes are built at once. */
  public static final ServiceConditions NONE =
      new ServiceConditions(0, Duration.ZERO, Long.MAX_VALUE, Duration.ZERO, Duration.ZERO);

  /** Returns whether the storage of logical partitions is limited. */
  public boolean limitsStorage() {
    return logicalPartitionBytes < Long.MAX_VALUE;
  }
}
