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
import java.util.Locale;

/** Shows a run as it goes, and at its end. */
final class ShownRun implements RunListener {
  private final Screen screen;

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
