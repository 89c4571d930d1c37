package dev.cosmosblog.changefeed;

import java.time.Duration;

/** What a change feed was built with. */
record ChangeFeedSettings(
    String hostName,
    String leasePrefix,
    Duration pollInterval,
    int batchSize,
    LeaseIntervals leases,
    Duration stallAfter,
    Duration setAsideRetention) {}
