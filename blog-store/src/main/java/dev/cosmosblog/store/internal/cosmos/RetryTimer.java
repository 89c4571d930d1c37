package dev.cosmosblog.store.internal.cosmos;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The passing of time between retries, with random numbers from 0 to below 1, and the locks at
 * which operations wait for each other.
 */
public record RetryTimer(
    LongSupplier nanoTime, DoubleSupplier random, Sleep sleep, Supplier<Lock> locks) {
  public static final RetryTimer REAL =
      new RetryTimer(
          System::nanoTime,
          () -> ThreadLocalRandom.current().nextDouble(),
          time -> TimeUnit.NANOSECONDS.sleep(time.toNanos()));

  public RetryTimer(LongSupplier nanoTime, DoubleSupplier random, Sleep sleep) {
    this(nanoTime, random, sleep, ReentrantLock::new);
  }

  /** A wait that an interrupt ends. */
  @FunctionalInterface
  public interface Sleep {
    void of(Duration time) throws InterruptedException;
  }
}
