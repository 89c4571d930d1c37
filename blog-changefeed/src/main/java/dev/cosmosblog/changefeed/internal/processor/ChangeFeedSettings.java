package dev.cosmosblog.changefeed.internal.processor;

import dev.cosmosblog.store.internal.cosmos.ChangeProcessor;
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

  /** Returns the part of the settings that the processors take. */
  public ChangeProcessor.Settings forProcessor() {
    return new ChangeProcessor.Settings(
        hostName,
        leasePrefix,
        pollInterval,
        batchSize,
        leases.acquire(),
        leases.renew(),
        leases.expiration());
  }
}
