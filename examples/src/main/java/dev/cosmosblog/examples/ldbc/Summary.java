package dev.cosmosblog.examples.ldbc;

import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Table;
import java.util.Locale;

/** The import's last lines: what was done, and what was not. */
final class Summary {
  private Summary() {}

  static void print(ImportResult result, Screen screen) {
    Table table = new Table("", "created", "already there");
    result
        .created()
        .forEach(
            (label, created) ->
                table.row(label, created, result.alreadyThere().getOrDefault(label, 0L)));
    screen.line("");
    table.print(screen);
    screen.line("");
    screen.line(
        String.format(
            Locale.ROOT,
            "%,d malformed rows; %,d updates and %,d files skipped, for which a blog has nothing;"
                + " %.1f s",
            result.malformedRows(),
            result.skippedUpdates(),
            result.skippedFiles(),
            result.seconds()));
  }
}
