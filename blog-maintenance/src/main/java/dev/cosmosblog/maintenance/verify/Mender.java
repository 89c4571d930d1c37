package dev.cosmosblog.maintenance.verify;

import dev.cosmosblog.maintenance.scan.Waiter;
import dev.cosmosblog.store.error.StoreRejectedException;
import java.time.Duration;

/**
 * Mends a suspect: looks, writes under what was seen, and looks again until it is right. What
 * another writer has set right meanwhile is mended, too.
 */
final class Mender {
  private static final int ATTEMPTS = 20;
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final Waiter waiter;

  Mender(Waiter waiter) {
    this.waiter = waiter;
  }

  /** Whether it is right now. */
  boolean mend(Suspect suspect) throws InterruptedException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Look look = Judge.lookAt(suspect);
      if (look instanceof Look.Right) {
        return true;
      }
      boolean written = false;
      if (look instanceof Look.Wrong wrong) {
        if (!wrong.finding().mendable()) {
          return false;
        }
        try {
          written = wrong.mend().getAsBoolean();
        } catch (StoreRejectedException e) {
          // What Cosmos DB will not have of one item, such as more than 2 MB, stops no other.
          return false;
        }
      }
      if (!written) {
        waiter.await(PAUSE);
      }
    }
    return false;
  }
}
