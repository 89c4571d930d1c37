package dev.cosmosblog.changefeed.internal.processor;

import dev.cosmosblog.changefeed.internal.processor.SourceState.FailingBatch;
import dev.cosmosblog.changefeed.internal.processor.SourceState.Stall;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.SourceHealth;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener.BatchReport;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener.BatchScope;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener.LeaseMove;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener.RenameProgress;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.changefeed.observe.DeadLetter;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.observe.RequestMeter.FailedPolls;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * Records the events of one container's change feed on this host, for its health, and notifies the
 * listeners, without holding the lock.
 */
public final class SourceMonitor {
  private static final String INDEX = "The index";
  private static final String POLLS = "The polls";

  private final SourceNotifier notifier;
  private final HealthRules rules;
  private final Clock clock;
  private final Supplier<List<FailedPolls>> polls;

  /** Guarded by this. */
  private final SourceState state;

  /**
   * @param polls the processor's failing polls, or empty if they are unknown
   */
  public SourceMonitor(
      SourceNotifier notifier, HealthRules rules, Clock clock, Supplier<List<FailedPolls>> polls) {
    this.notifier = notifier;
    this.rules = rules;
    this.clock = clock;
    this.polls = polls;
    this.state = new SourceState(clock.instant());
  }

  public ChangeSource source() {
    return notifier.source();
  }

  /** Returns the name in logs: the container, and the view if it is a view's change feed. */
  public String name() {
    return notifier.name();
  }

  /** Begins the scope of a batch in all listeners. */
  BatchScope begin(List<StoredItem> items) {
    return notifier.begin(items);
  }

  /** Returns when the batch began, which the report of its end repeats. */
  synchronized Instant batchBegun() {
    Instant now = clock.instant();
    state.batchBegun(now);
    return now;
  }

  /**
   * @param key identifies the batch when it is redelivered
   */
  void batchDone(Instant begun, String key, BatchReport report) {
    synchronized (this) {
      state.batchDone(begun, key, report.changes(), clock.instant());
    }
    notifier.notify(listener -> listener.onBatch(report));
  }

  /** A batch ended early because of its time limit and is redelivered. */
  synchronized void batchUnfinished(Instant begun) {
    state.batchUnfinished(begun, clock.instant());
  }

  void batchFailed(Instant begun, String key, RuntimeException failure) {
    FailingBatch failed;
    boolean degraded;
    synchronized (this) {
      Instant now = clock.instant();
      state.forgetFailing(batch -> rules.isObsolete(batch, now));
      degraded = state.failing(key).filter(HealthRules::degrades).isPresent();
      failed = state.batchFailed(begun, key, failure, now);
    }
    notifier.notify(listener -> listener.onBatchFailed(source(), failure));
    if (HealthRules.degrades(failed) && !degraded) {
      notifier.notify(listener -> listener.onProblem(source(), HealthRules.failing(failed)));
    }
  }

  OutageLog outages() {
    return notifier.outages();
  }

  public void checkFailed(String check, Throwable failure) {
    problem(check, HealthRules.failing(check, failure));
  }

  void indexProgress(OptionalInt percent) {
    if (percent.isEmpty() || percent.getAsInt() >= 100) {
      problemEnded(INDEX);
    } else {
      problem(INDEX, HealthRules.indexing(percent.getAsInt()));
    }
  }

  /**
   * Checks for failing polls, without a request. Ignores a failure that wasn't repeated for long,
   * because another host may have taken the range.
   */
  void checkPolls() {
    List<FailedPolls> failed = polls.get();
    List<FailedPolls> recent;
    synchronized (this) {
      recent = state.recent(failed, rules.stallAfter(), clock.instant());
    }
    HealthRules.polls(recent)
        .ifPresentOrElse(text -> problem(POLLS, text), () -> problemEnded(POLLS));
  }

  private void problem(String subject, String text) {
    boolean isNew;
    synchronized (this) {
      isNew = state.problem(subject, text);
    }
    if (isNew) {
      notifier.problem(text);
    }
  }

  public synchronized void problemEnded(String subject) {
    state.problemEnded(subject);
  }

  /** Counts the ranges, and forgets the lag of those that other hosts report from now on. */
  synchronized void rangesHeld(Collection<String> ranges) {
    state.rangesHeld(ranges);
  }

  /**
   * Reports a problem if a range is so far behind that it may miss tombstones before they expire.
   *
   * @param oldest when the oldest unhandled change was written, or empty if all are handled
   */
  void oldestUnhandled(String range, Optional<Instant> oldest) {
    Optional<String> text;
    synchronized (this) {
      Instant now = clock.instant();
      boolean isFirst = state.behind().isEmpty();
      state.behind(range, oldest.filter(written -> rules.isBehind(written, now)));
      text = isFirst ? rules.lag(state, now) : Optional.empty();
    }
    text.ifPresent(notifier::problem);
  }

  public void itemDeadLettered(DeadLetter item) {
    synchronized (this) {
      state.deadLettered();
    }
    notifier.notify(listener -> listener.onDeadLetter(item));
  }

  public void renameProgress(RenameProgress progress) {
    synchronized (this) {
      state.renamed(progress);
    }
    notifier.notify(listener -> listener.onRenameProgress(progress));
  }

  void heartbeat() {
    synchronized (this) {
      state.heartbeat(clock.instant());
    }
    notifier.notify(listener -> listener.onHeartbeat(source()));
  }

  void leaseMoved(LeaseMove move) {
    notifier.notify(listener -> listener.onLeaseMoved(move));
  }

  void stalled(String reason, boolean isFinal) {
    boolean isNew;
    synchronized (this) {
      isNew = state.stall().isEmpty();
      state.stalled(new Stall(reason, isFinal));
    }
    if (isNew) {
      notifier.notify(listener -> listener.onStalled(source(), reason));
    }
  }

  void restarted(int inARow) {
    synchronized (this) {
      state.restarted();
    }
    notifier.notify(listener -> listener.onRestart(source(), inARow));
  }

  /** Checks whether a batch is in flight or began after a time, so that the processor is alive. */
  synchronized boolean busySince(Instant time) {
    return state.isBusySince(time);
  }

  /**
   * Checks whether a range that hasn't advanced since a time may be waiting for a redelivered
   * batch, a long batch, or failing polls. The range of a batch is not known.
   *
   * @param longBatch the time before which a batch in flight must have begun to count as long
   */
  synchronized boolean mayHoldUpSince(Instant time, Instant longBatch) {
    return state.isRepeatedSince(time)
        || state.isInFlightSinceBefore(longBatch)
        || state.hasProblem(POLLS);
  }

  public SourceHealth health() {
    checkPolls();
    synchronized (this) {
      return state.health(source(), rules, clock.instant());
    }
  }
}
