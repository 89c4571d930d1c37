package dev.cosmosblog.maintenance.scan;

import dev.cosmosblog.store.observe.OperationListener;
import dev.cosmosblog.store.observe.OperationReport;
import java.time.Duration;

/**
 * A token bucket of one second's request units. What an operation takes is known only after it, so
 * it may overdraw the bucket; the thread then waits until that is paid back. Used by the run's
 * thread alone.
 */
public final class RequestUnitBudget implements OperationListener {
  private static final double NANOS = 1e9;

  private final double perSecond;
  private final Time time;
  private double left;
  private double used;
  private long filledAt;

  /**
   * A budget whose first second begins now.
   *
   * @param perSecond the request units of a second, more than zero
   * @param time where time comes from
   */
  public RequestUnitBudget(double perSecond, Time time) {
    this.perSecond = perSecond;
    this.time = time;
    this.left = perSecond;
    this.filledAt = time.nanoTime().getAsLong();
  }

  @Override
  public void onOperation(OperationReport report) {
    take(report.requestUnits());
  }

  /**
   * Takes what a request was charged, and waits where that is more than is left.
   *
   * @param requestUnits the charge, in RU
   */
  public void take(double requestUnits) {
    used += requestUnits;
    fill();
    left -= requestUnits;
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

  /**
   * What was taken in all.
   *
   * @return the request units
   */
  public double used() {
    return used;
  }
}
