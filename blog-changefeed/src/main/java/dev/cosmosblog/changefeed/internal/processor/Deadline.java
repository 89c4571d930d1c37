package dev.cosmosblog.changefeed.internal.processor;

import java.time.Duration;

/** The time by which something has to end, on the JVM's monotonic clock. */
public final class Deadline {
  /** A century: the nanosecond clock does not overflow within it. */
  private static final Duration FOREVER = Duration.ofDays(36_500);

  private final long nanoTime;

  private Deadline(long nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Returns the deadline that lies a timeout ahead; a negative timeout counts as zero. */
  public static Deadline after(Duration timeout) {
    Duration bounded = timeout.compareTo(FOREVER) > 0 ? FOREVER : timeout;
    return new Deadline(System.nanoTime() + (bounded.isNegative() ? 0 : bounded.toNanos()));
  }

  public Duration left() {
    return Duration.ofNanos(Math.max(0, nanoTime - System.nanoTime()));
  }

  public boolean isPast() {
    return nanoTime - System.nanoTime() < 0;
  }
}
