package dev.cosmoslocal.internal.budget;

import java.time.Duration;

/**
 * The bounds of one page of a query, or of one condition.
 *
 * @param time the longest time that it may take
 * @param rows the most rows that its joins and subqueries may make
 * @param bytes the most memory that its rows and values may take at one time, as an estimate
 */
public record BudgetLimits(Duration time, long rows, long bytes) {
  private static final int ROWS_TO_MEMORY = 4;

  /** Twice the service's 5 s, and what fits into the heap of a test. */
  public static final BudgetLimits DEFAULT =
      new BudgetLimits(Duration.ofSeconds(10), 20_000_000, 64L << 20);

  /** The most bytes of one row as JSON: it is written from memory to memory. */
  long rowBytes() {
    return bytes / ROWS_TO_MEMORY;
  }
}
