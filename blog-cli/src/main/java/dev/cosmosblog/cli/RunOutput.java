package dev.cosmosblog.cli;

import dev.cosmosblog.maintenance.report.ChangeKind;
import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenanceListener;
import dev.cosmosblog.maintenance.report.MaintenanceProgress;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.store.SchemaChange;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Shows a run's progress, its findings and its report. */
final class RunOutput implements MaintenanceListener {
  private final Terminal terminal;
  private final RunOptions options;
  private final boolean allFindings;

  /**
   * Creates the output of a run.
   *
   * @param allFindings whether findings that the run itself repairs are listed
   */
  RunOutput(Terminal terminal, RunOptions options, boolean allFindings) {
    this.terminal = terminal;
    this.options = options;
    this.allFindings = allFindings;
  }

  @Override
  public void onSchema(SchemaChange change) {
    if (!options.json()) {
      terminal.print(
          "container %s: %s"
              .formatted(
                  change.container(),
                  change.missing() ? "missing" : "has another indexing policy"));
    }
  }

  @Override
  public void onIndexing(int percent) {
    if (options.progress()) {
      terminal.progress("Cosmos DB is rebuilding indexes: %d %%".formatted(percent));
    }
  }

  @Override
  public void onFinding(Finding finding) {
    if (!options.json() && (allFindings || !finding.repairable())) {
      terminal.print(
          "%s in %s: found %s, expected %s"
              .formatted(finding.kind(), finding.item(), finding.found(), finding.expected()));
    }
  }

  @Override
  public void onPage(MaintenanceProgress progress) {
    if (options.progress()) {
      long read = progress.items().read();
      long total = Math.max(progress.items().total(), read);
      terminal.progress(
          format(
              "%s: %,d of %,d items (%d %%), %,.0f RU%s",
              progress.phase(),
              read,
              total,
              total == 0 ? 100 : 100 * read / total,
              progress.soFar().requestUnits(),
              progress
                  .timeLeft()
                  .map(left -> format(", %,d s left", left.toSeconds()))
                  .orElse("")));
    }
  }

  /** The report as JSON. */
  record JsonReport(
      boolean clean,
      boolean dryRun,
      List<SchemaChange> containers,
      long itemsRead,
      double requestUnits,
      Map<ChangeKind, Long> changes,
      Map<FindingKind, Long> found,
      Map<FindingKind, Long> repairable,
      Map<FindingKind, Long> repaired,
      long remaining,
      long unsettled,
      List<Finding> findings) {
    static JsonReport of(MaintenanceReport report) {
      return new JsonReport(
          report.isClean(),
          report.dryRun(),
          report.schema(),
          report.scanned(),
          report.requestUnits(),
          report.changes(),
          report.found(),
          report.repairable(),
          report.repaired(),
          report.remaining(),
          report.unsettled(),
          report.findings());
    }
  }

  /** Prints the report and returns the exit code. */
  int print(MaintenanceReport report, String repairs, Map<FindingKind, Long> repaired) {
    if (options.json()) {
      terminal.printJson(JsonReport.of(report));
    } else {
      printText(report, repairs, repaired);
    }
    terminal.eraseProgress();
    return report.isClean() ? BlogCli.OK : BlogCli.DIFFERENCES;
  }

  private void printText(
      MaintenanceReport report, String repairs, Map<FindingKind, Long> repaired) {
    for (ChangeKind kind : ChangeKind.values()) {
      if (report.changes().containsKey(kind)) {
        terminal.print(
            format(
                "%-22s %,9d %s",
                kind,
                report.changes().get(kind),
                report.dryRun() ? "would be written" : "written"));
      }
    }
    for (FindingKind kind : FindingKind.values()) {
      if (report.found().containsKey(kind)) {
        terminal.print(
            format(
                "%-22s %,9d found, %,d %s",
                kind, report.found().get(kind), repaired.getOrDefault(kind, 0L), repairs));
      }
    }
    terminal.print(format("%,d items read for %,.0f RU", report.scanned(), report.requestUnits()));
    terminal.print(conclusion(report));
  }

  private static String conclusion(MaintenanceReport report) {
    if (report.isClean()) {
      return report.found().isEmpty() ? "No differences." : "All differences are repaired.";
    }
    StringBuilder text = new StringBuilder();
    text.append(report.remaining() == 0 ? "No" : format("%,d", report.remaining()));
    text.append(" differences remain.");
    if (report.unsettled() > 0) {
      text.append(
          format(
              " Items that changed during each check: %,d; the next run checks them again.",
              report.unsettled()));
    }
    if (report.dryRun() && !report.changes().isEmpty()) {
      text.append(" Nothing was written, because this was a dry run.");
    }
    return text.toString();
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
