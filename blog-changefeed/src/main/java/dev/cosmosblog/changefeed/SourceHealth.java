package dev.cosmosblog.changefeed;

import java.time.Instant;
import java.util.Optional;

/**
 * How this host follows one container.
 *
 * @param feed the container
 * @param status how it fares
 * @param lastBatchAt when a batch was last handled, or empty where none was yet
 * @param lastHeartbeatAt when the processor last showed that it lives, or empty where it did not
 *     yet
 * @param batches how many batches were handled
 * @param changes how many changes they had
 * @param setAside how many changes were set aside
 * @param failuresInARow how often the batch that fails most has failed since it last succeeded
 * @param lastFailure what the last batch that failed met, or empty where none failed
 * @param restarts how often the processor was restarted
 * @param inFlight how many batches are being handled
 * @param ranges how many ranges this host held when it last looked
 * @param stalled why the processor seems to stand still, or empty where it does not
 * @param spread how far the last rename has come, or empty where there was none
 */
public record SourceHealth(
    SourceFeed feed,
    HealthStatus status,
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
    Optional<String> stalled,
    Optional<SpreadProgress> spread) {}
