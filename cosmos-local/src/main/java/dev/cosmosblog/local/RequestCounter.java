package dev.cosmosblog.local;

import dev.cosmosblog.local.request.RequestRecord;
import java.util.function.Predicate;

/** Adds up what requests cost. Safe for many threads. */
public final class RequestCounter implements RequestListener {
  private final Predicate<RequestRecord> counted;

  // Guarded by this.
  private RequestTotals totals = RequestTotals.NONE;

  /** Counts every request. */
  public RequestCounter() {
    this(request -> true);
  }

  /**
   * Counts some requests.
   *
   * @param counted which; it is asked on the threads of the account
   */
  public RequestCounter(Predicate<RequestRecord> counted) {
    this.counted = counted;
  }

  @Override
  public void onRequest(RequestRecord request) {
    if (counted.test(request)) {
      synchronized (this) {
        totals = totals.plus(request);
      }
    }
  }

  /**
   * What has been counted so far.
   *
   * @return the totals, which don't change
   */
  public synchronized RequestTotals totals() {
    return totals;
  }

  /**
   * Begins anew.
   *
   * @return what had been counted
   */
  public synchronized RequestTotals reset() {
    RequestTotals before = totals;
    totals = RequestTotals.NONE;
    return before;
  }
}
