package dev.cosmosblog.benchmarks.blog;

import dev.cosmosblog.benchmarks.SvgFile;
import dev.cosmosblog.benchmarks.blog.CommandCosts.FrontPageCost;
import dev.cosmosblog.benchmarks.blog.FollowedRate.Found;
import dev.cosmosblog.benchmarks.blog.LoadedBlog.Load;
import dev.cosmosblog.benchmarks.blog.RequestUnitCauses.Cause;
import dev.cosmosblog.benchmarks.blog.RequestUnitCauses.Charges;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Table;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler;

/** The results of the benchmark, as tables and as a chart of the rates over the distance. */
final class BlogReport {
  private static final int WIDTH = 900;
  private static final int HEIGHT = 520;

  private BlogReport() {}

  /**
   * The results; parts that were not measured are empty.
   *
   * @param processors of this machine, which writers, emulator and hosts share
   * @param load the commands of the rates
   * @param cells single rates that were asked for
   * @param rates the highest rates that the copies follow
   * @param costs total costs of commands
   * @param frontPage costs of the front page while its posts are liked
   * @param idle costs of a blog that nobody uses
   * @param requests single requests over the article's 70 partitions
   * @param renames of users with many items
   * @param contention of writers on one post
   */
  record Result(
      int processors,
      Load load,
      List<MeasuredRate> cells,
      List<Found> rates,
      List<Found> goals,
      List<Cost> costs,
      List<FrontPageCost> frontPage,
      List<Idle> idle,
      List<Cost.Request> requests,
      List<LargeRename.RenameCosts> renames,
      List<Contention.WritersOnOnePost> contention) {
    static Result empty(Load load) {
      return new Result(
          Runtime.getRuntime().availableProcessors(),
          load,
          new ArrayList<>(),
          new ArrayList<>(),
          new ArrayList<>(),
          new ArrayList<>(),
          new ArrayList<>(),
          new ArrayList<>(),
          new ArrayList<>(),
          new ArrayList<>(),
          new ArrayList<>());
    }

    boolean isEmpty() {
      return Stream.of(cells, rates, goals, costs, frontPage, idle, requests, renames, contention)
          .allMatch(List::isEmpty);
    }
  }

  /** The total cost of a command at a rate, on a rung of the ladder. */
  record Cost(String rung, MeasuredRate measured) {
    /** One command or query, the number of its requests, and their RU. */
    record Request(String request, double sent, double ru) {}
  }

