package dev.cosmosblog.maintenance.internal.run;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The clock, the elapsed time and the waits of a run. Tests let time pass at once. */
public record RunTimer(Clock clock, LongSupplier nanoTime, Sleeper sleeper) {
  /** How a run waits. */
  @FunctionalInterface
  public interface Sleeper {
    void sleep(Duration time) throws InterruptedException;
  }

  /** Returns the system's clock and timer. */
  public static RunTimer ofSystem() {
    return new RunTimer(
        Clock.systemUTC(), System::nanoTime, time -> TimeUnit.NANOSECONDS.sleep(time.toNanos()));
  }
}
