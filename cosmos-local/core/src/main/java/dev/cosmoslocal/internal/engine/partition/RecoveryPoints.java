package dev.cosmoslocal.internal.engine.partition;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Former states of a physical partition, to which a failover may return. Guarded by the partition's
 * lock. A state is kept for each hundredth of the time that a failover may lose, so that many
 * writes keep few of them.
 */
final class RecoveryPoints {
  private static final int PARTS = 100;

  private final long window;
  private final Deque<Point> points = new ArrayDeque<>();
  private long latest = Long.MIN_VALUE;

  /** The state before the writes at a time, which is in nanoseconds. */
  private record Point(long time, PartitionView before) {}

  RecoveryPoints(Duration window) {
    this.window = window.toNanos();
  }

  /** The points of a time that a failover may lose; null if it loses nothing. */
  static @Nullable RecoveryPoints of(Duration window) {
    return window.isZero() ? null : new RecoveryPoints(window);
  }

  /** Tells of a write that is about to replace a state. */
  void replacing(PartitionView before, long now) {
    latest = Math.max(latest, now);
    while (!points.isEmpty() && points.peekFirst().time() < latest - window - window / PARTS) {
      points.removeFirst();
    }
    if (points.isEmpty() || latest - points.peekLast().time() > window / PARTS) {
      points.addLast(new Point(latest, before));
    }
  }

  /**
   * The state without the writes of a time up to now. It may lack those of up to a hundredth of the
   * window before.
   */
  PartitionView without(Duration lost, PartitionView current, long now) {
    long end = Math.max(latest, now) - lost.toNanos();
    PartitionView found = current;
    if (lost.isZero()) {
      return found;
    }
    // Each state lacks more than the one after it. Later writes than a state's own time may share
    // it, for as long as no other state follows.
    for (Point point : (Iterable<Point>) points::descendingIterator) {
      if (point.time() + window / PARTS <= end) {
        break;
      }
      found = point.before();
    }
    return found;
  }

  void clear() {
    points.clear();
  }
}
