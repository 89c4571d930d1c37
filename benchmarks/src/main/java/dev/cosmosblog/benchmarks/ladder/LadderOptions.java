package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.benchmarks.ladder.rung.RungKind;
import dev.cosmosblog.examples.console.Range;
import java.util.List;
import picocli.CommandLine.Option;

/** The options of the programs that climb the ladder. */
final class LadderOptions {
  private static final int ARTICLE_USERS = 100_000;

  @Option(
      names = "--scale",
      description = "a part of the article's 100,000 users, in growth the smallest of three")
  @Range(min = 0.00002, max = 1)
  private double scale;

  @Option(
      names = "--data",
      description = "${COMPLETION-CANDIDATES}: distributed as in the article, or all posts alike")
  private Data data;

  @Option(names = "--rungs", split = ",", description = "some of ${COMPLETION-CANDIDATES}")
  private List<RungKind> rungs = List.of(RungKind.V1, RungKind.V2, RungKind.V3, RungKind.LIBRARY);

  @Option(names = "--seed", description = "the seed of the data")
  private int seed = 1;

  /** The distribution of posts, comments and likes. */
  enum Data {
    UNIFORM,
    AVERAGES
  }

  LadderOptions(double scale, Data data) {
    this.scale = scale;
    this.data = data;
  }

  double scale() {
    return scale;
  }

  List<RungKind> rungs() {
    return rungs.stream().distinct().toList();
  }

  int seed() {
    return seed;
  }

  /** Returns the plan of a blog with so many times the users. */
  BlogPlan plan(int times) {
    int users = Math.toIntExact(Math.round(ARTICLE_USERS * scale * times));
    return data == Data.UNIFORM ? BlogPlan.uniform(seed, users) : BlogPlan.averages(users);
  }
}
