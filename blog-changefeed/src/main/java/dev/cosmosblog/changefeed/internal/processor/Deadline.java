package dev.cosmosblog.changefeed.internal.processor;

import java.time.Duration;

/** A deadline on the JVM's monotonic clock. */
public record Deadline(long nanoTime) {
  /** A century, within which the nanosecond clock doesn't overflow. */
  private static final Duration FOREVER = Duration.ofDays(36_500);

  /** Returns the deadline after a timeout; a negative timeout counts as zero. */
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
