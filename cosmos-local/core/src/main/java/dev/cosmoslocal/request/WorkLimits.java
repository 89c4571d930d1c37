package dev.cosmoslocal.request;

import java.time.Duration;
import java.util.Objects;

/**
 * The bounds of what users' queries and scripts may take from the process of an account. If all
 * queries of the process together would take more than a third of its heap, some of them answer 429
 * with a time to wait.
 *
 * @param queryTime the longest time that a page of a query, or the condition of a patch, may take,
 *     by the system's timer, 1 ms to 1 hour. After half of it, a page that can end early does, with
 *     a continuation; other queries answer 408 at its end
 * @param queryRows the most rows that the joins and subqueries of a page may make, 1 or more; as
 *     with the time, a page ends early at half of them, and other queries answer 408
 * @param queryMemory the most memory in bytes that the rows and values of a page may take at one
 *     time, by estimate, 1 MB (1,048,576) or more; beyond it a query answers 413. A single row may
 *     take a quarter of it as JSON
 * @param scriptMemory the memory in bytes that a call of a script may allocate, garbage included, 1
 *     MB (1,048,576) or more; beyond it the call answers 413 and is rolled back. One text may have
 *     a character for each 16 bytes of it, at most 16 million, one array an element for each 128
 */
public record WorkLimits(Duration queryTime, long queryRows, long queryMemory, long scriptMemory) {
  private static final Duration LEAST_TIME = Duration.ofMillis(1);
  private static final Duration MAX_TIME = Duration.ofHours(1);
  private static final long LEAST_BYTES = 1L << 20;

  /**
   * The default limits: 10 s, twice the service's 5 s (Microsoft Learn, "Azure Cosmos DB service
   * quotas"), 20 million rows, 64 MB or an eighth of the greatest heap, and 1 GB or half of the
   * greatest heap, whichever is less.
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
      throw new IllegalArgumentException("queryTime must be 1 ms to 1 hour: " + queryTime);
    }
    if (queryRows < 1) {
      throw new IllegalArgumentException("queryRows must be 1 or more: " + queryRows);
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
   * @return limits that differ in this
   * @throws IllegalArgumentException if it is out of bounds
   */
  public WorkLimits withQueryTime(Duration most) {
    Objects.requireNonNull(most, "most");
    return new WorkLimits(most, queryRows, queryMemory, scriptMemory);
  }

  /**
   * Sets the rows of joins and subqueries.
   *
   * @param most 1 or more
   * @return limits that differ in this
   * @throws IllegalArgumentException if it is out of bounds
   */
  public WorkLimits withQueryRows(long most) {
    return new WorkLimits(queryTime, most, queryMemory, scriptMemory);
  }

  /**
   * Sets the memory of queries.
   *
   * @param most bytes, 1 MB (1,048,576) or more
   * @return limits that differ in this
   * @throws IllegalArgumentException if it is out of bounds
   */
  public WorkLimits withQueryMemory(long most) {
    return new WorkLimits(queryTime, queryRows, most, scriptMemory);
  }

  /**
   * Sets the memory of scripts.
   *
   * @param most bytes, 1 MB (1,048,576) or more
   * @return limits that differ in this
   * @throws IllegalArgumentException if it is out of bounds
   */
  public WorkLimits withScriptMemory(long most) {
    return new WorkLimits(queryTime, queryRows, queryMemory, most);
  }
}
