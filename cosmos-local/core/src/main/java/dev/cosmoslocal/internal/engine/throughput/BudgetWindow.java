package dev.cosmoslocal.internal.engine.throughput;

import dev.cosmoslocal.internal.engine.resource.EngineException;
import java.time.Duration;
import java.time.Instant;

/** The current second of one physical partition's throughput. Thread-safe. */
final class BudgetWindow {
  private static final long IDLE_SECONDS = 60;

  // Guarded by this: the request units used in the second, with the debt of earlier ones.
  private double used;
  private long second = Long.MIN_VALUE;

  /** Admits a request as long as something is left: its cost is known only afterwards. */
  synchronized void admit(Instant now, double share) {
    move(now, share);
    if (used >= share) {
      throw new EngineException(
              429,
              3200,
              "Request rate is large. More Request Units may be needed, so no changes were made."
                  + " Please retry this request later.")
          .retryAfter(wait(now, share));
    }
  }

  synchronized void charge(Instant now, double share, double requestUnits) {
    move(now, share);
    used += requestUnits;
  }

  synchronized boolean idle(Instant now) {
    return now.getEpochSecond() > second + IDLE_SECONDS;
  }

  /** Pays one share for each second that has begun. If the clock was set back, the debt stays. */
  private void move(Instant now, double share) {
    long current = now.getEpochSecond();
    if (current > second) {
      double paid = second == Long.MIN_VALUE ? used : (double) (current - second) * share;
      used = Math.max(0, used - paid);
    }
    second = current;
  }

  /** The time until the next second in which something is left, rounded up to milliseconds. */
  private Duration wait(Instant now, double share) {
    long seconds = (long) Math.floor(used / share);
    long nanos = Duration.ofSeconds(seconds).minusNanos(now.getNano()).toNanos();
    return Duration.ofMillis((nanos + 999_999) / 1_000_000);
  }
}
