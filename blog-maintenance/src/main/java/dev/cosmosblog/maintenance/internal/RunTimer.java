package dev.cosmosblog.maintenance.internal;

import dev.cosmosblog.store.spi.Environment;
import dev.cosmosblog.store.spi.RetryTimer;
import java.time.Clock;
import java.time.Duration;
import java.util.function.LongSupplier;

/** The clock, the elapsed time and the waits of a run. In tests, waits return at once. */
public record RunTimer(Clock clock, LongSupplier nanoTime, Sleeper sleeper) {
  @FunctionalInterface
  public interface Sleeper {
    void sleep(Duration time) throws InterruptedException;
  }

  public static RunTimer of(Environment environment) {
    RetryTimer timer = environment.timer();
    return new RunTimer(environment.clock(), timer.nanoTime(), timer.sleep()::of);
  }
}
