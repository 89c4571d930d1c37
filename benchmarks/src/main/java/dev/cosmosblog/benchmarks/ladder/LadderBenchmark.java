package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.benchmarks.ladder.rung.RungKind;
import dev.cosmosblog.examples.console.Program;
import dev.cosmosblog.examples.console.Range;
import dev.cosmosblog.examples.console.Results;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The program {@code ladder}: loads the article's data at a scale on each rung, makes the ten
 * requests and two edits in turn, and prints the article's concluding table with more columns, and
 * a table of this library's other requests.
 */
@Command(
    name = "ladder",
    description =
        "measures the requests of the article on V1, V2, V3, this library, the SDK and Spring Data")
public final class LadderBenchmark implements Program {
  /** Entries of listings are written one after the other. */
  private static final int LISTED_POSTS = 100;

  @Mixin private final LadderOptions options = new LadderOptions(0.001, LadderOptions.Data.UNIFORM);

  @Option(names = "--partitions", description = "physical partitions of a container")
  @Range(max = 1_000)
  private int partitions = 70;

  @Option(names = "--rounds", description = "timed rounds; from 25 on, bytes are counted, too")
  @Range(max = 1_000_000)
  private int rounds = 4;

  @Option(names = "--warm-up", description = "rounds before them")
  @Range(min = 0, max = 1_000_000)
  private int warmUp = 2;

  @Override
  public boolean run(Screen screen) throws IOException, InterruptedException {
    if (options.rungs().contains(RungKind.SPRING_DATA)) {
      SpringDataRung.missing(SpringDataRung.target())
          .ifPresent(
              why -> {
                throw new UsageException("--rungs has spring-data, but " + why);
              });
    }
    LadderReport report = measure(options, 1, partitions, new Cells.Rounds(warmUp, rounds), screen);
    report.print(options.rungs().stream().map(RungKind::label).toList(), screen);
    Path json = Results.write("ladder", report);
    Path chart = json.resolveSibling("ladder.svg");
    LadderChart.draw(report, chart);
    screen.line("written to " + json + " and " + chart);
    return true;
  }

  static LadderReport measure(
      LadderOptions options, int times, int partitions, Cells.Rounds rounds, Screen screen)
      throws IOException, InterruptedException {
    BlogPlan plan = options.plan(times);
    LadderBlog blog = new LadderBlog(plan, options.seed());
    LadderRun.Result result =
        new LadderRun(blog, blog.withPosts(LISTED_POSTS * times), partitions, rounds, screen)
            .measure(options.rungs());
    return new LadderReport(
        options.scale() * times,
        partitions,
        LadderReport.DataSet.of(plan, options.seed()),
        result.cells(),
        result.libraryRequests(),
        Goal.of(result));
  }
}
