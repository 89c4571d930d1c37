package dev.cosmosblog.maintenance.scan;

import java.time.Duration;

/** Lets time pass; tests let it pass at once. */
@FunctionalInterface
public interface Waiter {
  /**
   * Comes back after a time.
   *
   * @param time for how long
   * @throws InterruptedException if the thread was interrupted
   */
  void await(Duration time) throws InterruptedException;
}
