package dev.cosmosblog.examples.upgrade;

import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Table;
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

/** Shows a run of an upgrade or a rebuild, and turns its report into JSON. */
final class ShownRun implements MaintenanceListener {
  private final Screen screen;

  /** One run in {@code upgrade.json} and {@code rebuild.json}. */
  record RunResult(
      boolean dryRun,
      long scanned,
      double requestUnits,
      Map<ChangeKind, Long> changes,
      Map<FindingKind, Long> found,
      Map<FindingKind, Long> mended,
      long left) {
    static RunResult of(MaintenanceReport report) {
      return new RunResult(
          report.dryRun(),
          report.scanned(),
          Math.round(report.requestUnits() * 100) / 100.0,
          report.changes(),
          report.found(),
          report.repaired(),
          report.left());
    }
  }

  /** The content of {@code upgrade.json} and {@code rebuild.json}. */
  record Result(List<RunResult> runs, boolean clean) {}

  ShownRun(Screen screen) {
    this.screen = screen;
  }

  @Override
  public void onSchema(SchemaChange change) {
    screen.line(
        change.container()
            + (change.missing() ? ": a new container" : ": another indexing policy"));
  }

  @Override
  public void onIndexing(int percent) {
    screen.status("indexes: " + percent + " %");
  }

  @Override
  public void onFinding(Finding finding) {
    if (!finding.repairable()) {
      screen.line(
          "%s at %s %s/%s: %s"
              .formatted(
                  finding.kind(),
                  finding.item().container(),
                  finding.item().partitionKey(),
                  finding.item().id(),
                  finding.found()));
    }
  }

  @Override
  public void onPage(MaintenanceProgress progress) {
    String left =
        progress.timeLeft().map(time -> format(", %.0f s left", time.toMillis() / 1e3)).orElse("");
    screen.status(
        format(
            "%s: %d of %d items, %d changes, %.0f RU%s",
            progress.phase(),
            progress.items().read(),
            progress.items().total(),
            progress.soFar().changes().values().stream().mapToLong(Long::longValue).sum(),
            progress.soFar().requestUnits(),
            left));
  }

  void tell(String line) {
    screen.line(line);
  }

  void print(String title, MaintenanceReport report) {
    Table table = new Table(title, report.dryRun() ? "would be" : "done");
    for (ChangeKind change : ChangeKind.values()) {
      if (report.changes().containsKey(change)) {
        table.row(change, report.changes().get(change));
      }
    }
    table.print(screen);
    for (FindingKind kind : FindingKind.values()) {
      if (report.found().containsKey(kind)) {
        screen.line(
            format(
                "%s: found %d, mended %d",
                kind, report.found().get(kind), report.repaired().getOrDefault(kind, 0L)));
      }
    }
    screen.line(
        format(
            "%d items for %.0f RU, %d left for you to decide",
            report.scanned(), report.requestUnits(), report.left()));
    screen.line("");
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
