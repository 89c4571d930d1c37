package dev.cosmosblog.maintenance.verify;

import java.util.List;
import java.util.Map;

/**
 * What a run found, from its beginning, the runs that it resumed included.
 *
 * @param scanned the items that were read in their order
 * @param requestUnits what it took, in RU
 * @param found the findings by kind; kinds without one are left out
 * @param mendable how many of them a repair mends, by kind
 * @param unsettled what looked wrong and went on changing while it was looked at again: most likely
 *     live traffic, and looked at again by the next run
 * @param findings the first findings, {@value #MOST_FINDINGS} at most and of the last run alone; a
 *     listener hears of all
 */
public record VerifyReport(
    long scanned,
    double requestUnits,
    Map<FindingKind, Long> found,
    Map<FindingKind, Long> mendable,
    long unsettled,
    List<Finding> findings) {
  /** How many findings a report lists. */
  public static final int MOST_FINDINGS = 100;

  /** Copies the collections. */
  public VerifyReport {
    found = Map.copyOf(found);
    mendable = Map.copyOf(mendable);
    findings = List.copyOf(findings);
  }

  /**
   * Whether all is right.
   *
   * @return whether nothing was found and nothing went on changing
   */
  public boolean isClean() {
    return found.isEmpty() && unsettled == 0;
  }
}
