package dev.cosmosblog.examples.upgrade;

import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Table;
import dev.cosmosblog.maintenance.upgrade.RunChange;
import dev.cosmosblog.maintenance.upgrade.RunListener;
import dev.cosmosblog.maintenance.upgrade.RunProgress;
import dev.cosmosblog.maintenance.upgrade.RunReport;
import dev.cosmosblog.maintenance.verify.Finding;
import dev.cosmosblog.maintenance.verify.FindingKind;
import dev.cosmosblog.store.SchemaChange;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Shows a run of an upgrade or a rebuild, and turns its report into JSON. */
final class ShownRun implements RunListener {
  private final Screen screen;

  /** One run in {@code upgrade.json} and {@code rebuild.json}. */
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
    if (!finding.mendable()) {
      screen.line(
          "%s at %s %s/%s: %s"
              .formatted(
                  finding.kind(),
                  finding.place().container(),
                  finding.place().partition(),
                  finding.place().id(),
                  finding.found()));
    }
  }

  @Override
  public void onPage(RunProgress progress) {
    String left =
        progress.timeLeft().map(time -> format(", %.0f s left", time.toMillis() / 1e3)).orElse("");
    screen.status(
        format(
            "%s: %d of %d items, %d changes, %.0f RU%s",
            progress.phase(),
            progress.done(),
            progress.total(),
            progress.changes(),
            progress.requestUnits(),
            left));
  }

  void tell(String line) {
    screen.line(line);
  }

  void print(String title, RunReport report) {
    Table table = new Table(title, report.dryRun() ? "would be" : "done");
    for (RunChange change : RunChange.values()) {
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
                kind, report.found().get(kind), report.mended().getOrDefault(kind, 0L)));
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
