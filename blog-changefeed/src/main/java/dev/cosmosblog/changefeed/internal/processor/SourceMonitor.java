package dev.cosmosblog.changefeed.internal.processor;

import dev.cosmosblog.changefeed.internal.handler.ChangeHandler;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.HealthStatus;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.SourceHealth;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener.BatchReport;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener.LeaseMove;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener.RenameProgress;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.changefeed.observe.DeadLetter;
import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.store.internal.cosmos.Listeners;
import dev.cosmosblog.store.observe.RequestMeter.FailedPolls;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records what happens to one container's changes on this host, for its health, and tells the
 * listeners, without the lock. All state is guarded by this.
 */
public final class SourceMonitor {
  private static final Logger LOG = LoggerFactory.getLogger(SourceMonitor.class);

  /** The number of failures at which a batch, or a poll, is no longer just unlucky. */
  static final int FAILURES_TO_DEGRADE = 3;

  /** The age of the oldest change that is not handled, from which on a range is behind. */
  private static final Duration MAX_LAG = Duration.ofMinutes(5);

  /** So many times the age of a range that is behind fit into the life of a deletion's mark. */
  private static final int LAGS_PER_RETENTION = 10;

  private static final String INDEX = "The index";
  private static final String POLLS = "The polls";

  private final ChangeSource source;
  private final String name;
  private final List<ChangeFeedListener> listeners;
  private final Clock clock;
  private final Duration stallAfter;
  private final Supplier<List<FailedPolls>> polls;
  private final Duration deletedRetention;
  private final Instant since;

  private final Map<String, Failing> failing = new HashMap<>();

  /** The problems that checks found, by the check. */
  private final Map<String, String> problems = new TreeMap<>();

  /** When the oldest change was written that is not handled, by the range that is behind. */
  private final Map<String, Instant> behind = new TreeMap<>();

  /** When each of the polls that fail was seen first. */
  private Map<FailedPolls, Instant> failedPolls = Map.of();

  /** When each of the batches in flight began. */
  private final List<Instant> inFlight = new ArrayList<>();

  private @Nullable Instant lastBegunAt;
  private @Nullable Instant lastRepeatAt;
  private @Nullable Instant lastBatchAt;
  private @Nullable Instant lastHeartbeatAt;
  private @Nullable String lastFailure;
  private @Nullable String stallReason;
  private @Nullable RenameProgress rename;
  private long batches;
  private long changes;
  private long deadLetters;
  private int restarts;
  private int ranges;
  private boolean gaveUp;

  /**
   * @param name what the logs call it
   * @param polls the processor's polls that fail, if they are known
   * @param deletedRetention the time after which the marks of what was deleted expire
   */
  public SourceMonitor(
      ChangeSource source,
      String name,
      List<ChangeFeedListener> listeners,
      Clock clock,
      Duration stallAfter,
      Supplier<List<FailedPolls>> polls,
      Duration deletedRetention) {
    this.source = source;
    this.name = name;
    this.listeners = List.copyOf(listeners);
    this.clock = clock;
    this.stallAfter = stallAfter;
    this.polls = polls;
    this.deletedRetention = deletedRetention;
    this.since = clock.instant();
  }

  private record Failing(int times, Instant last, RuntimeException failure) {
    boolean degrades() {
      return times >= FAILURES_TO_DEGRADE || ChangeHandler.needsOperator(failure);
    }

    String problem() {
      return "A batch fails and is delivered again. " + text(failure);
    }
  }

  public ChangeSource source() {
    return source;
  }

  /** Returns what the logs call it: the source, and the view if it is of one. */
  public String name() {
    return name;
  }

  /** Returns when the batch began, which its end is told with. */
  synchronized Instant batchBegun() {
    Instant now = clock.instant();
    inFlight.add(now);
    lastBegunAt = now;
    return now;
  }

  /** The key identifies the batch when it is delivered again. */
  void batchDone(Instant begun, String key, BatchReport report) {
    synchronized (this) {
      inFlight.remove(begun);
      batches++;
      changes += report.changes();
      lastBatchAt = clock.instant();
      lastHeartbeatAt = lastBatchAt;
      failing.remove(key);
    }
    tell(listener -> listener.onBatch(report));
  }

  void batchFailed(Instant begun, String key, RuntimeException failure) {
    Failing failed;
    boolean isNew;
    synchronized (this) {
      Instant now = clock.instant();
      inFlight.remove(begun);
      lastRepeatAt = now;
      lastFailure = failure.toString();
      forgetFailing(now);
      Failing before = failing.get(key);
      failed = new Failing(before == null ? 1 : before.times() + 1, now, failure);
      isNew = failed.degrades() && (before == null || !before.degrades());
      failing.put(key, failed);
    }
    tell(listener -> listener.onBatchFailed(source, failure));
    if (isNew) {
      tell(listener -> listener.onProblem(source, failed.problem()));
    }
  }

