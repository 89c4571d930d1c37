package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.benchmarks.ladder.rung.RungKind;
import dev.cosmosblog.examples.console.Arguments;
import dev.cosmosblog.examples.console.Arguments.Range;
import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Results;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Usage;
import dev.cosmosblog.examples.console.Usage.Option;
import dev.cosmosblog.examples.console.UsageException;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The program {@code ladder}: loads the article's data at a scale on each rung, makes the ten
 * requests and two edits in turn, and prints the article's concluding table with more columns.
 */
public final class LadderBenchmark implements Example {
  private static final Range PARTITIONS = new Range(1, 1_000, 70);
  private static final Range ROUNDS = new Range(1, 1_000_000, 4);
  private static final Range WARM_UP = new Range(0, 1_000_000, 2);

  @Override
  public Usage usage() {
    return Usage.of(
        "ladder",
        "measures the requests of the article on V1, V2, V3, this library, the SDK and Spring Data",
        new Option("scale", "X", "of the article's 100,000 users; by default 0.001"),
        new Option("data", "KIND", "uniform (default), or averages: all posts are alike"),
        LadderOptions.RUNGS,
        new Option("partitions", "N", "physical partitions of a container; by default 70")
            .in(PARTITIONS),
        new Option("rounds", "N", "timed rounds; by default 4, and from 25 on, bytes are counted")
            .in(ROUNDS),
        new Option("warm-up", "N", "rounds before them; by default 2").in(WARM_UP),
        LadderOptions.SEED);
  }

  @Override
  public int run(Arguments arguments, Screen screen) throws IOException, InterruptedException {
    LadderOptions options = LadderOptions.of(arguments, "0.001", "uniform");
    if (options.rungs().contains(RungKind.SPRING_DATA)) {
      SpringDataRung.missing(SpringDataRung.target())
          .ifPresent(
              why -> {
                throw new UsageException("--rungs has spring-data, but " + why);
              });
    }
    int partitions = arguments.number("partitions");
    Cells.Rounds rounds = new Cells.Rounds(arguments.number("warm-up"), arguments.number("rounds"));
    LadderReport report = measure(options, partitions, rounds, screen);
    report.print(options.rungs().stream().map(RungKind::label).toList(), screen);
    Path json = Results.write("ladder", report);
    Path chart = json.resolveSibling("ladder.svg");
    LadderChart.draw(report, chart);
    screen.line("written to " + json + " and " + chart);
    return 0;
  }

  static LadderReport measure(
      LadderOptions options, int partitions, Cells.Rounds rounds, Screen screen)
      throws IOException, InterruptedException {
    BlogPlan plan = options.plan();
    LadderRun.Result result =
        new LadderRun(new LadderBlog(plan, options.seed()), partitions, rounds, screen)
            .measure(options.rungs());
    return new LadderReport(
        options.scale(),
        partitions,
        LadderReport.DataSet.of(plan, options.seed()),
        result.cells(),
        Goal.of(result));
  }
}
