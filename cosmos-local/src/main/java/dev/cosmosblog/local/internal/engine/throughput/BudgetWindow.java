package dev.cosmosblog.local.internal.engine.throughput;

import dev.cosmosblog.local.internal.engine.resource.EngineException;
import java.time.Duration;
import java.time.Instant;

/** The current second of one physical partition's throughput. Safe for many threads. */
final class BudgetWindow {
  private static final long IDLE_SECONDS = 60;

  // Guarded by this: what has been used of the second, debts of earlier ones included.
  private double used;
  private long second = Long.MIN_VALUE;

  /**
   * A request may begin as long as something is left; what it costs is known only when it is done.
   */
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

  /**
   * Each second that has begun pays one share. A clock that was set back begins anew with what is
   * owed.
   */
  private void move(Instant now, double share) {
    long current = now.getEpochSecond();
    if (current > second) {
      double paid = second == Long.MIN_VALUE ? used : (double) (current - second) * share;
      used = Math.max(0, used - paid);
    }
    second = current;
  }

  /** Until the second in which something is left again, rounded up to milliseconds. */
  private Duration wait(Instant now, double share) {
    long seconds = (long) Math.floor(used / share);
    long nanos = Duration.ofSeconds(seconds).minusNanos(now.getNano()).toNanos();
    return Duration.ofMillis((nanos + 999_999) / 1_000_000);
  }
}