  public void checkFailed(String check, Throwable failure) {
    problem(check, check + " fails and is repeated. " + text(failure));
  }

  void indexProgress(OptionalInt percent) {
    if (percent.isEmpty() || percent.getAsInt() >= 100) {
      problemEnded(INDEX);
    } else {
      problem(
          INDEX,
          ("Cosmos DB is building an index of the container (%d %%). Queries that need it fail"
                  + " until it is complete; more throughput makes it faster.")
              .formatted(percent.getAsInt()));
    }
  }

  /**
   * Finds polls that fail, from memory. Another host may have taken their range since: without a
   * further poll they are forgotten.
   */
  void checkPolls() {
    Optional<FailedPolls> failed =
        recent(polls.get())
            .filter(one -> one.inARow() >= FAILURES_TO_DEGRADE)
            .max(
                Comparator.comparingInt(FailedPolls::inARow).thenComparing(FailedPolls::partition));
    if (failed.isEmpty()) {
      problemEnded(POLLS);
      return;
    }
    FailedPolls last = failed.get();
    problem(
        POLLS,
        ("%d polls of physical partition %s for changes failed in a row; they are repeated. Cosmos"
                + " DB answered %d/%d.")
            .formatted(last.inARow(), last.partition(), last.statusCode(), last.subStatusCode()));
  }

  private synchronized Stream<FailedPolls> recent(List<FailedPolls> failed) {
    Instant now = clock.instant();
    Map<FailedPolls, Instant> since = new HashMap<>();
    failed.forEach(one -> since.put(one, failedPolls.getOrDefault(one, now)));
    failedPolls = since;
    return failed.stream().filter(one -> !since.get(one).plus(stallAfter).isBefore(now));
  }

  /** An error of a listener is not that of the batch, check or rename that it is told of. */
  private void tell(Consumer<ChangeFeedListener> event) {
    Listeners.tell(
        listeners,
        listener -> {
          try {
            event.accept(listener);
          } catch (Error e) {
            LOG.error("The listener {} failed", listener.getClass().getName(), e);
          }
        });
  }

  private void problem(String subject, String text) {
    boolean isNew;
    synchronized (this) {
      isNew = problems.put(subject, text) == null;
    }
    if (isNew) {
      LOG.warn("The change feed of {} has a problem: {}", name, text);
      tell(listener -> listener.onProblem(source, text));
    }
  }

  public synchronized void problemEnded(String subject) {
    problems.remove(subject);
  }

  /** Another host tells of a range that it has taken. */
  synchronized void rangesHeld(Collection<String> ranges) {
    behind.keySet().retainAll(ranges);
  }

  /**
   * Tells of a range that is far behind, before the marks of deletions expire that it has not seen.
   *
   * @param oldest when the oldest change was written that is not handled, or empty if all are
   */
  void oldestUnhandled(String range, Optional<Instant> oldest) {
    String text = "";
    synchronized (this) {
      Instant now = clock.instant();
      Duration tenth = deletedRetention.dividedBy(LAGS_PER_RETENTION);
      Instant limit = now.minus(tenth.compareTo(MAX_LAG) < 0 ? tenth : MAX_LAG);
      boolean isFirst = behind.isEmpty();
      oldest
          .filter(written -> !written.isAfter(limit))
          .ifPresentOrElse(written -> behind.put(range, written), () -> behind.remove(range));
      if (isFirst && !behind.isEmpty()) {
        text = lag(now).orElseThrow();
      }
    }
    if (!text.isEmpty()) {
      String told = text;
      LOG.warn("The change feed of {} is behind: {}", name, told);
      tell(listener -> listener.onProblem(source, told));
    }
  }

  private Optional<String> lag(Instant now) {
    return behind.entrySet().stream()
        .min(Map.Entry.comparingByValue())
        .map(range -> lag(range.getKey(), range.getValue(), now));
  }

  private String lag(String range, Instant oldest, Instant now) {
    Instant expiry = oldest.plus(deletedRetention);
    String age = text(Duration.between(oldest, now));
    String retention = text(deletedRetention);
    String expired =
        expiry.isAfter(now)
            ? "If changes wait until %s, deletions are missed: their marks expire %s after"
                    .formatted(expiry, retention)
                + " the deletion (deletedRetention). "
            : "Deletions of before %s may be missed: their marks have expired, %s after the"
                    .formatted(
                        now.minus(deletedRetention).truncatedTo(ChronoUnit.SECONDS), retention)
                + " deletion (deletedRetention). When the lag is gone, repair the copies with"
                + " BlogVerifier, or build the view again. ";
    return "The oldest change that waits in range %s is %s old. ".formatted(range, age)
        + expired
        + "Find what slows the hosts down, raise the throughput, or start more hosts, up to one for"
        + " each range.";
  }

