package dev.cosmosblog.changefeed.observe;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The health of reading one container's changes on one host.
 *
 * @param source the container
 * @param status the status
 * @param lastBatch {@link #lastBatchAt()}, or null
 * @param lastHeartbeat {@link #lastHeartbeatAt()}, or null
 * @param batches the number of batches handled
 * @param changes the number of changes in them
 * @param setAside the number of changes set aside
 * @param failuresInARow the failures of the most failing batch since it last succeeded
 * @param failure {@link #lastFailure()}, or null
 * @param restarts the number of times that the processor was restarted
 * @param inFlight the number of batches being handled now
 * @param ranges the number of ranges that this host held at the watchdog's last look
 * @param stall {@link #stallReason()}, or null
 * @param lastRename {@link #rename()}, or null
 */
public record SourceHealth(
    ChangeSource source,
    HealthStatus status,
    @Nullable Instant lastBatch,
    @Nullable Instant lastHeartbeat,
    long batches,
    long changes,
    long setAside,
    int failuresInARow,
    @Nullable String failure,
    int restarts,
    int inFlight,
    int ranges,
    @Nullable String stall,
    @Nullable RenameProgress lastRename) {
  /**
   * Returns when a batch was last handled.
   *
   * @return the time, or empty if none was yet
   */
  public Optional<Instant> lastBatchAt() {
    return Optional.ofNullable(lastBatch);
  }

  /**
   * Returns when the processor last showed a sign of life.
   *
   * @return the time, or empty if it has not yet
   */
  public Optional<Instant> lastHeartbeatAt() {
    return Optional.ofNullable(lastHeartbeat);
  }

  /**
   * Returns the last failure of a batch.
   *
   * @return the failure, or empty if none failed
   */
  public Optional<String> lastFailure() {
    return Optional.ofNullable(failure);
  }

  /**
   * Returns why the processor seems to have stalled.
   *
   * @return the reason, or empty if it has not
   */
  public Optional<String> stallReason() {
    return Optional.ofNullable(stall);
  }

  /**
   * Returns the progress of the last rename.
   *
   * @return the progress, or empty if there was none
   */
  public Optional<RenameProgress> rename() {
    return Optional.ofNullable(lastRename);
  }
}
