package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.benchmarks.ladder.FrontPageUpkeep.UpkeepRow;
import dev.cosmosblog.benchmarks.ladder.GrowthResult.GrowthRow;
import dev.cosmosblog.benchmarks.ladder.Ladder.DataChoice;
import dev.cosmosblog.benchmarks.ladder.Ladder.RungChoice;
import dev.cosmosblog.benchmarks.ladder.Ladder.Scale;
import dev.cosmosblog.benchmarks.ladder.LadderReport.DataSet;
import dev.cosmosblog.benchmarks.ladder.LadderReport.LadderResult;
import dev.cosmosblog.benchmarks.ladder.rung.RungKind;
import dev.cosmosblog.examples.console.Arguments;
import dev.cosmosblog.examples.console.Arguments.Range;
import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Launcher;
import dev.cosmosblog.examples.console.Results;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Table;
import dev.cosmosblog.examples.console.Usage;
import dev.cosmosblog.examples.console.Usage.Option;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures how the cost of the ten requests grows: the same requests, for the same user and post,
 * on three scales of the data and over 1, 10 and 70 physical partitions; and what the front page
 * costs to keep with more and more likes of its posts.
 */
public final class Growth implements Example {
  private static final List<Integer> TIMES = List.of(1, 2, 4);
  private static final List<Integer> PARTITIONS = List.of(1, 10, 70);
  private static final int USUAL_PARTITIONS = 10;
  private static final Range LIKE_SECONDS = new Range(1, 3_600, 20);
  private static final Cells.Rounds ROUNDS = new Cells.Rounds(1, 2);

  /** A growth without arguments. */
  public Growth() {}

  /**
   * Runs it as a program.
   *
   * @param words its command line
   */
  public static void main(String[] words) {
    Launcher.main(new Growth(), words);
  }

  @Override
  public Usage usage() {
    return new Usage(
        "growth",
        "shows which of the ten requests cost more with more data or more partitions",
        List.of(),
        List.of(
            new Option("scale", "X", "the least of three, each twice the last; by default 0.0005"),
            RungChoice.OPTION,
            new Option(DataChoice.OPTION, "KIND", "averages, by default, or uniform"),
            new Option("like-seconds", "N", "of likes at each rate; by default 20")
                .in(LIKE_SECONDS),
            new Option("seed", "N", "another seed, another blog; by default 1").in(Ladder.SEED)));
  }

  @Override
  public int run(Arguments arguments, Screen screen) throws IOException, InterruptedException {
    double least = Scale.of(arguments.option("scale").orElse("0.0005"));
    int seed = arguments.number("seed");
    DataChoice data = DataChoice.of(arguments, DataChoice.AVERAGES);
    List<RungKind> rungs = RungChoice.of(arguments);
    List<LadderResult> byScale = new ArrayList<>();
    for (int times : TIMES) {
      byScale.add(new Setting(least * times, USUAL_PARTITIONS, seed, data).measure(rungs, screen));
    }
    List<LadderResult> byPartitions = new ArrayList<>();
    for (int partitions : PARTITIONS) {
      byPartitions.add(
          partitions == USUAL_PARTITIONS
              ? byScale.get(0)
              : new Setting(least, partitions, seed, data).measure(rungs, screen));
    }
    List<UpkeepRow> feedUpkeep =
        new FrontPageUpkeep(USUAL_PARTITIONS, arguments.number("like-seconds"), screen)
            .measure(FrontPageUpkeep.RATES);
    GrowthResult result = GrowthResult.of(rungs, byScale, byPartitions, feedUpkeep);
    print(result, screen);
    FrontPageUpkeep.print(feedUpkeep, screen);
    screen.line("written to " + Results.write("growth", result));
    return 0;
  }

  private record Setting(double scale, int partitions, int seed, DataChoice data) {
    LadderResult measure(List<RungKind> rungs, Screen screen)
        throws IOException, InterruptedException {
      screen.line(LadderReport.format("scale %s, %d partitions", scale, partitions));
      BlogPlan plan = data.plan(seed, Scale.users(scale));
      Cells cells =
          new LadderRun(new LadderBlog(plan, seed), partitions, ROUNDS, screen)
              .measure(rungs)
              .cells();
      return new LadderResult(scale, partitions, DataSet.of(plan, seed), cells);
    }
  }

  private static void print(GrowthResult result, Screen screen) {
    screen.line("");
    screen.line(
        "request units, modelled: by posts over 10 partitions, by partitions with the fewest");
    List<String> headings = new ArrayList<>(List.of("", "request", "rung"));
    result
        .byScale()
        .forEach(run -> headings.add(LadderReport.format("%,d", run.dataset().posts())));
    headings.add("grows");
    result.byPartitions().forEach(run -> headings.add(run.partitions() + " p."));
    headings.add("grows");
    Table table = new Table(headings.toArray(String[]::new));
    for (GrowthRow row : result.rows()) {
      List<Object> cells = new ArrayList<>();
      cells.add(row.request());
      cells.add(row.request().what());
      cells.add(row.rung());
      row.ruByScale().forEach(ru -> cells.add(LadderReport.format("%.2f", ru)));
      cells.add(row.growsWithData() ? "yes" : "no");
      row.ruByPartitions().forEach(ru -> cells.add(LadderReport.format("%.2f", ru)));
      cells.add(row.growsWithPartitions() ? "yes" : "no");
      table.row(cells.toArray());
    }
    table.print(screen);
  }
}
