package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.benchmarks.ladder.rung.RungKind;
import dev.cosmosblog.examples.console.Arguments;
import dev.cosmosblog.examples.console.Arguments.Range;
import dev.cosmosblog.examples.console.Usage.Option;
import dev.cosmosblog.examples.console.UsageException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The options of the programs that climb the ladder.
 *
 * @param scale the part of the article's 100,000 users
 * @param uniform whether the data is distributed as in the article, or all posts are alike
 * @param rungs what is measured
 * @param seed what the data is made from
 */
record LadderOptions(double scale, boolean uniform, List<RungKind> rungs, int seed) {
  static final Option RUNGS =
      new Option(
          "rungs", "LIST", "of " + labels(RungKind.values()) + "; by default V1,V2,V3,library");
  static final Option SEED =
      new Option("seed", "N", "the seed of the data; by default 1")
          .in(new Range(0, Integer.MAX_VALUE, 1));

  private static final int ARTICLE_USERS = 100_000;

  static LadderOptions of(Arguments arguments, String scale, String data) {
    String kind = arguments.option("data").orElse(data);
    if (!kind.equals("uniform") && !kind.equals("averages")) {
      throw new UsageException("--data is '" + kind + "'; give uniform or averages");
    }
    return new LadderOptions(
        scale(arguments.option("scale").orElse(scale)),
        kind.equals("uniform"),
        rungs(arguments),
        arguments.number("seed"));
  }

  LadderOptions times(int factor) {
    return new LadderOptions(scale * factor, uniform, rungs, seed);
  }

  BlogPlan plan() {
    return uniform ? BlogPlan.uniform(seed, users(scale)) : BlogPlan.averages(users(scale));
  }

  private static int users(double scale) {
    return Math.toIntExact(Math.round(ARTICLE_USERS * scale));
  }

  private static double scale(String text) {
    try {
      double scale = Double.parseDouble(text);
      if (users(scale) >= 2 && scale <= 1) {
        return scale;
      }
    } catch (NumberFormatException e) {
      // Reported below, with the range.
    }
    throw new UsageException("--scale is '" + text + "'; give a number from 0.00002 to 1");
  }

  private static List<RungKind> rungs(Arguments arguments) {
    String given = arguments.option("rungs").orElse("V1,V2,V3,library");
    return Stream.of(given.split(",")).map(LadderOptions::rung).distinct().toList();
  }

  private static RungKind rung(String label) {
    return Arrays.stream(RungKind.values())
        .filter(kind -> kind.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "--rungs has '%s'; give some of %s"
                        .formatted(label, labels(RungKind.values()))));
  }

  private static String labels(RungKind... kinds) {
    return Arrays.stream(kinds).map(RungKind::label).collect(Collectors.joining(","));
  }
}
