package dev.cosmoslocal.internal.script;

import java.time.Duration;

/**
 * The limits of one call of a script. The service stops a script after 5 s and, near that, answers
 * {@code false} to calls of the collection ("How to write stored procedures", on bounded
 * execution).
 *
 * @param time the time after which the call fails with 408; after four fifths of it, the collection
 *     answers {@code false}
 * @param operations the number of calls that the collection accepts before it answers {@code false}
 * @param bytes the memory that the call may allocate, garbage included
 */
public record ScriptLimits(Duration time, int operations, long bytes) {
  /** A transaction numbers its writes with 20 bits. */
  private static final int MAX_OPERATIONS = 1_000_000;

  private static final long MAX_BYTES = 1L << 30;

  private static final Duration MAX_TIME = Duration.ofMinutes(10);

  /** The service's 5 s, and about as many operations as it does in that time on small items. */
  public static final ScriptLimits DEFAULT = new ScriptLimits(Duration.ofSeconds(5), 10_000);

  public ScriptLimits {
    if (time.isNegative() || time.isZero() || time.compareTo(MAX_TIME) > 0) {
      throw new IllegalArgumentException(
          "A script's time must be positive and at most 10 minutes: " + time);
    }
    if (operations < 0 || operations > MAX_OPERATIONS) {
      throw new IllegalArgumentException(
          "A script's operations must be 0 to " + MAX_OPERATIONS + ": " + operations);
    }
  }

  public ScriptLimits withBytes(long most) {
    return new ScriptLimits(time, operations, most);
  }

  /**
   * Limits with the default memory: 1 GB, or half of the heap if that is less.
   *
   * @param time the time after which the call fails with 408
   * @param operations the number of calls that the collection accepts
   */
  public ScriptLimits(Duration time, int operations) {
    this(time, operations, Math.min(MAX_BYTES, Runtime.getRuntime().maxMemory() / 2));
  }
}
