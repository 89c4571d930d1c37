package dev.cosmosblog.changefeed.verify;

import dev.cosmosblog.changefeed.verify.VerifySettings.Time;
import dev.cosmosblog.store.OperationListener;
import dev.cosmosblog.store.OperationReport;
import java.time.Duration;

/**
 * A token bucket of one second's request units. What an operation takes is known only after it, so it
 * may overdraw the bucket; the thread then waits until that is paid back. Used by the run's thread
 * alone.
 */
final class RequestUnitBudget implements OperationListener {
  private static final double NANOS = 1e9;

  private final double perSecond;
  private final Time time;
  private double left;
  private double used;
  private long filledAt;

  RequestUnitBudget(double perSecond, Time time) {
    this.perSecond = perSecond;
    this.time = time;
    this.left = perSecond;
    this.filledAt = time.nanoTime().getAsLong();
  }

  @Override
  public void onOperation(OperationReport report) {
    used += report.requestUnits();
    fill();
    left -= report.requestUnits();
    if (left < 0) {
      pay();
    }
  }

  private void fill() {
    long now = time.nanoTime().getAsLong();
    left = Math.min(perSecond, left + (now - filledAt) / NANOS * perSecond);
    filledAt = now;
  }

  private void pay() {
    try {
      time.waiter().await(Duration.ofNanos((long) Math.ceil(-left / perSecond * NANOS)));
    } catch (InterruptedException e) {
      // A listener can't throw it; the run looks for it.
      Thread.currentThread().interrupt();
    }
    fill();
  }

  double used() {
    return used;
  }
}
