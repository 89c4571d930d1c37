package dev.cosmosblog.changefeed;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Knows how this host follows one container, from what happens, and tells the listeners of it. All
 * of its state is guarded by this; the listeners are told without the lock.
 */
final class SourceMonitor {
  /** A batch that failed as often is not just unlucky. */
  static final int FAILURES_TO_DEGRADE = 3;

  private final SourceFeed feed;
  private final Listeners listeners;
  private final Clock clock;
  private final Duration stallAfter;
  private final Instant since;

  private final Map<String, Failing> failing = new HashMap<>();
  private @Nullable Instant lastBegunAt;
  private @Nullable Instant lastBatchAt;
  private @Nullable Instant lastHeartbeatAt;
  private @Nullable String lastFailure;
  private @Nullable String stalled;
  private @Nullable SpreadProgress spread;
  private long batches;
  private long changes;
  private long setAside;
  private int restarts;
  private int inFlight;
  private int ranges;
  private boolean gaveUp;

  SourceMonitor(SourceFeed feed, Listeners listeners, Clock clock, Duration stallAfter) {
    this.feed = feed;
    this.listeners = listeners;
    this.clock = clock;
    this.stallAfter = stallAfter;
    this.since = clock.instant();
  }

  private record Failing(int times, Instant last) {}

  SourceFeed feed() {
    return feed;
  }

  synchronized void batchBegun() {
    inFlight++;
    lastBegunAt = clock.instant();
  }

  /** A batch was handled; its key tells it from others when it comes again. */
  void batchDone(String key, BatchReport report) {
    synchronized (this) {
      inFlight--;
      batches++;
      changes += report.changes();
      lastBatchAt = clock.instant();
      lastHeartbeatAt = lastBatchAt;
      failing.remove(key);
    }
    listeners.tell(listener -> listener.onBatch(report));
  }

  void batchFailed(String key, RuntimeException failure) {
    synchronized (this) {
      Instant now = clock.instant();
      inFlight--;
      lastFailure = failure.toString();
      int before = failing.getOrDefault(key, new Failing(0, now)).times();
      failing.put(key, new Failing(before + 1, now));
    }
    listeners.tell(listener -> listener.onBatchFailed(feed, failure));
  }

  /** A batch ended before it was done, as was meant; it comes again. */
  synchronized void batchInterrupted() {
    inFlight--;
    lastBatchAt = clock.instant();
  }

  void itemSetAside(SetAside item) {
    synchronized (this) {
      setAside++;
    }
    listeners.tell(listener -> listener.onSetAside(item));
  }

  void spread(SpreadProgress progress) {
    synchronized (this) {
      spread = progress;
    }
    listeners.tell(listener -> listener.onSpread(progress));
  }

  void heartbeat(int rangesHeld) {
    synchronized (this) {
      lastHeartbeatAt = clock.instant();
      ranges = rangesHeld;
      stalled = null;
      gaveUp = false;
    }
    listeners.tell(listener -> listener.onHeartbeat(feed));
  }

  void leaseMoved(LeaseMove move) {
    listeners.tell(listener -> listener.onLeaseMoved(move));
  }

  void stalled(String reason, boolean beyondHelp) {
    boolean told;
    synchronized (this) {
      told = stalled != null;
      stalled = reason;
      gaveUp = beyondHelp;
    }
    if (!told) {
      listeners.tell(listener -> listener.onStalled(feed, reason));
    }
  }

  void restarted(int inARow) {
    synchronized (this) {
      restarts++;
    }
    listeners.tell(listener -> listener.onRestart(feed, inARow));
  }

  /**
   * Whether a batch was in flight, or was begun, after a time: the processor is not silent then.
   */
  synchronized boolean busySince(Instant time) {
    return inFlight > 0 || (lastBegunAt != null && !lastBegunAt.isBefore(time));
  }

  synchronized SourceHealth health() {
    Instant now = clock.instant();
    // A batch that does not come again for so long has changed, or another host handled it.
    failing.values().removeIf(one -> one.last().plus(stallAfter).isBefore(now));
    int failures = failing.values().stream().mapToInt(Failing::times).max().orElse(0);
    return new SourceHealth(
        feed,
        status(failures, now),
        Optional.ofNullable(lastBatchAt),
        Optional.ofNullable(lastHeartbeatAt),
        batches,
        changes,
        setAside,
        failures,
        Optional.ofNullable(lastFailure),
        restarts,
        inFlight,
        ranges,
        Optional.ofNullable(stalled),
        Optional.ofNullable(spread));
  }

  private HealthStatus status(int failures, Instant now) {
    if (gaveUp) {
      return HealthStatus.DOWN;
    }
    Instant alive = lastHeartbeatAt == null ? since : lastHeartbeatAt;
    boolean silent = alive.plus(stallAfter).isBefore(now);
    return stalled != null || silent || failures >= FAILURES_TO_DEGRADE
        ? HealthStatus.DEGRADED
        : HealthStatus.UP;
  }
}
