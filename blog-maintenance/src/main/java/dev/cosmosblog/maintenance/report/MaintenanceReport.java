package dev.cosmosblog.maintenance.report;

import dev.cosmosblog.store.SchemaChange;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The result of a run. Counts include the runs that it resumed, and cover every page that was
 * completed. If a run was killed within a page, or the answer to a write was lost, changes and
 * findings of that page and their RU can be missing, except the duplicate likes that it removed.
 * Nothing that was not written is reported, and nothing twice.
 *
 * @param dryRun whether the run wrote nothing: a verification, or the dry run of an upgrade
 * @param schema the containers that this call created or changed, or would in a dry run
 * @param scanned the number of items read in order, once per phase
 * @param requestUnits the cost, in RU
 * @param changes the number of writes by kind, or of planned writes in a dry run
 * @param found the number of findings by kind; kinds without findings are absent
 * @param repairable how many of them a repair corrects, by kind
 * @param repaired how many of them the run repaired, by kind
 * @param unsettled the number of suspects that kept changing while they were checked again, most
 *     likely because of live traffic; the next run checks them again
 * @param findings the first findings of this call, at most {@value #MAX_FINDINGS}; listeners
 *     receive all
 */
public record MaintenanceReport(
    boolean dryRun,
    List<SchemaChange> schema,
    long scanned,
    double requestUnits,
    Map<ChangeKind, Long> changes,
    Map<FindingKind, Long> found,
    Map<FindingKind, Long> repairable,
    Map<FindingKind, Long> repaired,
    long unsettled,
    List<Finding> findings) {
  /** The maximum number of findings in a report. */
  public static final int MAX_FINDINGS = 100;

  public MaintenanceReport {
    schema = List.copyOf(Objects.requireNonNull(schema, "schema"));
    changes = Map.copyOf(Objects.requireNonNull(changes, "changes"));
    found = Map.copyOf(Objects.requireNonNull(found, "found"));
    repairable = Map.copyOf(Objects.requireNonNull(repairable, "repairable"));
    repaired = Map.copyOf(Objects.requireNonNull(repaired, "repaired"));
    findings = List.copyOf(Objects.requireNonNull(findings, "findings"));
  }

  /** {@return the number of findings that were not repaired: they need a decision or a new run} */
  public long left() {
    return sum(found) - sum(repaired);
  }

  /** {@return whether nothing is left, unsettled or, in a dry run, to change} */
  public boolean isClean() {
    boolean nothingPlanned = changes.isEmpty() && schema.isEmpty();
    return left() == 0 && unsettled == 0 && (!dryRun || nothingPlanned);
  }

  private static long sum(Map<?, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
