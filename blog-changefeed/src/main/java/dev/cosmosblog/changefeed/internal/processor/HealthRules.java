package dev.cosmosblog.changefeed.internal.processor;

import dev.cosmosblog.changefeed.internal.handler.ChangeHandler;
import dev.cosmosblog.changefeed.internal.processor.SourceState.FailingBatch;
import dev.cosmosblog.changefeed.internal.processor.SourceState.Stall;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.HealthStatus;
import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.store.observe.RequestMeter.FailedPolls;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Derives a container's health from its state and the time: the status, the problem, and what to do
 * about it.
 *
 * @param quietAfter the time without a heartbeat after which a processor is a problem
 * @param stallAfter the time after which a failure that isn't repeated is obsolete
 * @param deletedRetention the time after a deletion at which its tombstone expires
 */
public record HealthRules(Duration quietAfter, Duration stallAfter, Duration deletedRetention) {
  /**
   * The number of consecutive failures at which a batch, or the polls of a range, become a problem.
   */
  static final int FAILURES_TO_DEGRADE = 3;

  private static final Duration MAX_LAG = Duration.ofMinutes(5);

  /** The fraction of {@link #deletedRetention} after which an unhandled change is a problem. */
  private static final int LAGS_PER_RETENTION = 10;

  HealthStatus status(SourceState state, Instant now) {
    if (state.stall().filter(Stall::isFinal).isPresent()) {
      return HealthStatus.DOWN;
    }
    return problem(state, now).isPresent() ? HealthStatus.DEGRADED : HealthStatus.UP;
  }

  /** Returns the problem and what to do. The age of a range that is behind follows its cause. */
  Optional<String> problem(SourceState state, Instant now) {
    if (state.stall().isPresent()) {
      return state.stall().map(HealthRules::stall);
    }
    Optional<String> cause =
        failing(state, now)
            .filter(HealthRules::degrades)
            .max(Comparator.comparing(FailingBatch::failures))
            .map(HealthRules::failing)
            .or(state::firstProblem)
            .or(() -> silence(state, now));
    Optional<String> lag = lag(state, now);
    return lag.isEmpty() ? cause : Optional.of(cause.map(why -> why + " ").orElse("") + lag.get());
  }

  int failuresInARow(SourceState state, Instant now) {
    return failing(state, now).mapToInt(FailingBatch::failures).max().orElse(0);
  }

  private Stream<FailingBatch> failing(SourceState state, Instant now) {
    return state.failing().stream().filter(batch -> !isObsolete(batch, now));
  }

  /** A batch that wasn't redelivered for this time has changed, or another host has handled it. */
  boolean isObsolete(FailingBatch batch, Instant now) {
    return batch.lastAt().plus(stallAfter).isBefore(now);
  }

  static boolean degrades(FailingBatch batch) {
    return batch.failures() >= FAILURES_TO_DEGRADE || ChangeHandler.needsOperator(batch.failure());
  }

  static String failing(FailingBatch batch) {
    return "A batch fails and is redelivered. " + text(batch.failure());
  }

  static String failing(String check, Throwable failure) {
    return check + " fails and is repeated. " + text(failure);
  }

  static String indexing(int percent) {
    return ("Cosmos DB is building an index of the container (%d %%). Queries that need the index"
            + " fail until it is complete. Raise the throughput to complete it sooner.")
        .formatted(percent);
  }

  /** Returns the problem of the partition whose polls have failed most often in a row. */
  static Optional<String> polls(List<FailedPolls> recent) {
    return recent.stream()
        .filter(one -> one.inARow() >= FAILURES_TO_DEGRADE)
        .max(Comparator.comparingInt(FailedPolls::inARow).thenComparing(FailedPolls::partition))
        .map(
            last ->
                ("The last %d polls of physical partition %s failed, most recently with status"
                        + " %d/%d. They are repeated.")
                    .formatted(
                        last.inARow(), last.partition(), last.statusCode(), last.subStatusCode()));
  }

  private static String stall(Stall stall) {
    return stall.reason()
        + (stall.isFinal()
            ? " Restarting the processor did not help: restart the process."
            : " The watchdog restarts the processor.");
  }

  private Optional<String> silence(SourceState state, Instant now) {
    return state.lastSignOfLife().plus(quietAfter).isBefore(now)
        ? Optional.of(
            "The processor has shown no sign of life for "
                + quietAfter
                + ". When the account responds, the watchdog restarts it.")
        : Optional.empty();
  }

  /** Checks whether a range is behind whose oldest unhandled change was written at a time. */
  boolean isBehind(Instant written, Instant now) {
    Duration fraction = deletedRetention.dividedBy(LAGS_PER_RETENTION);
    Duration limit = fraction.compareTo(MAX_LAG) < 0 ? fraction : MAX_LAG;
    return !written.isAfter(now.minus(limit));
  }

  /** Returns the problem of the range that is furthest behind. */
  Optional<String> lag(SourceState state, Instant now) {
    return state.behind().entrySet().stream()
        .min(Map.Entry.comparingByValue())
        .map(range -> lag(range.getKey(), range.getValue(), now));
  }

  private String lag(String range, Instant oldest, Instant now) {
    Instant expiry = oldest.plus(deletedRetention);
    String retention = text(deletedRetention);
    String consequence =
        expiry.isAfter(now)
            ? ("If it isn't handled by %s, deletions are missed, because tombstones expire %s after"
                    + " a deletion (deletedRetention).")
                .formatted(expiry, retention)
            : ("Deletions before %s may be missed, because tombstones expire %s after a deletion"
                    + " (deletedRetention). Once the lag is gone, repair the copies with"
                    + " BlogVerifier, or rebuild the view.")
                .formatted(now.minus(deletedRetention).truncatedTo(ChronoUnit.SECONDS), retention);
    return ("The oldest unhandled change in range %s is %s old. %s Find out what slows the hosts"
            + " down, raise the throughput, or start more hosts, up to one for each range.")
        .formatted(range, text(Duration.between(oldest, now)), consequence);
  }

  /** Formats a time in its two largest units. */
  private static String text(Duration time) {
    if (time.toDays() > 0) {
      return time.toDays() + " d " + time.toHoursPart() + " h";
    }
    if (time.toHours() > 0) {
      return time.toHours() + " h " + time.toMinutesPart() + " min";
    }
    return time.toMinutes() + " min " + time.toSecondsPart() + " s";
  }

  /** Omits the class of this library's exceptions, because their messages say what to do. */
  private static String text(Throwable failure) {
    return failure instanceof BlogException ? "" + failure.getMessage() : failure.toString();
  }
}
