package dev.cosmosblog.examples.quickstart;

import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Table;
import java.util.Locale;

/** The quickstart's last page: what the requests took, and whether the copies are right. */
final class Report {
  private static final int SHOWN = 10;

  private Report() {}

  static void print(QuickstartResult result, CopyReport copies, Screen screen) {
    screen.line("");
    Table table =
        new Table("", "request", "requests sent", "partitions asked", "RU (modelled)", "ms");
    for (Measurement request : result.requests()) {
      table.row(
          request.id(),
          request.what(),
          request.requestsSent(),
          request.partitions(),
          format("%.2f", request.ru()),
          format("%.2f", request.ms()));
    }
    table.print(screen);
    footnotes(result, screen);
    copies(copies, screen);
    screen.line(
        format(
            "%,d users, %,d posts, %,d comments, %,d likes; %.1f s in all",
            result.users(), result.posts(), result.comments(), result.likes(), result.seconds()));
  }

  private static void footnotes(QuickstartResult result, Screen screen) {
    int plans = result.requests().stream().mapToInt(Measurement::queryPlans).sum();
    if (plans > 0) {
      screen.line(
          "The SDK asked the gateway for a query plan "
              + plans
              + " times beside them: that asks no partition and costs no RU.");
    }
  }

  private static void copies(CopyReport copies, Screen screen) {
    screen.line("");
    if (copies.inSync()) {
      screen.line(format("%,d copies and counts equal their sources", copies.compared()));
      return;
    }
    screen.line(
        format(
            "%,d of %,d copies and counts differ from their sources, for instance:",
            copies.differences().size(), copies.compared()));
    copies.differences().stream().limit(SHOWN).forEach(screen::line);
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
