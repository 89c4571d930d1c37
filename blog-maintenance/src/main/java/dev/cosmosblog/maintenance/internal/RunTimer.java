package dev.cosmosblog.maintenance.internal;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The clock, the elapsed time and the waits of a run. Tests let time pass at once. */
public record RunTimer(Clock clock, LongSupplier nanoTime, Sleeper sleeper) {
  @FunctionalInterface
  public interface Sleeper {
    void sleep(Duration time) throws InterruptedException;
  }

  public static RunTimer of(Clock clock) {
    return new RunTimer(
        clock, System::nanoTime, time -> TimeUnit.NANOSECONDS.sleep(time.toNanos()));
  }
}
