package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.benchmarks.ladder.LadderReport.DataSet;
import dev.cosmosblog.benchmarks.ladder.LadderReport.LadderResult;
import dev.cosmosblog.benchmarks.ladder.rung.RungKind;
import dev.cosmosblog.examples.console.Arguments;
import dev.cosmosblog.examples.console.Arguments.Range;
import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Launcher;
import dev.cosmosblog.examples.console.Results;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Usage;
import dev.cosmosblog.examples.console.Usage.Option;
import dev.cosmosblog.examples.console.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Builds the article's data set at a scale on each rung, the article's V1, V2, V3 and this library,
 * asks them the ten requests in turn, and prints the article's concluding table with a column more.
 */
public final class Ladder implements Example {
  static final Range SEED = new Range(0, Integer.MAX_VALUE, 1);
  private static final Range PARTITIONS = new Range(1, 1_000, 70);
  private static final Range ROUNDS = new Range(1, 1_000, 4);

  /** A ladder without arguments. */
  public Ladder() {}

  /**
   * Runs it as a program.
   *
   * @param words its command line
   */
  public static void main(String[] words) {
    Launcher.main(new Ladder(), words);
  }

  @Override
  public Usage usage() {
    return new Usage(
        "ladder",
        "measures the article's V1, V2, V3 and this library side by side",
        List.of(),
        List.of(
            new Option("scale", "X", "of the article's 100,000 users; by default 0.001"),
            new Option("partitions", "N", "physical partitions of a container; by default 70")
                .in(PARTITIONS),
            RungChoice.OPTION,
            new Option(
                DataChoice.OPTION, "KIND", "uniform, by default, or averages: all posts alike"),
            new Option("rounds", "N", "that are measured, after half as many; by default 4")
                .in(ROUNDS),
            new Option("seed", "N", "another seed, another blog; by default 1").in(SEED)));
  }

  @Override
  public int run(Arguments arguments, Screen screen) throws IOException, InterruptedException {
    double scale = Scale.of(arguments.option("scale").orElse("0.001"));
    int partitions = arguments.number("partitions");
    int measured = 2 * ((arguments.number("rounds") + 1) / 2);
    int seed = arguments.number("seed");
    BlogPlan plan = DataChoice.of(arguments, DataChoice.UNIFORM).plan(seed, Scale.users(scale));
    List<RungKind> rungs = RungChoice.of(arguments);
    LadderRun.Findings findings =
        new LadderRun(
                new LadderBlog(plan, seed),
                partitions,
                new Cells.Rounds(measured / 2, measured),
                screen)
            .measure(rungs);
    LadderReport report = new LadderReport(findings, ArticleTable.read(), screen);
    report.print(rungs.stream().map(RungKind::label).toList());
    LadderResult result =
        new LadderResult(scale, partitions, DataSet.of(plan, seed), findings.cells());
    Path json = Results.write("ladder", result);
    Path drawing = json.resolveSibling("ladder.svg");
    LadderChart.draw(result, drawing);
    screen.line("written to " + json + " and " + drawing);
    return 0;
  }

  /** Which part of the article's data set is built. */
  static final class Scale {
    private static final int USERS = 100_000;

    private Scale() {}

    static double of(String text) {
      try {
        double scale = Double.parseDouble(text);
        if (users(scale) >= 2 && scale <= 1) {
          return scale;
        }
      } catch (NumberFormatException e) {
        // Said below, with the range.
      }
      throw new UsageException("--scale is '" + text + "'; give a number from 0.00002 to 1");
    }

    static int users(double scale) {
      return Math.toIntExact(Math.round(USERS * scale));
    }
  }

  /** Which rungs are measured. */
  static final class RungChoice {
    static final Option OPTION = new Option("rungs", "LIST", "of V1,V2,V3,ours; by default all");

    private RungChoice() {}

    static List<RungKind> of(Arguments arguments) {
      return arguments
          .option(OPTION.name())
          .map(list -> Stream.of(list.split(",")).map(RungChoice::rung).distinct().toList())
          .orElseGet(() -> List.of(RungKind.values()));
    }

    private static RungKind rung(String label) {
      return Arrays.stream(RungKind.values())
          .filter(kind -> kind.label().equals(label))
          .findFirst()
          .orElseThrow(
              () -> new UsageException("--rungs has '" + label + "'; give some of V1,V2,V3,ours"));
    }
  }

  /** Which kind of data is loaded. */
  enum DataChoice {
    /** The article's distribution. */
    UNIFORM,
    /** All posts alike; comments and likes at those alone that a request looks at. */
    AVERAGES;

    static final String OPTION = "data";

    static DataChoice of(Arguments arguments, DataChoice byDefault) {
      String given = arguments.option(OPTION).orElse(byDefault.label());
      for (DataChoice choice : values()) {
        if (choice.label().equals(given)) {
          return choice;
        }
      }
      throw new UsageException("--data is '" + given + "'; give uniform or averages");
    }

    private String label() {
      return this == UNIFORM ? "uniform" : "averages";
    }

    BlogPlan plan(long seed, int users) {
      return this == UNIFORM ? BlogPlan.uniform(seed, users) : BlogPlan.averages(users);
    }
  }
}
