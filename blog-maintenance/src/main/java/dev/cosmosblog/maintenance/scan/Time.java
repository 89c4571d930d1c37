package dev.cosmosblog.maintenance.scan;

import java.time.Clock;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Where a run's time comes from, and how it passes.
 *
 * @param clock the time of day
 * @param nanoTime a timer, as {@link System#nanoTime}
 * @param waiter lets time pass
 */
public record Time(Clock clock, LongSupplier nanoTime, Waiter waiter) {
  /**
   * The system's clock and timer.
   *
   * @return the time as it is
   */
  public static Time ofSystem() {
    return new Time(
        Clock.systemUTC(), System::nanoTime, wait -> TimeUnit.NANOSECONDS.sleep(wait.toNanos()));
  }
}
