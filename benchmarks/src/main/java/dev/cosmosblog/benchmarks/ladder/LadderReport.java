package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.benchmarks.ladder.Cells.Cell;
import dev.cosmosblog.benchmarks.ladder.rung.RungKind;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The article's concluding table, by what is counted, with what the article has beside it. */
final class LadderReport {
  private static final String OURS = RungKind.OURS.label();

  private final LadderRun.Findings findings;
  private final ArticleTable article;
  private final Screen screen;

  LadderReport(LadderRun.Findings findings, ArticleTable article, Screen screen) {
    this.findings = findings;
    this.article = article;
    this.screen = screen;
  }

  void print(List<String> rungs) {
    requestUnits(rungs);
    counts(rungs);
    times(rungs);
    if (rungs.contains(OURS)) {
      goals();
    }
  }

  private void requestUnits(List<String> rungs) {
    screen.line("");
    screen.line("request units, modelled; beside them the article's, and the difference");
    List<String> headings = new ArrayList<>(List.of("", "request"));
    for (String rung : rungs) {
      headings.add(rung);
      if (!rung.equals(OURS)) {
        headings.addAll(List.of("article", "%"));
      }
    }
    Table table = new Table(headings.toArray(String[]::new));
    for (ArticleRequest request : ArticleRequest.values()) {
      List<String> row = start(request);
      for (String rung : rungs) {
        double ru = cell(request, rung).ru();
        row.add(format("%.2f", ru));
        article
            .requestUnits(request, rung)
            .ifPresent(
                published -> {
                  row.add(format("%.2f", published));
                  row.add(format("%+.1f", 100 * (ru / published - 1)));
                });
      }
      table.row(row.toArray());
    }
    table.print(screen);
  }

  private void counts(List<String> rungs) {
    screen.line("");
    screen.line("requests sent / physical partitions asked / items loaded");
    List<String> headings = new ArrayList<>(List.of("", "request"));
    headings.addAll(rungs);
    Table table = new Table(headings.toArray(String[]::new));
    for (ArticleRequest request : ArticleRequest.values()) {
      List<String> row = start(request);
      for (String rung : rungs) {
        Cell cell = cell(request, rung);
        row.add(
            format("%.0f / %.0f / %.0f", cell.requests(), cell.partitions(), cell.itemsLoaded()));
      }
      table.row(row.toArray());
    }
    table.print(screen);
  }

  private void times(List<String> rungs) {
    screen.line("");
    screen.line("milliseconds, p50, without a network; beside them the article's, with one");
    List<String> headings = new ArrayList<>(List.of("", "request"));
    for (String rung : rungs) {
      headings.add(rung);
      if (!rung.equals(OURS)) {
        headings.add("article");
      }
    }
    Table table = new Table(headings.toArray(String[]::new));
    for (ArticleRequest request : ArticleRequest.values()) {
      List<String> row = start(request);
      for (String rung : rungs) {
        row.add(format("%.2f", cell(request, rung).ms()));
        article.milliseconds(request, rung).ifPresent(ms -> row.add(format("%.0f", ms)));
      }
      table.row(row.toArray());
    }
    table.print(screen);
  }

  private void goals() {
    screen.line("");
    screen.line("goals of this library, for the article's averages and 70 partitions");
    Table table = new Table("", "request", "RU (modelled)", "at most", "");
    for (Goal goal : Goal.ALL) {
      double ru = cell(goal.request(), OURS).ru();
      List<String> row = start(goal.request());
      row.addAll(List.of(format("%.2f", ru), format("%.2f", goal.ru()), met(ru, goal.ru())));
      table.row(row.toArray());
    }
    Optional<Cell> free = findings.withoutReservation();
    free.ifPresent(
        cell ->
            table.row(
                "C1",
                "the same, names not unique",
                format("%.2f", cell.ru()),
                format("%.2f", Goal.WITHOUT_RESERVATION),
                met(cell.ru(), Goal.WITHOUT_RESERVATION)));
    table.print(screen);
  }

  private static String met(double ru, double goal) {
    return ru <= goal ? "met" : format("missed by %.2f", ru - goal);
  }

  private Cell cell(ArticleRequest request, String rung) {
    return findings.cells().cell(request, rung).orElseThrow();
  }

  private static List<String> start(ArticleRequest request) {
    return new ArrayList<>(List.of(request.name(), request.what()));
  }

  static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /**
   * The content of the JSON file.
   *
   * @param scale of the article's data set
   * @param partitions physical partitions of each container
   * @param dataset what was loaded
   * @param cells what was measured
   */
  record LadderResult(double scale, int partitions, DataSet dataset, Cells cells) {}

  /**
   * The data that was loaded into each rung.
   *
   * @param users how many users
   * @param posts how many posts
   * @param comments how many comments
   * @param likes how many likes
   * @param seed what it was made from
   */
  record DataSet(int users, int posts, long comments, long likes, long seed) {
    static DataSet of(BlogPlan plan, long seed) {
      return new DataSet(plan.users(), plan.posts().size(), plan.comments(), plan.likes(), seed);
    }
  }
}
