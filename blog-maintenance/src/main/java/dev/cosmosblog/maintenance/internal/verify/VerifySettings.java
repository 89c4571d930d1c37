package dev.cosmosblog.maintenance.internal.verify;

import dev.cosmosblog.maintenance.report.FindingKind;
import java.time.Duration;
import java.util.Set;

/**
 * The settings of a verification.
 *
 * @param settleTime how long to wait before a suspect is checked again
 * @param removeOrphans whether a repair deletes comments and likes without a post
 * @param kinds the kinds of findings to report
 */
public record VerifySettings(Duration settleTime, boolean removeOrphans, Set<FindingKind> kinds) {
  /** Copies the set. */
  public VerifySettings {
    kinds = Set.copyOf(kinds);
  }
}