  /** The RU/s of a blog that nobody uses; its copies are late by at most the poll interval. */
  record Idle(String settings, int hosts, Charges perSecond, double goal) {}

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** Returns "1 host" or "2 hosts". */
  static String counted(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  /** One line for a rate that was found. */
  static String line(Found found) {
    MeasuredRate best = found.best();
    return text("%s: %.0f/s, limited by %s", best.conditions().line(), best.made(), found.limit());
  }

  static void print(Result result, Screen screen) {
    result.cells().forEach(cell -> cell(cell, screen));
    if (!result.rates().isEmpty()) {
      rates(result.rates(), result.load(), screen);
    }
    costs(result.costs(), screen);
    frontPage(result.frontPage(), screen);
    idle(result.idle(), screen);
    for (LargeRename.RenameCosts rename : result.renames()) {
      Table table = new Table("rename", "items", "seconds", "requests/item", "RU/item (modelled)");
      row(table, "by the change feed", rename.library());
      row(table, "one patch for each, with the SDK alone", rename.bare());
      row(table, "the erasure of the user", rename.erasure());
      show(table, "", screen);
    }
    for (Contention.WritersOnOnePost writers : result.contention()) {
      Table table = new Table("64 writers on one post", "commands/s", "library/SDK");
      table
          .format("the library|%.0f|%.2f", writers.libraryPerSecond(), writers.ofBareBatch())
          .format("its batch with the SDK alone|%.0f|", writers.bareBatchPerSecond())
          .format(
              "the library, reading the author each time|%.0f|%.2f",
              writers.readingPerSecond(), writers.ofSameRequests())
          .format("these two requests with the SDK alone|%.0f|", writers.sameRequestsPerSecond());
      show(table, "", screen);
      screen.line("");
      Contention.print(writers.hotPost(), screen);
    }
    goals(result, screen);
  }

  private static void show(Table table, String title, Screen screen) {
    screen.line("");
    if (!title.isEmpty()) {
      screen.line(title);
    }
    table.print(screen);
  }

  private static void row(Table table, String what, LargeRename.Cost cost) {
    table.format(
        "%s|%d|%.1f|%.3f|%.2f",
        what, cost.items(), cost.seconds(), cost.requestsPerItem(), cost.requestUnitsPerItem());
  }

  private static void cell(MeasuredRate cell, Screen screen) {
    screen.line("");
    screen.line(
        "%s; %.0f s at %.0f/s, %d failed, %d not copied",
        cell.conditions().line(),
        cell.pace().seconds(),
        cell.asked(),
        cell.failures().count(),
        cell.failures().left());
    if (cell.failures().count() > 0) {
      screen.line("  the first failure: " + cell.failures().first());
    }
    screen.line(
        "  made %.1f/s, followed %.1f/s, until drained %.1f/s; lag ms: p50 %.0f, p99 %.0f, at most"
            + " %.0f%s",
        cell.made(),
        cell.pace().followed(),
        cell.pace().drained(),
        cell.lag().p50Ms(),
        cell.lag().p99Ms(),
        cell.lag().maxMs(),
        cell.bounded() ? "" : " (not bounded)");
    screen.line(
        "  processors: this process %.0f %%, all processes %.0f %%%s",
        100 * cell.processors().process(),
        100 * cell.processors().machine(),
        cell.processors().busy() ? " (the limit)" : "");
    Table causes = new Table("RU of a command (modelled)", "RU");
    cell.requestUnits()
        .byCause()
        .forEach((cause, ru) -> causes.format("%s|%.2f", cause.label(), ru));
    causes.format("total|%.2f", cell.requestUnits().total());
    causes.print(screen);
    Table kinds = new Table("requests of a command", "requests", "RU");
    cell.requestUnits()
        .byKind()
        .forEach((kind, sum) -> kinds.format("%s|%.3f|%.2f", kind, sum.requests(), sum.charge()));
    kinds.print(screen);
  }

  private static void rates(List<Found> rates, Load load, Screen screen) {
    Table table =
        new Table(
            "follower",
            "partitions",
            "hosts",
            "ms",
            "rate/s",
            "lag ms",
            "p50 at half",
            "p99",
            "failed",
            "partitions' limit",
            "limited by");
    for (Found found : rates) {
      MeasuredRate best = found.best();
      table.format(
          "%s|%d|%d|%d|%.0f|%.0f|%.0f|%.0f|%d|%.0f|%s",
          best.conditions().follower(),
          best.conditions().partitions(),
          best.conditions().hosts(),
          best.conditions().distanceMs(),
          best.made(),
          best.lag().maxMs(),
          found.half().lag().p50Ms(),
          found.half().lag().p99Ms(),
          best.failures().count(),
          best.partitionLimit(),
          found.limit());
    }
    show(
        table,
        text(
            "the highest rate of %s (%s) that copies follow with a lag of at most 3 s",
            load.label(), load.request()),
        screen);
  }

  private static void costs(List<Cost> costs, Screen screen) {
    if (costs.isEmpty()) {
      return;
    }
    Table table =
        new Table(
            row(
                "RU of a command (modelled)",
                costs,
                cost ->
                    text(
                        "%s %s %.0f/s",
                        cost.rung(),
                        cost.measured().conditions().load().label(),
                        cost.measured().asked())));
    for (Cause cause : Cause.values()) {
      table.row(
          row(
              cause.label(),
              costs,
              cost -> text("%.2f", cost.measured().requestUnits().of(cause))));
    }
    table.row(row("total", costs, cost -> text("%.1f", cost.measured().requestUnits().total())));
    table.row(row("longest lag, ms", costs, cost -> text("%.0f", cost.measured().lag().maxMs())));
    show(table, "total cost of a command, over 5 partitions at 4 ms", screen);
  }

  private static List<String> row(String first, List<Cost> costs, Function<Cost, String> cell) {
    return Stream.concat(Stream.of(first), costs.stream().map(cell)).toList();
  }

  private static void frontPage(List<FrontPageCost> costs, Screen screen) {
    if (costs.isEmpty()) {
      return;
    }
    Table table = new Table("likes/s", "rung", "sent", "requests/s", "RU/s", "wrong counts");
    for (FrontPageCost cost : costs) {
      table.format(
          "%.0f|%s|%.1f|%.1f|%.1f|%d",
          cost.asked(), cost.rung(), cost.made(), cost.requests(), cost.ru(), cost.stale());
    }
    show(table, "cost of the front page while its posts are liked (modelled)", screen);
  }

  private static void idle(List<Idle> idle, Screen screen) {
    if (idle.isEmpty()) {
      return;
    }
    Table table = new Table("an idle blog", "polls RU/s", "leases RU/s", "checks RU/s", "all RU/s");
    for (Idle row : idle) {
      double polls = row.perSecond().of(Cause.POLLS);
      double leases = row.perSecond().of(Cause.LEASES);
      double all = row.perSecond().total();
      table.format(
          "%s|%.1f|%.1f|%.1f|%.1f", row.settings(), polls, leases, all - polls - leases, all);
    }
    show(table, "", screen);
  }

  private static void goals(Result result, Screen screen) {
    Table table = new Table("goal", "measured", "goal", "met");
    rateGoals(result, table);
    for (Cost cost : result.costs()) {
      if (cost.rung().equals(CommandCosts.LIBRARY)) {
        MeasuredRate measured = cost.measured();
        Load load = measured.conditions().load();
        double max = measured.asked() > 40 ? 19 : load == Load.POSTS ? 22 : 21;
        String what = text("RU of %s at %.0f/s", load.label(), measured.asked());
        atMost(table, what, measured.requestUnits().total(), max);
      }
    }
    listingsGoals(result.costs(), table);
    for (Idle idle : result.idle()) {
      String what = "idle RU/s, " + idle.settings();
      atMost(table, what, idle.perSecond().total(), idle.goal());
    }
    Map<String, Double> max =
        Map.of(Load.POSTS.request(), 6.95, Load.COMMENTS.request(), 8.1, Load.LIKES.request(), 7.6);
    for (Cost.Request request : result.requests()) {
      String what = text("RU of %s, %.2f requests", request.request(), request.sent());
      if (max.containsKey(request.request())) {
        atMost(table, what, request.ru(), max.get(request.request()));
      } else {
        table.format("%s|%.2f||", what, request.ru());
      }
    }
    result.contention().forEach(writers -> hotPostGoals(writers.hotPost(), table));
    if (!table.isEmpty()) {
      show(table, "goals, for 1 host", screen);
    }
  }

  /** The requests to the listings may cost at most 8 RU for a new post, and nothing for a like. */
  private static void listingsGoals(List<Cost> costs, Table table) {
    for (Cost cost : costs) {
      if (cost.rung().equals(CommandCosts.WITH_LISTINGS)) {
        MeasuredRate measured = cost.measured();
        Load load = measured.conditions().load();
        String what = text("RU in the listings of %s at %.0f/s", load.label(), measured.asked());
        atMost(table, what, measured.requestUnits().of(Cause.LISTINGS), load == Load.POSTS ? 8 : 0);
      }
    }
  }

  /** Adds the goals whose rates were measured. */
  private static void rateGoals(Result result, Table table) {
    for (boolean limited : List.of(true, false)) {
      Optional<Found> handWritten = find(result, Follower.HAND_WRITTEN, Load.LIKES, 1, 4, limited);
      find(result, Follower.LIBRARY, Load.LIKES, 1, 4, limited)
          .ifPresent(
              found ->
                  handWritten.ifPresent(
                      other -> rate(table, "likes/s", found, other.best().made())));
    }
    Optional<Found> likes = find(result, Follower.LIBRARY, Load.LIKES, 1, 4, true);
    find(result, Follower.LIBRARY, Load.LIKES, 1, 10, true)
        .ifPresent(
            far ->
                find(result, Follower.LIBRARY, Load.LIKES, 1, 0, true)
                    .ifPresent(
                        near ->
                            rate(
                                table,
                                "likes/s, 0.8 of those at 0 ms",
                                far,
                                0.8 * near.best().made())));
    find(result, Follower.LIBRARY, Load.POSTS, 1, 5, true)
        .ifPresent(found -> rate(table, "new posts/s", found, 150));
    find(result, Follower.LIBRARY, Load.LIKES, 5, 4, true)
        .ifPresent(
            found -> likes.ifPresent(one -> rate(table, "likes/s", found, 4 * one.best().made())));
  }

  private static Optional<Found> find(
      Result result, String follower, Load load, int partitions, int distanceMs, boolean limited) {
    return Stream.concat(result.goals().stream(), result.rates().stream())
        .filter(
            found ->
                found
                    .best()
                    .conditions()
                    .equals(
                        new MeasuredRate.Conditions(
                            load, follower, partitions, limited, 1, distanceMs)))
        .findFirst();
  }

  private static void rate(Table table, String what, Found found, double goal) {
    MeasuredRate best = found.best();
    table.format(
        "%s, %s%s, %d ms, for %.0f s|%.0f|at least %.0f|%s",
        what,
        counted(best.conditions().partitions(), "partition"),
        best.conditions().limited() ? "" : " without a limit",
        best.conditions().distanceMs(),
        best.pace().seconds(),
        best.made(),
        goal,
        best.made() >= goal ? "yes" : unmet(found, goal));
  }

  /** Returns why a rate wasn't reached: its limit, or the processors that it would take. */
  private static String unmet(Found found, double goal) {
    double machine = found.best().machineAt(goal);
    return machine > 1
        ? text("no: it would take %.1f times this machine's processors", machine)
        : "no: " + found.limit();
  }

  private static void hotPostGoals(List<Contention.HotPost> distances, Table table) {
    for (Contention.HotPost hot : distances) {
      String limit = hot.limited() ? ", 10,000 RU/s" : "";
      String where = text(" of one post, %d ms%s", hot.milliseconds(), limit);
      if (hot.milliseconds() == 4) {
        table.format(
            "likes/s%s, shared batches / one batch each|%.2f|at least 2.00|%s",
            where, hot.faster(), hot.faster() >= 2 ? "yes" : "no");
      }
      atMost(table, "RU of likes" + where, hot.togetherRequestUnits(), 5.2);
    }
  }

  private static void atMost(Table table, String what, double measured, double goal) {
    boolean met = Math.round(measured * 100) <= Math.round(goal * 100);
    table.format("%s|%.2f|at most %.2f|%s", what, measured, goal, met ? "yes" : "no");
  }

  /** Draws the rates over the distance, with a line for each follower, partitions and hosts. */
  static void draw(Result result, Path file) throws IOException {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(
                text(
                    "Commands a second that copies follow, lag at most 3 s (%s)",
                    result.load().request()))
            .xAxisTitle("distance of the emulator, ms")
            .yAxisTitle("commands a second")
            .build();
    chart
        .getStyler()
        .setLegendPosition(Styler.LegendPosition.OutsideE)
        .setChartBackgroundColor(Color.WHITE)
        .setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 15));
    chart.getStyler().setYAxisMin(0.0);
    Map<String, List<MeasuredRate>> lines =
        result.rates().stream()
            .map(Found::best)
            .collect(
                Collectors.groupingBy(
                    best -> best.conditions().follower() + ", " + best.conditions().text(),
                    LinkedHashMap::new,
                    Collectors.toList()));
    lines.forEach(
        (name, points) ->
            chart.addSeries(
                name,
                doubles(points.stream().map(point -> (double) point.conditions().distanceMs())),
                doubles(points.stream().map(MeasuredRate::made))));
    SvgFile.write(chart, file);
  }

  private static double[] doubles(Stream<Double> values) {
    return values.mapToDouble(value -> value).toArray();
  }
}
