package dev.cosmosblog.benchmarks.testing;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition. */
public final class Await {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private Await() {}

  /** Returns whether the condition comes true within a minute. */
  public static boolean until(BooleanSupplier condition) {
    return until(TIMEOUT, condition);
  }

  /** Returns whether the condition comes true in time. */
  public static boolean until(Duration timeout, BooleanSupplier condition) {
    long end = System.nanoTime() + timeout.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        return false;
      }
      LockSupport.parkNanos(20_000_000);
    }
    return true;
  }
}
