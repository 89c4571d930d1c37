package dev.cosmosblog.changefeed.internal.processor;

import java.time.Duration;

/** The settings of a change feed. */
public record ChangeFeedSettings(
    String hostName,
    String leasePrefix,
    Duration pollInterval,
    int batchSize,
    Duration frontPageInterval,
    LeaseIntervals leases,
    Duration stallAfter,
    Duration setAsideRetention,
    Duration maxReplicaLag) {
  /**
   * Returns the time after which a batch ends at the next opportunity: a third of what its lease
   * allows, because handling the batch change by change may take the same time once more.
   */
  public Duration longestBatch() {
    return leases.longestBatch().dividedBy(3);
  }
}
