package dev.cosmosblog.examples.upgrade;

import dev.cosmosblog.maintenance.upgrade.RunChange;
import dev.cosmosblog.maintenance.upgrade.RunReport;
import dev.cosmosblog.maintenance.verify.FindingKind;
import java.util.Map;

/**
 * What one run did, as it is written down.
 *
 * @param dryRun whether it wrote nothing
 * @param scanned the items that it read in their order
 * @param requestUnits what it took, in RU
 * @param changes what it wrote
 * @param found what its check found
 * @param mended what of that it mended
 * @param left what is left
 */
record RunResult(
    boolean dryRun,
    long scanned,
    double requestUnits,
    Map<RunChange, Long> changes,
    Map<FindingKind, Long> found,
    Map<FindingKind, Long> mended,
    long left) {
  static RunResult of(RunReport report) {
    return new RunResult(
        report.dryRun(),
        report.scanned(),
        Math.round(report.requestUnits() * 100) / 100.0,
        report.changes(),
        report.found(),
        report.mended(),
        report.left());
  }
}
