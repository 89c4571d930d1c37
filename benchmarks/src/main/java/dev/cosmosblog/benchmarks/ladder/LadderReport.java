package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.benchmarks.ladder.Cells.Cell;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The results of a ladder, and the content of its JSON file.
 *
 * @param scale the part of the article's data set
 * @param partitions physical partitions of each container
 * @param dataset what was loaded
 * @param cells what was measured
 * @param libraryRequests the cost of this library's other requests; empty if it wasn't measured
 * @param goals the goals of this library
 */
record LadderReport(
    double scale,
    int partitions,
    DataSet dataset,
    Cells cells,
    Map<LibraryRequest, Cell> libraryRequests,
    List<Goal> goals) {
  private static final ArticleTable ARTICLE = ArticleTable.read();

  /** The numbers of items that were loaded into each rung, and their seed. */
  record DataSet(int users, int posts, long comments, long likes, long seed) {
    static DataSet of(BlogPlan plan, long seed) {
      return new DataSet(plan.users(), plan.posts().size(), plan.comments(), plan.likes(), seed);
    }
  }

  void print(List<String> rungs, Screen screen) {
    table(
        "request units (modelled); for the article's versions, the article's own, and the"
            + " difference",
        rungs,
        rung -> ARTICLE.has(rung) ? List.of(rung, "article", "%") : List.of(rung),
        LadderReport::requestUnits,
        screen);
    table(
        "requests sent / physical partitions asked / items loaded",
        rungs,
        List::of,
        (cell, place) ->
            List.of(
                format(
                    "%.0f / %.0f / %.0f", cell.requests(), cell.partitions(), cell.itemsLoaded())),
        screen);
    table(
        "p50 in ms, without a network; for the article's versions, the article's own, with one",
        rungs,
        rung -> ARTICLE.has(rung) ? List.of(rung, "article") : List.of(rung),
        LadderReport::milliseconds,
        screen);
    boolean hasBytes =
        cells.byRequest().values().stream()
            .anyMatch(row -> row.values().stream().anyMatch(cell -> cell.bytes() > 0));
    if (hasBytes) {
      table(
          "kB that the client allocates",
          rungs,
          List::of,
          (cell, place) -> List.of(cell.bytes() == 0 ? "" : format("%.1f", cell.bytes() / 1e3)),
          screen);
    }
    if (!libraryRequests.isEmpty()) {
      printLibraryRequests(screen);
    }
    if (!goals.isEmpty()) {
      printGoals(screen);
    }
  }

  /** A cell's request and rung. */
  private record Place(LadderRequest request, String rung) {}

  private void table(
      String title,
      List<String> rungs,
      Function<String, List<String>> headings,
      BiFunction<Cell, Place, List<String>> values,
      Screen screen) {
    screen.line("");
    screen.line(title);
    List<String> all = new ArrayList<>(List.of("id", "request"));
    rungs.forEach(rung -> all.addAll(headings.apply(rung)));
    Table table = new Table(all);
    for (LadderRequest request : LadderRequest.values()) {
      List<String> row = new ArrayList<>(List.of(request.id(), request.description()));
      for (String rung : rungs) {
        Cell cell = cells.cell(request, rung).orElseThrow();
        row.addAll(values.apply(cell, new Place(request, rung)));
      }
      table.row(row);
    }
    table.print(screen);
  }

  private static List<String> requestUnits(Cell cell, Place place) {
    String ru = format("%.2f", cell.ru());
    if (!ARTICLE.has(place.rung())) {
      return List.of(ru);
    }
    return ARTICLE
        .requestUnits(place.request(), place.rung())
        .map(
            article ->
                List.of(
                    ru, format("%.2f", article), format("%+.1f", 100 * (cell.ru() / article - 1))))
        .orElse(List.of(ru, "", ""));
  }

  private static List<String> milliseconds(Cell cell, Place place) {
    String ms = format("%.3f", cell.ms());
    if (!ARTICLE.has(place.rung())) {
      return List.of(ms);
    }
    return ARTICLE
        .milliseconds(place.request(), place.rung())
        .map(article -> List.of(ms, format("%.0f", article)))
        .orElse(List.of(ms, ""));
  }

  private void printLibraryRequests(Screen screen) {
    screen.line("");
    screen.line("this library's other requests, in a blog with listings");
    Table table = new Table("request", "requests", "partitions", "items loaded", "RU (modelled)");
    libraryRequests.forEach(
        (request, cell) ->
            table.format(
                "%s|%.0f|%.0f|%.0f|%.2f",
                request.description(),
                cell.requests(),
                cell.partitions(),
                cell.itemsLoaded(),
                cell.ru()));
    table.print(screen);
  }

  private void printGoals(Screen screen) {
    screen.line("");
    screen.line("goals of this library; those in RU are for --data averages over 70 partitions");
    Table table = new Table("id", "request", "goal", "measured", "at most", "result");
    for (Goal goal : goals) {
      table.format(
          "%s|%s|%s|%.3f|%.2f|%s",
          goal.request().id(),
          goal.request().description(),
          goal.what(),
          goal.measured(),
          goal.max(),
          goal.met() ? "met" : "missed");
    }
    table.print(screen);
  }

  static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
