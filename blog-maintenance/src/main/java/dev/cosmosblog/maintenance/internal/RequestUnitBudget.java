package dev.cosmosblog.maintenance.internal;

import dev.cosmosblog.store.observe.OperationListener;
import dev.cosmosblog.store.observe.OperationReport;
import java.time.Duration;

/**
 * A token bucket that holds one second of RU. The charge of an operation is known only afterwards,
 * so it can overdraw the bucket, and the thread then waits until the bucket is refilled. Not
 * thread-safe.
 */
public final class RequestUnitBudget implements OperationListener {
  private static final double NANOS = 1e9;

  private final double perSecond;
  private final RunTimer timer;
  private double available;
  private double used;
  private long filledAt;

  public RequestUnitBudget(double perSecond, RunTimer timer) {
    this.perSecond = perSecond;
    this.timer = timer;
    this.available = perSecond;
    this.filledAt = timer.nanoTime().getAsLong();
  }

  @Override
  public void onOperation(OperationReport report) {
    used += report.requestUnits();
    fill();
    available -= report.requestUnits();
    if (available < 0) {
      try {
        timer.sleeper().sleep(Duration.ofNanos((long) Math.ceil(-available / perSecond * NANOS)));
      } catch (InterruptedException e) {
        // A listener can't throw it; the run checks the flag.
        Thread.currentThread().interrupt();
      }
      fill();
    }
  }

  private void fill() {
    long now = timer.nanoTime().getAsLong();
    available = Math.min(perSecond, available + (now - filledAt) / NANOS * perSecond);
    filledAt = now;
  }

  double used() {
    return used;
  }
}
