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
 * The health of the change feed on one host, from memory and without a request.
 *
 * <p>It is meant for the host's health endpoint, and reports a range of this host that is minutes
 * behind. For the lag of the copies over all hosts see {@link ChangeFeedLag}.
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
   * {@return the worse status of users and posts, or DOWN if the change feed isn't running} A view
   * that isn't UP makes the status at worst DEGRADED, because the copies are still updated.
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

  /** The states of a change feed, in the order in which it enters them. */
  public enum Lifecycle {
    /** Built and not yet started. */
    NEW,
    /** Starting, or handling changes. */
    RUNNING,
    /** Finishing the batches in flight; no new batch begins. */
    CLOSING,
    /** Closed. A closed change feed can't be started again. */
    CLOSED
  }

  /** The status of a change feed, from good to bad. */
  public enum HealthStatus {
    /** The change feed handles changes as they arrive. */
    UP,
    /**
     * The change feed runs, but has a problem. These are the problems:
     *
     * <ul>
     *   <li>A batch has failed three times, or once for a reason that isn't an item's fault (index,
     *       schema, throughput, access).
     *   <li>Three polls have failed in a row, or the changes or leases can't be read.
     *   <li>An index is being built.
     *   <li>A processor doesn't renew its leases, or hasn't shown a sign of life for 12 s more than
     *       the renew interval (29 s by default), for example because the account doesn't respond.
     *   <li>A change of one of this host's ranges has waited for five minutes, or for a tenth of
     *       {@link BlogDatabaseBuilder#deletedRetention} if that is less. The watchdog checks one
     *       range in each renew interval (17 s by default).
     * </ul>
     */
    DEGRADED,
    /** The change feed isn't running, or restarting its processor didn't help. */
    DOWN
  }

  /**
   * The health of reading one container's changes on one host.
   *
   * @param source the container
   * @param status the status
   * @param problem why the status isn't UP and what to do, or empty if it is UP; for a range that
   *     is behind, also the age of the oldest waiting change, and when the tombstones of deletions
   *     expire
   * @param lastBatchAt when a batch was last handled completely, or empty if none was yet
   * @param lastHeartbeatAt when the processor was last found renewing leases or standing by, or
   *     empty if never
   * @param batches the number of batches handled
   * @param changes the number of changes in them
   * @param deadLetters the number of dead letters
   * @param failuresInARow the largest number of consecutive failures of a batch
   * @param lastFailure the last failure of a batch, or empty if there was none
   * @param restarts the number of times that the processor was restarted
   * @param inFlight the number of batches being handled now
   * @param ranges the number of ranges that this host held when the watchdog last checked
   * @param stallReason why the processor seems to have stalled, or empty if it hasn't
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
