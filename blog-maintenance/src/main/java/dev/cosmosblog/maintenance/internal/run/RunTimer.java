package dev.cosmosblog.maintenance.internal.run;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The source of a run's time. Tests let time pass at once.
 *
 * @param clock the time of day
 * @param nanoTime elapsed time, as {@link System#nanoTime}
 * @param sleeper how the run waits
 */
public record RunTimer(Clock clock, LongSupplier nanoTime, Sleeper sleeper) {
  /** How a run waits. */
  @FunctionalInterface
  public interface Sleeper {
    /** Returns after a time. */
    void sleep(Duration time) throws InterruptedException;
  }

  /** Returns the system's clock and timer. */
  public static RunTimer ofSystem() {
    return new RunTimer(
        Clock.systemUTC(), System::nanoTime, time -> TimeUnit.NANOSECONDS.sleep(time.toNanos()));
  }
}
