package dev.cosmosblog.benchmarks.blog;

import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.svg.SVGProcessor;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import dev.cosmosblog.benchmarks.blog.FollowedRate.Found;
import dev.cosmosblog.benchmarks.blog.FollowedRate.Measured;
import dev.cosmosblog.benchmarks.blog.LoadedBlog.Load;
import dev.cosmosblog.benchmarks.blog.RequestUnitCauses.Cause;
import dev.cosmosblog.benchmarks.blog.RequestUnitCauses.Charges;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Table;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler;

/** The results of the benchmark, as tables and as a drawing of the rate over the distance. */
final class BenchmarkReport {
  private static final int WIDTH = 900;
  private static final int HEIGHT = 520;

  private BenchmarkReport() {}

  /**
   * The results; parts that were not measured are empty.
   *
   * @param processors of this machine, which writers, account and hosts share
   * @param load the commands of the rates
   * @param cells single rates that were asked for
   * @param rates the highest rates that the copies follow
   * @param goals the rates that the goals name
   * @param costs what commands cost in all
   * @param idle what a blog costs that nobody uses
   * @param requests single requests over the article's 70 partitions
   * @param renames of users with many items
   * @param contention of writers on one post
   */
  record Result(
      int processors,
      Load load,
      List<Measured> cells,
      List<Found> rates,
      List<Found> goals,
      List<Cost> costs,
      List<Idle> idle,
      List<Cost.Request> requests,
      List<LargeRename.Measured> renames,
      List<Contention.Measured> contention) {
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
          new ArrayList<>());
    }

    boolean isEmpty() {
      return Stream.of(cells, rates, goals, costs, idle, requests, renames, contention)
          .allMatch(List::isEmpty);
    }
  }

  /** The whole cost of a command at a rate, on a rung of the ladder. */
  record Cost(String rung, Measured measured) {
    /** One request, with how many requests it sends and what they cost. */
    record Request(String request, double sent, double ru) {}
  }

  /** The cost of a blog that nobody uses, in RU/s; its copies are at most a poll late. */
  record Idle(String settings, int hosts, int ranges, long pollMs, Charges perSecond) {}

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** A number and what is counted: "1 host", "2 hosts". */
  static String counted(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  /** On how many partitions and hosts something was measured. */
  private static String where(Measured measured) {
    return counted(measured.partitions(), "partition") + ", " + counted(measured.hosts(), "host");
  }

  /** One line for a rate that was found. */
  static String line(Found found) {
    Measured best = found.best();
    return text(
        "%s, %s: %s, %d ms: %.0f/s, bounded by %s",
        best.follower(),
        best.load().label(),
        where(best),
        best.distanceMs(),
        best.made(),
        found.limit());
  }

  static void print(Result result, Screen screen) {
    result.cells().forEach(cell -> cell(cell, screen));
    if (!result.rates().isEmpty()) {
      rates(result.rates(), result.load(), screen);
    }
    costs(result.costs(), screen);
    idle(result.idle(), screen);
    for (LargeRename.Measured rename : result.renames()) {
      Table table = new Table("rename", "items", "seconds", "requests/item", "RU/item (modelled)");
      row(table, "by the change feed", rename.library());
      row(table, "one bare patch for each", rename.bare());
      row(table, "the erasure of the user", rename.erasure());
      show(table, "", screen);
    }
    for (Contention.Measured writers : result.contention()) {
      Table table = new Table("64 writers on one post", "commands/s", "library/SDK");
      table.row(
          "the library",
          text("%.0f", writers.libraryPerSecond()),
          text("%.2f", writers.ofBareBatch()));
      table.row("its batch with the SDK alone", text("%.0f", writers.bareBatchPerSecond()), "");
      table.row(
          "the library, reading the author each time",
          text("%.0f", writers.readingPerSecond()),
          text("%.2f", writers.ofSameRequests()));
      table.row(
          "these two requests with the SDK alone",
          text("%.0f", writers.sameRequestsPerSecond()),
          "");
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
    table.row(
        what,
        cost.items(),
        text("%.1f", cost.seconds()),
        text("%.3f", cost.requestsPerItem()),
        text("%.2f", cost.requestUnitsPerItem()));
  }

  private static void cell(Measured cell, Screen screen) {
    screen.line("");
    screen.line(
        text(
            "%s, %s: %s, %d ms; %.0f s at %.0f/s, %d failed, %d left",
            cell.follower(),
            cell.load().label(),
            where(cell),
            cell.distanceMs(),
            cell.seconds(),
            cell.asked(),
            cell.failed(),
            cell.left()));
    if (cell.failed() > 0) {
      screen.line("  the first failure: " + cell.firstFailure());
    }
    screen.line(
        text(
            "  made %.1f/s, followed %.1f/s; lag ms: p50 %.0f, p99 %.0f, at most %.0f%s",
            cell.made(),
            cell.followed(),
            cell.lagP50Ms(),
            cell.lagP99Ms(),
            cell.lagMostMs(),
            cell.bounded() ? "" : " (not bounded)"));
    screen.line(
        text(
            "  processors: this process %.0f %%, all processes %.0f %%%s",
            100 * cell.process(), 100 * cell.machine(), cell.busy() ? " (the limit)" : ""));
    Table causes = new Table("RU for a command, modelled", "RU");
    cell.requestUnits()
        .byCause()
        .forEach((cause, ru) -> causes.row(cause.label(), text("%.2f", ru)));
    causes.row("total", text("%.2f", cell.requestUnits().total()));
    causes.print(screen);
    Table kinds = new Table("requests for a command", "requests", "RU");
    cell.requestUnits()
        .byKind()
        .forEach(
            (kind, sum) ->
                kinds.row(kind, text("%.3f", sum.requests()), text("%.2f", sum.charge())));
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
            "bounded by");
    for (Found found : rates) {
      Measured best = found.best();
      table.row(
          best.follower(),
          best.partitions(),
          best.hosts(),
          best.distanceMs(),
          text("%.0f", best.made()),
          text("%.0f", best.lagMostMs()),
          text("%.0f", found.half().lagP50Ms()),
          text("%.0f", found.half().lagP99Ms()),
          best.failed(),
          text("%.0f", best.partitionLimit()),
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
    List<String> headings = new ArrayList<>(List.of("RU for a command, modelled"));
    costs.forEach(
        cost ->
            headings.add(
                text(
                    "%s %s %.0f/s",
                    cost.rung(), cost.measured().load().label(), cost.measured().asked())));
    Table table = new Table(headings.toArray(String[]::new));
    for (Cause cause : Cause.values()) {
      List<Object> cells = new ArrayList<>(List.of(cause.label()));
      costs.forEach(cost -> cells.add(text("%.2f", cost.measured().requestUnits().of(cause))));
      table.row(cells.toArray());
    }
    List<Object> totals = new ArrayList<>(List.of("total"));
    costs.forEach(cost -> totals.add(text("%.1f", cost.measured().requestUnits().total())));
    table.row(totals.toArray());
    List<Object> lags = new ArrayList<>(List.of("lag at most, ms"));
    costs.forEach(cost -> lags.add(text("%.0f", cost.measured().lagMostMs())));
    table.row(lags.toArray());
    show(table, "what a command costs in all over 5 partitions at 4 ms", screen);
  }

  private static void idle(List<Idle> idle, Screen screen) {
    if (idle.isEmpty()) {
      return;
    }
    Table table = new Table("an idle blog of 10 ranges", "polls RU/s", "leases RU/s", "all RU/s");
    idle.forEach(
        row ->
            table.row(
                row.settings(),
                text("%.1f", row.perSecond().of(Cause.POLLS)),
                text("%.1f", row.perSecond().of(Cause.LEASES)),
                text("%.1f", row.perSecond().total())));
    show(table, "", screen);
  }

  private static void goals(Result result, Screen screen) {
    Table table = new Table("goal", "measured", "goal", "met");
    rateGoals(result, table);
    for (Cost cost : result.costs()) {
      if (cost.rung().equals(CommandCosts.OURS)) {
        Measured measured = cost.measured();
        double most = measured.asked() > 40 ? 19 : measured.load() == Load.POSTS ? 22 : 21;
        String what = text("RU of %s at %.0f/s", measured.load().label(), measured.asked());
        atMost(table, what, measured.requestUnits().total(), most);
      }
    }
    archiveGoals(result.costs(), table);
    for (int i = 0; i < result.idle().size(); i++) {
      Idle idle = result.idle().get(i);
      String what = "idle RU/s, " + idle.settings();
      atMost(table, what, idle.perSecond().total(), i == 0 ? 30 : 10);
    }
    Map<String, Double> most =
        Map.of(Load.POSTS.request(), 6.95, Load.COMMENTS.request(), 8.1, Load.LIKES.request(), 7.6);
    for (Cost.Request request : result.requests()) {
      String what = text("RU of %s, %.2f requests", request.request(), request.sent());
      if (most.containsKey(request.request())) {
        atMost(table, what, request.ru(), most.get(request.request()));
      } else {
        table.row(what, text("%.2f", request.ru()), "", "");
      }
    }
    result.contention().forEach(writers -> hotPostGoals(writers.hotPost(), table));
    if (!table.isEmpty()) {
      show(table, "goals, for 1 host", screen);
    }
  }

  /** Adds the goals of an archive's own requests: at most 8 RU for a new post, none for a like. */
  private static void archiveGoals(List<Cost> costs, Table table) {
    for (Cost cost : costs) {
      if (cost.rung().equals(CommandCosts.WITH_ARCHIVE)) {
        Measured measured = cost.measured();
        String what =
            text("RU in the archive of %s at %.0f/s", measured.load().label(), measured.asked());
        double most = measured.load() == Load.POSTS ? 8 : 0;
        atMost(table, what, measured.requestUnits().of(Cause.ARCHIVE), most);
      }
    }
  }

  /** Those whose rates were measured, whether as goals or among the others. */
  private static void rateGoals(Result result, Table table) {
    for (boolean limited : List.of(true, false)) {
      Optional<Found> byHand = find(result, Follower.BY_HAND, Load.LIKES, 1, 4, limited);
      find(result, Follower.LIBRARY, Load.LIKES, 1, 4, limited)
          .ifPresent(
              found ->
                  byHand.ifPresent(other -> rate(table, "likes/s", found, other.best().made())));
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
            found -> {
              Measured best = found.best();
              return best.follower().equals(follower)
                  && best.load() == load
                  && best.partitions() == partitions
                  && best.limited() == limited
                  && best.hosts() == 1
                  && best.distanceMs() == distanceMs;
            })
        .findFirst();
  }

  private static void rate(Table table, String what, Found found, double goal) {
    Measured best = found.best();
    table.row(
        text(
            "%s, %s%s, %d ms, for %.0f s",
            what,
            counted(best.partitions(), "partition"),
            best.limited() ? "" : " without a limit",
            best.distanceMs(),
            best.seconds()),
        text("%.0f", best.made()),
        text("at least %.0f", goal),
        best.made() >= goal ? "yes" : unmet(found, goal));
  }

  /** Says why a rate was not reached: by what bounded it, or by the processors that it takes. */
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
        table.row(
            "likes/s" + where + ", together over one batch each",
            text("%.2f", hot.faster()),
            "at least 2.00",
            hot.faster() >= 2 ? "yes" : "no");
      }
      atMost(table, "RU of likes" + where, hot.togetherRequestUnits(), 5.2);
    }
  }

  private static void atMost(Table table, String what, double measured, double goal) {
    table.row(
        what,
        text("%.2f", measured),
        text("at most %.2f", goal),
        Math.round(measured * 100) <= Math.round(goal * 100) ? "yes" : "no");
  }

  /** Draws the rates over the distance, a line for each follower, partitions and hosts. */
  static void draw(Result result, Path file) throws IOException {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(
                text(
                    "Commands a second that copies follow, lag at most 3 s (%s)",
                    result.load().request()))
            .xAxisTitle("distance of the account, ms")
            .yAxisTitle("commands a second")
            .build();
    chart
        .getStyler()
        .setLegendPosition(Styler.LegendPosition.OutsideE)
        .setChartBackgroundColor(Color.WHITE)
        .setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 15));
    chart.getStyler().setYAxisMin(0.0);
    Map<String, List<Measured>> lines =
        result.rates().stream()
            .map(Found::best)
            .collect(
                Collectors.groupingBy(
                    best -> best.follower() + ", " + where(best),
                    LinkedHashMap::new,
                    Collectors.toList()));
    lines.forEach(
        (name, points) ->
            chart.addSeries(
                name,
                doubles(points.stream().map(point -> (double) point.distanceMs())),
                doubles(points.stream().map(Measured::made))));
    VectorGraphics2D graphics = new VectorGraphics2D();
    chart.paint(graphics, WIDTH, HEIGHT);
    try (OutputStream out = Files.newOutputStream(file)) {
      new SVGProcessor()
          .getDocument(graphics.getCommands(), new PageSize(WIDTH, HEIGHT))
          .writeTo(out);
    }
  }

  private static double[] doubles(Stream<Double> values) {
    return values.mapToDouble(value -> value).toArray();
  }
}
