package dev.cosmosblog.changefeed.internal.processor;

import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.SourceHealth;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener.RenameProgress;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.store.observe.RequestMeter.FailedPolls;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The state of reading one container's changes on one host. Guarded by its {@link SourceMonitor}.
 */
final class SourceState {
  private final Instant since;

  /** The failing batches, by the key that identifies a batch when it is redelivered. */
  private final Map<String, FailingBatch> failing = new HashMap<>();

  /** The problems that checks found, by check. */
  private final SortedMap<String, String> problems = new TreeMap<>();

  /** When the oldest unhandled change was written, for each range that is behind. */
  private final SortedMap<String, Instant> behind = new TreeMap<>();

  /** When each failing poll was first seen. */
  private Map<FailedPolls, Instant> failedPolls = Map.of();

  /** When each of the batches in flight began. */
  private final List<Instant> inFlight = new ArrayList<>();

  private @Nullable Instant lastBegunAt;
  private @Nullable Instant lastRepeatAt;
  private @Nullable Instant lastBatchAt;
  private @Nullable Instant lastHeartbeatAt;
  private @Nullable String lastFailure;
  private @Nullable Stall stall;
  private @Nullable RenameProgress rename;
  private long batches;
  private long changes;
  private long deadLetters;
  private int restarts;
  private int ranges;

  SourceState(Instant since) {
    this.since = since;
  }

  /** A failing batch: the number of consecutive failures, and the last one. */
  record FailingBatch(int failures, Instant lastAt, RuntimeException failure) {}

  /**
   * @param isFinal whether restarting the processor didn't help, so that it isn't tried again
   */
  record Stall(String reason, boolean isFinal) {}

  void batchBegun(Instant now) {
    inFlight.add(now);
    lastBegunAt = now;
  }

  void batchDone(Instant begun, String key, int changesOfBatch, Instant now) {
    inFlight.remove(begun);
    failing.remove(key);
    batches++;
    changes += changesOfBatch;
    lastBatchAt = now;
    lastHeartbeatAt = now;
  }

  void batchUnfinished(Instant begun, Instant now) {
    inFlight.remove(begun);
    lastRepeatAt = now;
  }

  FailingBatch batchFailed(Instant begun, String key, RuntimeException failure, Instant now) {
    batchUnfinished(begun, now);
    lastFailure = failure.toString();
    int failures = failing(key).map(FailingBatch::failures).orElse(0) + 1;
    FailingBatch failed = new FailingBatch(failures, now, failure);
    failing.put(key, failed);
    return failed;
  }

  Optional<FailingBatch> failing(String key) {
    return Optional.ofNullable(failing.get(key));
  }

  Collection<FailingBatch> failing() {
    return failing.values();
  }

  void forgetFailing(Predicate<FailingBatch> which) {
    failing.values().removeIf(which);
  }

  /** Returns whether the subject had no problem before. */
  boolean problem(String subject, String text) {
    return problems.put(subject, text) == null;
  }

  void problemEnded(String subject) {
    problems.remove(subject);
  }

  boolean hasProblem(String subject) {
    return problems.containsKey(subject);
  }

  Optional<String> firstProblem() {
    return problems.values().stream().findFirst();
  }

  /** Returns the failing polls of which the last failed within a time. */
  List<FailedPolls> recent(List<FailedPolls> failed, Duration time, Instant now) {
    Map<FailedPolls, Instant> firstSeen = new HashMap<>();
    failed.forEach(one -> firstSeen.put(one, failedPolls.getOrDefault(one, now)));
    failedPolls = firstSeen;
    return failed.stream()
        .filter(one -> !firstSeen.getOrDefault(one, now).plus(time).isBefore(now))
        .toList();
  }

  void behind(String range, Optional<Instant> oldest) {
    oldest.ifPresentOrElse(written -> behind.put(range, written), () -> behind.remove(range));
  }

  void rangesHeld(Collection<String> held) {
    behind.keySet().retainAll(held);
    ranges = held.size();
  }

  SortedMap<String, Instant> behind() {
    return behind;
  }

  void deadLettered() {
    deadLetters++;
  }

  void renamed(RenameProgress progress) {
    rename = progress;
  }

  void heartbeat(Instant now) {
    lastHeartbeatAt = now;
    stall = null;
  }

  Instant lastSignOfLife() {
    return lastHeartbeatAt == null ? since : lastHeartbeatAt;
  }

  void stalled(Stall found) {
    stall = found;
  }

  Optional<Stall> stall() {
    return Optional.ofNullable(stall);
  }

  void restarted() {
    restarts++;
  }

  boolean isBusySince(Instant time) {
    return !inFlight.isEmpty() || (lastBegunAt != null && !lastBegunAt.isBefore(time));
  }

  boolean isRepeatedSince(Instant time) {
    return lastRepeatAt != null && !lastRepeatAt.isBefore(time);
  }

  boolean isInFlightSinceBefore(Instant time) {
    return inFlight.stream().anyMatch(begun -> begun.isBefore(time));
  }

  SourceHealth health(ChangeSource source, HealthRules rules, Instant now) {
    return new SourceHealth(
        source,
        rules.status(this, now),
        rules.problem(this, now),
        Optional.ofNullable(lastBatchAt),
        Optional.ofNullable(lastHeartbeatAt),
        batches,
        changes,
        deadLetters,
        rules.failuresInARow(this, now),
        Optional.ofNullable(lastFailure),
        restarts,
        inFlight.size(),
        ranges,
        stall().map(Stall::reason),
        Optional.ofNullable(rename));
  }
}
