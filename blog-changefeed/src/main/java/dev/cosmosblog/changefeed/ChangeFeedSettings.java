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
  /** How long a batch may take: half of what its lease allows. */
  Duration longestBatch() {
    return leases.longestBatch().dividedBy(2);
  }
}
