package dev.cosmosblog.local.internal.query.function;

/**
 * When a query began, for those of its functions that give one time for all pages. For one page,
 * and one thread.
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

  /** What the next page has to know: 0 if nobody asked. */
  public long carried() {
    return asked ? ticks : 0;
  }
}
