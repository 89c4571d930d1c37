package dev.cosmosblog.changefeed.verify;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/** What a verifier was built with. */
record VerifySettings(
    double requestUnitsPerSecond,
    Duration settleTime,
    int pageSize,
    boolean removeOrphans,
    List<VerifyListener> listeners,
    Time time) {
  /** Where time comes from, and how it passes. */
  record Time(Clock clock, LongSupplier nanoTime, Waiter waiter) {}
}
