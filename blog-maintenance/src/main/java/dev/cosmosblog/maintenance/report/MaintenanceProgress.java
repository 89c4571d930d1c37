package dev.cosmosblog.maintenance.report;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * The progress of a run after a page.
 *
 * @param phase the current phase
 * @param items the number of items read in this phase
 * @param timeLeft the estimated remaining time of this phase, or empty at its beginning
 * @param soFar the counts of the run so far, including the runs that it resumed
 * @param resumeToken a token that resumes the run after this page; it contains ids but no texts of
 *     users. Empty for an upgrade or rebuild, which stores its checkpoint in the database
 */
public record MaintenanceProgress(
    MaintenancePhase phase,
    Items items,
    Optional<Duration> timeLeft,
    MaintenanceReport soFar,
    Optional<String> resumeToken) {
  /**
   * The items of a phase.
   *
   * @param read the number of items read
   * @param total the number of items to read, by the service's count at the start of the phase,
   *     which can be minutes old
   */
  public record Items(long read, long total) {}

  public MaintenanceProgress {
    Objects.requireNonNull(phase, "phase");
    Objects.requireNonNull(items, "items");
    Objects.requireNonNull(timeLeft, "timeLeft");
    Objects.requireNonNull(soFar, "soFar");
    Objects.requireNonNull(resumeToken, "resumeToken");
  }
}
