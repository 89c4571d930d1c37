package dev.cosmoslocal;

import dev.cosmoslocal.request.RequestRecord;
import java.util.Objects;
import java.util.function.Predicate;

/** Counts requests and their costs. Thread-safe. */
public final class RequestCounter implements RequestListener {
  private final Predicate<RequestRecord> counted;

  // Guarded by this.
  private RequestTotals totals = RequestTotals.NONE;

  /** Counts every request. */
  public RequestCounter() {
    this(request -> true);
  }

  /**
   * Counts the requests that match a condition.
   *
   * @param counted the condition, called on the emulator's threads
   */
  public RequestCounter(Predicate<RequestRecord> counted) {
    Objects.requireNonNull(counted, "counted");
    this.counted = counted;
  }

  @Override
  public void onRequest(RequestRecord request) {
    Objects.requireNonNull(request, "request");
    if (counted.test(request)) {
      synchronized (this) {
        totals = totals.plus(request);
      }
    }
  }

  /**
   * Returns the totals so far.
   *
   * @return immutable totals
   */
  public synchronized RequestTotals totals() {
    return totals;
  }

  /**
   * Resets the totals.
   *
   * @return the totals before
   */
  public synchronized RequestTotals reset() {
    RequestTotals before = totals;
    totals = RequestTotals.NONE;
    return before;
  }
}
