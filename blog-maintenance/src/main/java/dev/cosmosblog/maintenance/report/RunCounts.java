package dev.cosmosblog.maintenance.report;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;

/**
 * The counts of a run, including those of the runs that it resumed.
 *
 * @param scanned the number of items read, where each phase counts an item once
 * @param requestUnits the cost, in RU
 * @param changes the number of writes by kind, or of planned writes in a dry run
 * @param findings the number of findings by kind; kinds without findings are absent
 * @param unsettled the number of suspects that changed during every check, probably because of live
 *     traffic; the next run checks them again
 */
public record RunCounts(
    long scanned,
    double requestUnits,
    Map<ChangeKind, Long> changes,
    Map<FindingKind, FindingCount> findings,
    long unsettled) {
  /** The counts of a run that hasn't begun. */
  public static final RunCounts NONE = new RunCounts(0, 0, Map.of(), Map.of(), 0);

  /**
   * The number of findings of one kind.
   *
   * @param found the number of findings
   * @param repairable the number of findings that a repair corrects
   * @param repaired the number of findings that the run repaired
   */
  public record FindingCount(long found, long repairable, long repaired) {
    /** {@return the sums of two counts} */
    public FindingCount plus(FindingCount more) {
      Objects.requireNonNull(more, "more");
      return new FindingCount(
          found + more.found, repairable + more.repairable, repaired + more.repaired);
    }
  }

  public RunCounts {
    changes = Map.copyOf(Objects.requireNonNull(changes, "changes"));
    findings = Map.copyOf(Objects.requireNonNull(findings, "findings"));
  }

  /** Returns the counts that aren't zero, by kind. */
  Map<FindingKind, Long> findings(ToLongFunction<FindingCount> count) {
    Map<FindingKind, Long> counts = new EnumMap<>(FindingKind.class);
    findings.forEach((kind, all) -> counts.put(kind, count.applyAsLong(all)));
    counts.values().removeIf(number -> number == 0);
    return counts;
  }
}
