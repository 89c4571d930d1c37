package dev.cosmosblog.store;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * How time passes for {@link Retries}.
 *
 * @param nanoTime as {@link System#nanoTime}
 * @param random at each call a number from 0, inclusive, to 1, exclusive
 * @param sleep waits
 */
record Waiting(LongSupplier nanoTime, DoubleSupplier random, Sleep sleep) {
  static final Waiting REAL =
      new Waiting(
          System::nanoTime,
          () -> ThreadLocalRandom.current().nextDouble(),
          time -> TimeUnit.NANOSECONDS.sleep(time.toNanos()));

  /** A wait that an interrupt ends. */
  @FunctionalInterface
  interface Sleep {
    void of(Duration time) throws InterruptedException;
  }
}
