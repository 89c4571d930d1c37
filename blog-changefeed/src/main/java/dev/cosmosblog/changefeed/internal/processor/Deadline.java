package dev.cosmosblog.changefeed.internal.processor;

import java.time.Duration;

/** The time by which something has to end, on the JVM's monotonic clock. */
public record Deadline(long nanoTime) {
  /** A century: the nanosecond clock does not overflow within it. */
  private static final Duration FOREVER = Duration.ofDays(36_500);

  /** Returns the deadline that lies a timeout ahead; a negative timeout counts as zero. */
  public static Deadline after(Duration timeout) {
    Duration bounded = timeout.compareTo(FOREVER) > 0 ? FOREVER : timeout;
    return new Deadline(System.nanoTime() + (bounded.isNegative() ? 0 : bounded.toNanos()));
  }

  public Deadline plus(Duration more) {
    return new Deadline(nanoTime + more.toNanos());
  }

  public Duration left() {
    return Duration.ofNanos(Math.max(0, nanoTime - System.nanoTime()));
  }

  public boolean isPast() {
    return nanoTime - System.nanoTime() < 0;
  }
}
