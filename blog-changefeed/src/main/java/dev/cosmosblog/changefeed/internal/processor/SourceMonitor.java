package dev.cosmosblog.changefeed.internal.processor;

import dev.cosmosblog.changefeed.observe.BatchReport;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.changefeed.observe.HealthStatus;
import dev.cosmosblog.changefeed.observe.LeaseMove;
import dev.cosmosblog.changefeed.observe.RenameProgress;
import dev.cosmosblog.changefeed.observe.SetAsideItem;
import dev.cosmosblog.changefeed.observe.SourceHealth;
import dev.cosmosblog.store.internal.cosmos.Listeners;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Records what happens to one container's changes on this host, for its health, and tells the
 * listeners. All state is guarded by this; the listeners are told without the lock.
 */
public final class SourceMonitor {
  /** The number of failures at which a batch is no longer just unlucky. */
  static final int FAILURES_TO_DEGRADE = 3;

  private final ChangeSource source;
  private final List<ChangeFeedListener> listeners;
  private final Clock clock;
  private final Duration stallAfter;
  private final Instant since;

  private final Map<String, Failing> failing = new HashMap<>();
  private @Nullable Instant lastBegunAt;
  private @Nullable Instant lastBatchAt;
  private @Nullable Instant lastHeartbeatAt;
  private @Nullable String lastFailure;
  private @Nullable String stallReason;
  private @Nullable RenameProgress rename;
  private long batches;
  private long changes;
  private long setAside;
  private int restarts;
  private int inFlight;
  private int ranges;
  private boolean gaveUp;

  public SourceMonitor(
      ChangeSource source, List<ChangeFeedListener> listeners, Clock clock, Duration stallAfter) {
    this.source = source;
    this.listeners = List.copyOf(listeners);
    this.clock = clock;
    this.stallAfter = stallAfter;
    this.since = clock.instant();
  }

  private record Failing(int times, Instant last) {}

  public ChangeSource source() {
    return source;
  }

  synchronized void batchBegun() {
    inFlight++;
    lastBegunAt = clock.instant();
  }

  /** The key identifies the batch when it is delivered again. */
  void batchDone(String key, BatchReport report) {
    synchronized (this) {
      inFlight--;
      batches++;
      changes += report.changes();
      lastBatchAt = clock.instant();
      lastHeartbeatAt = lastBatchAt;
      failing.remove(key);
    }
    Listeners.tell(listeners, listener -> listener.onBatch(report));
  }

  void batchFailed(String key, RuntimeException failure) {
    synchronized (this) {
      Instant now = clock.instant();
      inFlight--;
      lastFailure = failure.toString();
      int before = failing.getOrDefault(key, new Failing(0, now)).times();
      failing.put(key, new Failing(before + 1, now));
    }
    Listeners.tell(listeners, listener -> listener.onBatchFailed(source, failure));
  }

  /** A batch that ended early on purpose is delivered again. */
  synchronized void batchUnfinished() {
    inFlight--;
    lastBatchAt = clock.instant();
  }

  public void itemSetAside(SetAsideItem item) {
    synchronized (this) {
      setAside++;
    }
    Listeners.tell(listeners, listener -> listener.onSetAside(item));
  }

  public void renameProgress(RenameProgress progress) {
    synchronized (this) {
      rename = progress;
    }
    Listeners.tell(listeners, listener -> listener.onRenameProgress(progress));
  }

  void heartbeat(int rangesHeld) {
    synchronized (this) {
      lastHeartbeatAt = clock.instant();
      ranges = rangesHeld;
      stallReason = null;
      gaveUp = false;
    }
    Listeners.tell(listeners, listener -> listener.onHeartbeat(source));
  }

  void leaseMoved(LeaseMove move) {
    Listeners.tell(listeners, listener -> listener.onLeaseMoved(move));
  }

  void stalled(String reason, boolean givesUp) {
    boolean told;
    synchronized (this) {
      told = stallReason != null;
      stallReason = reason;
      gaveUp = givesUp;
    }
    if (!told) {
      Listeners.tell(listeners, listener -> listener.onStalled(source, reason));
    }
  }

  void restarted(int inARow) {
    synchronized (this) {
      restarts++;
    }
    Listeners.tell(listeners, listener -> listener.onRestart(source, inARow));
  }

  /** Checks whether a batch is in flight, or began after a time: the processor is alive then. */
  synchronized boolean busySince(Instant time) {
    return inFlight > 0 || (lastBegunAt != null && !lastBegunAt.isBefore(time));
  }

  public synchronized SourceHealth health() {
    Instant now = clock.instant();
    // A batch that was not delivered again for so long has changed, or another host handled it.
    failing.values().removeIf(one -> one.last().plus(stallAfter).isBefore(now));
    int failures = failing.values().stream().mapToInt(Failing::times).max().orElse(0);
    return new SourceHealth(
        source,
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
        Optional.ofNullable(stallReason),
        Optional.ofNullable(rename));
  }

  private HealthStatus status(int failures, Instant now) {
    if (gaveUp) {
      return HealthStatus.DOWN;
    }
    Instant alive = lastHeartbeatAt == null ? since : lastHeartbeatAt;
    boolean silent = alive.plus(stallAfter).isBefore(now);
    return stallReason != null || silent || failures >= FAILURES_TO_DEGRADE
        ? HealthStatus.DEGRADED
        : HealthStatus.UP;
  }
}