  /** Returns a time in its two largest units. */
  private static String text(Duration time) {
    if (time.toDays() > 0) {
      return time.toDays() + " d " + time.toHoursPart() + " h";
    }
    if (time.toHours() > 0) {
      return time.toHours() + " h " + time.toMinutesPart() + " min";
    }
    return time.toMinutes() + " min " + time.toSecondsPart() + " s";
  }

  /** A message of this library says what to do, and does not need its class. */
  private static String text(Throwable failure) {
    return failure instanceof BlogException ? "" + failure.getMessage() : failure.toString();
  }

  /** A batch that ended early on purpose is delivered again. */
  synchronized void batchUnfinished(Instant begun) {
    inFlight.remove(begun);
    lastRepeatAt = clock.instant();
  }

  public void itemDeadLettered(DeadLetter item) {
    synchronized (this) {
      deadLetters++;
    }
    tell(listener -> listener.onDeadLetter(item));
  }

  public void renameProgress(RenameProgress progress) {
    synchronized (this) {
      rename = progress;
    }
    tell(listener -> listener.onRenameProgress(progress));
  }

  void heartbeat(int rangesHeld) {
    synchronized (this) {
      lastHeartbeatAt = clock.instant();
      ranges = rangesHeld;
      stallReason = null;
      gaveUp = false;
    }
    tell(listener -> listener.onHeartbeat(source));
  }

  void leaseMoved(LeaseMove move) {
    tell(listener -> listener.onLeaseMoved(move));
  }

  void stalled(String reason, boolean givesUp) {
    boolean told;
    synchronized (this) {
      told = stallReason != null;
      stallReason = reason;
      gaveUp = givesUp;
    }
    if (!told) {
      tell(listener -> listener.onStalled(source, reason));
    }
  }

  void restarted(int inARow) {
    synchronized (this) {
      restarts++;
    }
    tell(listener -> listener.onRestart(source, inARow));
  }

  /** Checks whether a batch is in flight, or began after a time: the processor is alive then. */
  synchronized boolean busySince(Instant time) {
    return !inFlight.isEmpty() || (lastBegunAt != null && !lastBegunAt.isBefore(time));
  }

  /**
   * Checks whether a range that has not moved since a time may be one whose batch is delivered
   * again, whose batch takes long, or whose polls fail. Which range a batch is of is not known.
   *
   * @param longBatch when a batch in flight began, at the latest, if it takes long
   */
  synchronized boolean mayHoldUpSince(Instant time, Instant longBatch) {
    return (lastRepeatAt != null && !lastRepeatAt.isBefore(time))
        || inFlight.stream().anyMatch(begun -> begun.isBefore(longBatch))
        || problems.containsKey(POLLS);
  }

  public SourceHealth health() {
    checkPolls();
    return currentHealth();
  }

  private synchronized SourceHealth currentHealth() {
    Instant now = clock.instant();
    forgetFailing(now);
    int failures = failing.values().stream().mapToInt(Failing::times).max().orElse(0);
    Optional<String> problem = problem(now);
    return new SourceHealth(
        source,
        gaveUp ? HealthStatus.DOWN : problem.isPresent() ? HealthStatus.DEGRADED : HealthStatus.UP,
        problem,
        Optional.ofNullable(lastBatchAt),
        Optional.ofNullable(lastHeartbeatAt),
        batches,
        changes,
        deadLetters,
        failures,
        Optional.ofNullable(lastFailure),
        restarts,
        inFlight.size(),
        ranges,
        Optional.ofNullable(stallReason),
        Optional.ofNullable(rename));
  }

  /** A batch that was not delivered again for so long has changed, or another host handled it. */
  private void forgetFailing(Instant now) {
    failing.values().removeIf(one -> one.last().plus(stallAfter).isBefore(now));
  }

  private Optional<String> problem(Instant now) {
    if (stallReason != null) {
      return Optional.of(
          gaveUp
              ? stallReason + " Restarting the processor did not help: restart the process."
              : stallReason + " The watchdog restarts the processor.");
    }
    Instant alive = lastHeartbeatAt == null ? since : lastHeartbeatAt;
    boolean silent = alive.plus(stallAfter).isBefore(now);
    String silence = "The processor showed no sign of life for " + stallAfter + ".";
    Optional<String> cause =
        failing.values().stream()
            .filter(Failing::degrades)
            .max(Comparator.comparing(Failing::times))
            .map(Failing::problem)
            .or(() -> problems.values().stream().findFirst())
            .or(() -> silent ? Optional.of(silence) : Optional.empty());
    Optional<String> lag = lag(now);
    return lag.isEmpty() ? cause : Optional.of(cause.map(why -> why + " ").orElse("") + lag.get());
  }
}
