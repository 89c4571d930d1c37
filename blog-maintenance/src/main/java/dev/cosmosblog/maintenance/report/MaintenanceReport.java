package dev.cosmosblog.maintenance.report;

import dev.cosmosblog.maintenance.report.RunCounts.FindingCount;
import dev.cosmosblog.store.SchemaChange;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The result of a run. Its counts include the runs that it resumed, and cover every completed page.
 *
 * <p>If a run was killed within a page, or the response to a write was lost, the report may lack
 * the changes, findings and RU of that page, except for removed duplicate likes. It contains only
 * writes that were made, and each only once.
 *
 * @param dryRun whether the run was read-only: a verification, or the dry run of an upgrade
 * @param schema the containers that this call created or changed, or that a dry run would
 * @param counts the counts of items, RU, changes and findings
 * @param findings the first {@value #MAX_FINDINGS} findings of this call; listeners receive all of
 *     them
 */
public record MaintenanceReport(
    boolean dryRun, List<SchemaChange> schema, RunCounts counts, List<Finding> findings) {
  /** The maximum number of findings in a report. */
  public static final int MAX_FINDINGS = 100;

  public MaintenanceReport {
    schema = List.copyOf(Objects.requireNonNull(schema, "schema"));
    Objects.requireNonNull(counts, "counts");
    findings = List.copyOf(Objects.requireNonNull(findings, "findings"));
  }

  /** {@return the number of items read, where each phase counts an item once} */
  public long scanned() {
    return counts.scanned();
  }

  /** {@return the cost, in RU} */
  public double requestUnits() {
    return counts.requestUnits();
  }

  /** {@return the number of writes by kind, or of planned writes in a dry run} */
  public Map<ChangeKind, Long> changes() {
    return counts.changes();
  }

  /** {@return the number of findings by kind} */
  public Map<FindingKind, Long> found() {
    return counts.findings(FindingCount::found);
  }

  /** {@return the number of findings that a repair corrects, by kind} */
  public Map<FindingKind, Long> repairable() {
    return counts.findings(FindingCount::repairable);
  }

  /** {@return the number of findings that the run repaired, by kind} */
  public Map<FindingKind, Long> repaired() {
    return counts.findings(FindingCount::repaired);
  }

  /** {@return the number of suspects that kept changing; see {@link RunCounts#unsettled()}} */
  public long unsettled() {
    return counts.unsettled();
  }

  /** {@return the number of findings that weren't repaired and need a decision or a new run} */
  public long remaining() {
    return counts.findings().values().stream().mapToLong(one -> one.found() - one.repaired()).sum();
  }

  /**
   * {@return whether there are no unrepaired findings, no unsettled suspects and no planned
   * changes}
   */
  public boolean isClean() {
    boolean nothingPlanned = changes().isEmpty() && schema.isEmpty();
    return remaining() == 0 && unsettled() == 0 && (!dryRun || nothingPlanned);
  }
}
