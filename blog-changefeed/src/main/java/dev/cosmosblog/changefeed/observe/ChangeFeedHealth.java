package dev.cosmosblog.changefeed.observe;

import dev.cosmosblog.changefeed.observe.ChangeFeedListener.RenameProgress;
import dev.cosmosblog.store.BlogDatabaseBuilder;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The health of the change feed on one host, for the host's health endpoint. It is taken from
 * memory, without a request. It tells when a range of this host is minutes behind; for the lag of
 * the copies over all hosts see {@link ChangeFeedLag}.
 *
 * @param hostName the host's name in the leases
 * @param lifecycle the state of the change feed
 * @param users the health of reading the users container
 * @param posts the health of reading the posts container
 * @param views the health of each custom view
 */
public record ChangeFeedHealth(
    String hostName,
    Lifecycle lifecycle,
    SourceHealth users,
    SourceHealth posts,
    List<ViewHealth> views) {
  public ChangeFeedHealth {
    Objects.requireNonNull(hostName, "hostName");
    Objects.requireNonNull(lifecycle, "lifecycle");
    Objects.requireNonNull(users, "users");
    Objects.requireNonNull(posts, "posts");
    views = List.copyOf(Objects.requireNonNull(views, "views"));
  }

  /** The health of a change feed without custom views. */
  public ChangeFeedHealth(
      String hostName, Lifecycle lifecycle, SourceHealth users, SourceHealth posts) {
    this(hostName, lifecycle, users, posts, List.of());
  }

  /**
   * {@return the worse status of the two, or DOWN if the change feed is not running} A view that is
   * not UP makes it DEGRADED and no worse: the copies go on.
   */
  public HealthStatus status() {
    if (lifecycle != Lifecycle.RUNNING) {
      return HealthStatus.DOWN;
    }
    boolean viewsAreUp = views.stream().allMatch(view -> view.status() == HealthStatus.UP);
    return Stream.of(
            users.status(), posts.status(), viewsAreUp ? HealthStatus.UP : HealthStatus.DEGRADED)
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }

  /** The states of a change feed, in the only order in which it passes through them. */
  public enum Lifecycle {
    /** Built and not yet started. */
    NEW,
    /** Starting, or handling changes. */
    RUNNING,
    /** Finishing the batches in flight; no new batch begins. */
    CLOSING,
    /** Closed for good: a closed change feed cannot be started again. */
    CLOSED
  }

  /** The health of a change feed, from good to bad. */
  public enum HealthStatus {
    /** The change feed handles changes as they arrive. */
    UP,
    /**
     * The change feed runs, but has a problem: a batch has failed three times, or once for a reason
     * that no item causes (index, schema, throughput, access); three polls have failed in a row;
     * the changes or leases cannot be read; an index is being built; a processor shows no sign of
     * life; or a change of one of this host's ranges waits for five minutes, or for a tenth of
     * {@link BlogDatabaseBuilder#deletedRetention} if that is less. The watchdog compares one range
     * after the other, one in each renew interval (17 s by default).
     */
    DEGRADED,
    /** The change feed does not run, or restarting its processor did not help. */
    DOWN
  }

  /**
   * The health of reading one container's changes on one host.
   *
   * @param source the container
   * @param status the status
   * @param problem why the status is not UP and what to do, or empty if it is; of a range that is
   *     behind, also the age of the oldest change that waits, and when the marks of deletions
   *     expire
   * @param lastBatchAt when a batch was last handled to its end, or empty if none was yet
   * @param lastHeartbeatAt when the processor last showed a sign of life, or empty if never
   * @param batches the number of batches handled
   * @param changes the number of changes in them
   * @param deadLetters the number of dead letters
   * @param failuresInARow the failures of the most failing batch since it last succeeded
   * @param lastFailure the last failure of a batch, or empty if none failed
   * @param restarts the number of times that the processor was restarted
   * @param inFlight the number of batches being handled now
   * @param ranges the number of ranges that this host held at the watchdog's last look
   * @param stallReason why the processor seems to have stalled, or empty if it has not
   * @param rename the progress of the last rename, or empty if there was none
   */
  public record SourceHealth(
      ChangeSource source,
      HealthStatus status,
      Optional<String> problem,
      Optional<Instant> lastBatchAt,
      Optional<Instant> lastHeartbeatAt,
      long batches,
      long changes,
      long deadLetters,
      int failuresInARow,
      Optional<String> lastFailure,
      int restarts,
      int inFlight,
      int ranges,
      Optional<String> stallReason,
      Optional<RenameProgress> rename) {
    public SourceHealth {
      Objects.requireNonNull(source, "source");
      Objects.requireNonNull(status, "status");
      Objects.requireNonNull(problem, "problem");
      Objects.requireNonNull(lastBatchAt, "lastBatchAt");
      Objects.requireNonNull(lastHeartbeatAt, "lastHeartbeatAt");
      Objects.requireNonNull(lastFailure, "lastFailure");
      Objects.requireNonNull(stallReason, "stallReason");
      Objects.requireNonNull(rename, "rename");
    }
  }
}
