package dev.cosmosblog.maintenance.upgrade;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How far an upgrade or a rebuild has come.
 *
 * @param phase what it does
 * @param done the items that it has read in this phase
 * @param total the items that there were to read when the phase began, by the service's own count,
 *     which may be some minutes old
 * @param changes what it has written in all, from its beginning
 * @param found the findings in all
 * @param requestUnits what it has used in all, in RU
 * @param timeLeft how long this phase will take still, by what this process has done of it; empty
 *     until it has done something
 */
public record RunProgress(
    RunPhase phase,
    long done,
    long total,
    long changes,
    long found,
    double requestUnits,
    Optional<Duration> timeLeft) {
  /** Checks that nothing is missing. */
  public RunProgress {
    Objects.requireNonNull(phase, "phase");
    Objects.requireNonNull(timeLeft, "timeLeft");
  }
}
