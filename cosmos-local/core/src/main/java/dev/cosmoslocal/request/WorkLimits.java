package dev.cosmoslocal.request;

import java.time.Duration;
import java.util.Objects;

/**
 * Limits on the time and memory that queries and scripts may use in the emulator's process. If all
 * queries together need more than a third of the heap, some fail with 429 and a retry time.
 *
 * @param queryTime the maximum time for a page of a query, or for the condition of a patch, 1 ms to
 *     1 hour. After half of it, a page ends early with a continuation where it can; other queries
 *     fail with 408 at the end
 * @param queryRows the maximum number of rows that joins and subqueries of a page may produce, 1 or
 *     more. As with the time, a page ends early at half of it where it can, and other queries fail
 *     with 408
 * @param queryMemory the maximum estimated memory in bytes for the rows and values of a page, 1 MB
 *     (1,048,576) or more; beyond it a query fails with 413. A single row may have a quarter of it
 *     as JSON
 * @param scriptMemory the maximum memory in bytes that a script call may allocate, including
 *     garbage, 1 MB (1,048,576) or more; beyond it the call fails with 413 and is rolled back. A
 *     string may have one character for each 16 bytes of it, at most 16 million, and an array one
 *     element for each 128 bytes
 */
public record WorkLimits(Duration queryTime, long queryRows, long queryMemory, long scriptMemory) {
  private static final Duration LEAST_TIME = Duration.ofMillis(1);
  private static final Duration MAX_TIME = Duration.ofHours(1);
  private static final long LEAST_BYTES = 1L << 20;

  /**
   * The default limits: 10 s, twice the service's 5 s (Microsoft Learn, "Azure Cosmos DB service
   * quotas"), 20 million rows, 64 MB or an eighth of the maximum heap, and 1 GB or half of the
   * maximum heap, whichever is less.
   */
  public static final WorkLimits DEFAULT = ofHeap(Runtime.getRuntime().maxMemory());

  /**
   * Checks the limits.
   *
   * @throws IllegalArgumentException if one is out of its bounds
   */
  public WorkLimits {
    Objects.requireNonNull(queryTime, "queryTime");
    if (queryTime.compareTo(LEAST_TIME) < 0 || queryTime.compareTo(MAX_TIME) > 0) {
      throw new IllegalArgumentException(
          "queryTime is " + queryTime + "; it must be 1 ms to 1 hour.");
    }
    if (queryRows < 1) {
      throw new IllegalArgumentException("queryRows is " + queryRows + "; it must be 1 or more.");
    }
    if (queryMemory < LEAST_BYTES || scriptMemory < LEAST_BYTES) {
      throw new IllegalArgumentException(
          "queryMemory and scriptMemory must be 1048576 or more: "
              + queryMemory
              + ", "
              + scriptMemory);
    }
  }

  private static WorkLimits ofHeap(long bytes) {
    return new WorkLimits(
        Duration.ofSeconds(10),
        20_000_000,
        Math.max(LEAST_BYTES, Math.min(64L << 20, bytes / 8)),
        Math.max(LEAST_BYTES, Math.min(1L << 30, bytes / 2)));
  }

  /**
   * Sets the time of queries and conditions.
   *
   * @param most 1 ms to 1 hour
   * @return changed limits
   * @throws IllegalArgumentException if it is out of range
   */
  public WorkLimits withQueryTime(Duration most) {
    Objects.requireNonNull(most, "most");
    return new WorkLimits(most, queryRows, queryMemory, scriptMemory);
  }

  /**
   * Sets the rows of joins and subqueries.
   *
   * @param most 1 or more
   * @return changed limits
   * @throws IllegalArgumentException if it is out of range
   */
  public WorkLimits withQueryRows(long most) {
    return new WorkLimits(queryTime, most, queryMemory, scriptMemory);
  }

  /**
   * Sets the memory of queries.
   *
   * @param most bytes, 1 MB (1,048,576) or more
   * @return changed limits
   * @throws IllegalArgumentException if it is out of range
   */
  public WorkLimits withQueryMemory(long most) {
    return new WorkLimits(queryTime, queryRows, most, scriptMemory);
  }

  /**
   * Sets the memory of scripts.
   *
   * @param most bytes, 1 MB (1,048,576) or more
   * @return changed limits
   * @throws IllegalArgumentException if it is out of range
   */
  public WorkLimits withScriptMemory(long most) {
    return new WorkLimits(queryTime, queryRows, queryMemory, most);
  }
}
