package dev.cosmosblog.changefeed.observe;

import java.time.Instant;
import java.util.Optional;

/**
 * The health of reading one container's changes on one host.
 *
 * @param source the container
 * @param status the status
 * @param problem why the status is not UP and what to do, or empty if it is
 * @param lastBatchAt when a batch was last handled, or empty if none was yet
 * @param lastHeartbeatAt when the processor last showed a sign of life, or empty if it has not yet
 * @param batches the number of batches handled
 * @param changes the number of changes in them
 * @param setAside the number of changes set aside
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
    long setAside,
    int failuresInARow,
    Optional<String> lastFailure,
    int restarts,
    int inFlight,
    int ranges,
    Optional<String> stallReason,
    Optional<RenameProgress> rename) {}
