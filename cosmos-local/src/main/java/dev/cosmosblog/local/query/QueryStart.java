package dev.cosmosblog.local.query;

/**
 * When a query began, for those of its functions that give one time for all pages. For one page,
 * and one thread.
 */
final class QueryStart {

  private final long ticks;
  private boolean asked;

  QueryStart(long ticks) {
    this.ticks = ticks;
  }

  long ticks() {
    asked = true;
    return ticks;
  }

  /** What the next page has to know: 0 if nobody asked. */
  long carried() {
    return asked ? ticks : 0;
  }
}
