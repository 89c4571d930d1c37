package dev.cosmosblog.maintenance.upgrade;

import dev.cosmosblog.maintenance.scan.Waiter;
import java.time.Duration;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;

/**
 * Waits until changed indexes are there: a query that needs a path in order is refused until then.
 *
 * @param progress how far they are, from 0 to 100
 * @param told hears of it before each pause
 * @param waiter lets time pass
 */
record IndexWait(IntSupplier progress, IntConsumer told, Waiter waiter) {
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final int EVERYTHING = 100;

  void await() throws InterruptedException {
    int now = progress.getAsInt();
    while (now < EVERYTHING) {
      told.accept(now);
      waiter.await(PAUSE);
      now = progress.getAsInt();
    }
  }
}
