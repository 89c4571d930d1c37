package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.benchmarks.ladder.rung.RungKind;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.examples.blog.RequestLog;
import dev.cosmosblog.examples.blog.Workers;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Table;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.LocalCosmosBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The cost of keeping the front page while its posts are liked: the article's, an item for each
 * post and a trigger, and this library's, one item. Both are liked at the same time, and both
 * change feeds run as they would in an application.
 */
final class FrontPageUpkeep {
  static final List<Integer> RATES = List.of(1, 10, 100);

  private static final List<RungKind> RUNGS = List.of(RungKind.V3, RungKind.OURS);

  /** Enough users to have written the posts of the front page, and a few more. */
  private static final int USERS = 4;

  /** Of V3's scripts on a busy machine. */
  private static final Duration SCRIPT_TIME = Duration.ofMinutes(1);

  private final int partitions;
  private final int seconds;
  private final Screen screen;

  FrontPageUpkeep(int partitions, int seconds, Screen screen) {
    this.partitions = partitions;
    this.seconds = seconds;
    this.screen = screen;
  }

  /** Measures at each rate, each for the same time. */
  List<UpkeepRow> measure(List<Integer> rates) throws IOException, InterruptedException {
    List<RequestLog> logs = RUNGS.stream().map(kind -> new RequestLog(name(kind))).toList();
    LocalCosmosBuilder builder =
        LocalCosmos.builder().physicalPartitions(partitions).scriptTime(SCRIPT_TIME);
    logs.forEach(builder::listener);
    LadderBlog blog = new LadderBlog(BlogPlan.averages(USERS), 1);
    List<KeptRung> rungs = new ArrayList<>();
    try (LocalCosmos account = builder.start();
        Workers workers = new Workers(RUNGS.size())) {
      try {
        for (int i = 0; i < RUNGS.size(); i++) {
          String name = name(RUNGS.get(i));
          BlogDatabase connection = Endpoint.of(account).connect(name, name);
          rungs.add(KeptRung.start(RUNGS.get(i), connection, logs.get(i), blog, screen));
        }
        return measure(rungs, rates, workers);
      } finally {
        rungs.forEach(KeptRung::close);
      }
    }
  }

  private List<UpkeepRow> measure(List<KeptRung> rungs, List<Integer> rates, Workers workers)
      throws InterruptedException {
    int likes = rates.stream().mapToInt(rate -> rate * (seconds + 1)).sum();
    rungs.forEach(rung -> rung.prepare(likes));
    List<UpkeepRow> rows = new ArrayList<>();
    for (int rate : rates) {
      screen.line(LadderReport.format("%d likes/s for %d s", rate, seconds));
      workers.inOrder(rungs.iterator(), rung -> liked(rung, rate), rows::add);
    }
    return rows;
  }

  private UpkeepRow liked(KeptRung rung, int rate) {
    try {
      return rung.measure(rate, seconds);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The measurement was interrupted", e);
    }
  }

  private static String name(RungKind kind) {
    return "upkeep-" + kind.label();
  }

  /** Prints what was measured. */
  static void print(List<UpkeepRow> rows, Screen screen) {
    screen.line("");
    screen.line("what the front page costs to keep while its posts are liked, modelled");
    Table table = new Table("likes/s asked", "rung", "made", "requests/s", "RU/s", "wrong counts");
    for (UpkeepRow row : rows) {
      table.row(
          row.likesPerSecondAsked(),
          row.rung(),
          LadderReport.format("%.1f", row.likesPerSecond()),
          LadderReport.format("%.1f", row.requestsPerSecond()),
          LadderReport.format("%.1f", row.ruPerSecond()),
          row.stale());
    }
    table.print(screen);
  }

  /**
   * The cost of keeping one rung's front page while its posts were liked at one rate.
   *
   * @param rung the rung's label
   * @param likesPerSecondAsked the rate
   * @param likesPerSecond what this machine made of it
   * @param requestsPerSecond requests to the front page's container
   * @param ruPerSecond their modelled request units
   * @param stale entries whose count was wrong when the change feed had caught up
   */
  record UpkeepRow(
      String rung,
      int likesPerSecondAsked,
      double likesPerSecond,
      double requestsPerSecond,
      double ruPerSecond,
      int stale) {}
}
