package dev.cosmosblog.changefeed;

import java.time.Duration;

/** What a change feed was built with. */
record ChangeFeedSettings(
    String hostName,
    String leasePrefix,
    Duration pollInterval,
    int batchSize,
    Duration feedInterval,
    LeaseIntervals leases,
    Duration stallAfter,
    Duration setAsideRetention,
    Duration settle) {
  /**
   * After how long a batch ends at the next chance. Change by change it may take this time once
   * more: a third of what its lease allows.
   */
  Duration longestBatch() {
    return leases.longestBatch().dividedBy(3);
  }
}
