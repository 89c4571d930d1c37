package dev.cosmosblog.maintenance.upgrade;

import dev.cosmosblog.maintenance.verify.Finding;
import dev.cosmosblog.maintenance.verify.FindingKind;
import dev.cosmosblog.maintenance.verify.RepairReport;
import dev.cosmosblog.store.SchemaChange;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Adds up a run, from where the run that it goes on with had come. Used by the run's thread alone.
 */
final class RunTally {
  private final Map<RunChange, Long> changes = new EnumMap<>(RunChange.class);
  private final Map<FindingKind, Long> found = new EnumMap<>(FindingKind.class);
  private final Map<FindingKind, Long> mended = new EnumMap<>(FindingKind.class);
  private final List<Finding> findings = new ArrayList<>();
  private final double usedBefore;
  private long scanned;
  private long unsettled;

  RunTally(Counts before) {
    changes.putAll(before.changes());
    found.putAll(before.found());
    mended.putAll(before.mended());
    usedBefore = before.requestUnits();
    scanned = before.scanned();
    unsettled = before.unsettled();
  }

  void scanned(long items) {
    scanned += items;
  }

  void changed(RunChange change) {
    changes.merge(change, 1L, Long::sum);
  }

  void count(Finding finding) {
    found.merge(finding.kind(), 1L, Long::sum);
  }

  /** A finding of a check that died after it had mended it. */
  void mended(Finding finding) {
    count(finding);
    mended.merge(finding.kind(), 1L, Long::sum);
  }

  void list(Finding finding) {
    if (findings.size() < RunReport.MOST_FINDINGS) {
      findings.add(finding);
    }
  }

  void checked(RepairReport report) {
    report.verified().found().forEach((kind, count) -> found.merge(kind, count, Long::sum));
    report.mended().forEach((kind, count) -> mended.merge(kind, count, Long::sum));
    unsettled += report.verified().unsettled();
  }

  Counts counts(double used) {
    return new Counts(scanned, usedBefore + used, changes, found, mended, unsettled);
  }

  RunReport report(double used, boolean dryRun, List<SchemaChange> schema) {
    Counts counts = counts(used);
    return new RunReport(
        dryRun,
        schema,
        counts.scanned(),
        counts.requestUnits(),
        counts.changes(),
        counts.found(),
        counts.mended(),
        counts.unsettled(),
        findings);
  }
}
