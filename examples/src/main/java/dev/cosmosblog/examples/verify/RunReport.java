package dev.cosmosblog.examples.verify;

import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Table;
import dev.cosmosblog.maintenance.verify.FindingKind;
import java.util.Locale;

/** Prints a run: a table by kind, and what it took. */
final class RunReport {
  private RunReport() {}

  static void print(RunResult run, Screen screen) {
    String did = run.kind() == RunKind.DRY_RUN ? "would be mended" : "mended";
    Table table = new Table(run.kind().name().toLowerCase(Locale.ROOT), "found", did);
    for (FindingKind kind : FindingKind.values()) {
      if (run.found().containsKey(kind)) {
        table.row(kind, run.found().get(kind), run.mended().getOrDefault(kind, 0L));
      }
    }
    table.print(screen);
    screen.line(
        String.format(
            Locale.ROOT,
            "%d items for %.0f RU in %.1f s: %s",
            run.scanned(),
            run.requestUnits(),
            run.seconds(),
            conclusion(run)));
    screen.line("");
  }

  private static String conclusion(RunResult run) {
    if (run.isClean()) {
      return run.found().isEmpty() ? "nothing is wrong" : "all that was wrong is mended";
    }
    return run.unsettled() > 0 ? run.unsettled() + " could not be told" : "something is wrong";
  }
}
