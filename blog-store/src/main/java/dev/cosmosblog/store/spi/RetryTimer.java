package dev.cosmosblog.store.spi;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * Measures elapsed nanoseconds and waits between retries. The random numbers, from 0 to below 1,
 * are the jitter of these waits.
 */
public record RetryTimer(LongSupplier nanoTime, DoubleSupplier random, Sleep sleep) {
  public static final RetryTimer REAL =
      new RetryTimer(
          System::nanoTime,
          () -> ThreadLocalRandom.current().nextDouble(),
          time -> TimeUnit.NANOSECONDS.sleep(time.toNanos()));

  /** An interruptible wait. */
  @FunctionalInterface
  public interface Sleep {
    void of(Duration time) throws InterruptedException;
  }
}
