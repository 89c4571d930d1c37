package dev.cosmosblog.store.spi;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * The passing of time: elapsed nanoseconds, waits between retries, and the random numbers, from 0
 * to below 1, that spread those waits.
 */
public record RetryTimer(LongSupplier nanoTime, DoubleSupplier random, Sleep sleep) {
  public static final RetryTimer REAL =
      new RetryTimer(
          System::nanoTime,
          () -> ThreadLocalRandom.current().nextDouble(),
          time -> TimeUnit.NANOSECONDS.sleep(time.toNanos()));

  /** A wait that an interrupt ends. */
  @FunctionalInterface
  public interface Sleep {
    void of(Duration time) throws InterruptedException;
  }
}
