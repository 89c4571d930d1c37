package dev.cosmosblog.maintenance.upgrade;

import dev.cosmosblog.maintenance.scan.Waiter;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Repeats what other writers come between, each time with another look.
 *
 * @param waiter lets time pass in between
 */
record Attempts(Waiter waiter) {
  /** So many times an item that is written all the time is looked at. */
  static final int MOST = 20;

  private static final Duration PAUSE = Duration.ofMillis(20);

  /** How the last attempt ended. */
  Tried repeat(Supplier<Tried> attempt) throws InterruptedException {
    Tried last = attempt.get();
    for (int more = 1; more < MOST && last == Tried.LOST; more++) {
      waiter.await(PAUSE);
      last = attempt.get();
    }
    return last;
  }
}
