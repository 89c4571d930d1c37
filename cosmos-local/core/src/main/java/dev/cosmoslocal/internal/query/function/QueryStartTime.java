package dev.cosmoslocal.internal.query.function;

/**
 * The time at which a query started, for the functions that return the same time on all pages. An
 * instance serves one page, on one thread.
 */
public final class QueryStartTime {

  private final long ticks;
  private boolean asked;

  public QueryStartTime(long ticks) {
    this.ticks = ticks;
  }

  long ticks() {
    asked = true;
    return ticks;
  }

  /** The ticks that the continuation carries to the next page: 0 if no function used them. */
  public long carried() {
    return asked ? ticks : 0;
  }
}
