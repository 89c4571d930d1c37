package dev.cosmosblog.testsupport;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition. */
public final class Await {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private Await() {}

  /**
   * Waits for a condition for at most a minute.
   *
   * @param condition what to wait for
   * @return whether it became true
   */
  public static boolean until(BooleanSupplier condition) {
    return until(TIMEOUT, condition);
  }

  /**
   * Waits for a condition.
   *
   * @param timeout how long to wait at most
   * @param condition what to wait for
   * @return whether it became true
   */
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
