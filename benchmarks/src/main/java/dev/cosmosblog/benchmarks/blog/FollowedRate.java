package dev.cosmosblog.benchmarks.blog;

import dev.cosmosblog.benchmarks.blog.LoadedBlog.Load;
import dev.cosmosblog.benchmarks.blog.RequestUnitCauses.Cause;
import dev.cosmosblog.benchmarks.blog.RequestUnitCauses.Sum;
import dev.cosmosblog.benchmarks.blog.Traffic.Window;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Table;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** How far the copies are behind, and what a command costs in all, at one rate of one load. */
final class FollowedRate {
  private static final double WARM_UP_SECONDS = 10;
  private static final int DRAIN_SECONDS = 120;

  private final LoadedBlog blog;
  private final Load load;
  private final Follower follower;

  FollowedRate(LoadedBlog blog, Load load, Follower follower) {
    this.blog = blog;
    this.load = load;
    this.follower = follower;
  }

  /**
   * What was measured at one rate.
   *
   * @param load the commands
   * @param follower who kept the copies
   * @param partitions physical partitions
   * @param hosts hosts of the change feed
   * @param distanceMs what each request takes longer, the median
   * @param asked commands per second
   * @param made of these
   * @param followed commands that the copies showed, per second
   * @param lagP50Ms from the answer to a command to its copy, the median
   * @param lagP99Ms the 99th percentile
   * @param lagMostMs the longest that a command waited for its copy
   * @param drainedAfterSeconds until the copies showed everything after the last command; -1 if
   *     they did not within two minutes
   * @param processor the share of all processors that this process took
   * @param machine the share that all processes took
   * @param failed commands that were refused
   * @param requestUnits for a command, by cause, modelled
   * @param requests of a command, and their modelled request units, by client, container and kind
   */
  record Measured(
      Load load,
      String follower,
      int partitions,
      int hosts,
      int distanceMs,
      double asked,
      double made,
      double followed,
      double lagP50Ms,
      double lagP99Ms,
      double lagMostMs,
      double drainedAfterSeconds,
      double processor,
      double machine,
      long failed,
      Map<Cause, Double> requestUnits,
      Map<String, double[]> requests) {
    double total() {
      return requestUnits.values().stream().mapToDouble(ru -> ru).sum();
    }
  }

  Measured measure(double rate, double seconds) throws IOException {
    Window window =
        new Traffic(blog, load).measure(rate, WARM_UP_SECONDS, seconds, (at, oldest) -> true);
    long end = System.nanoTime();
    boolean drained = blog.lag().awaitFollowed(DRAIN_SECONDS);
    double drainedAfter = drained ? (System.nanoTime() - end) / 1e9 : -1;
    double made = Math.max(1, window.made());
    Map<Cause, Double> units = new EnumMap<>(Cause.class);
    window.charges().byCause().forEach((cause, charge) -> units.put(cause, charge / made));
    Map<String, double[]> requests = new TreeMap<>();
    for (Map.Entry<String, Sum> entry : window.charges().byKind().entrySet()) {
      Sum sum = entry.getValue();
      requests.put(entry.getKey(), new double[] {sum.requests() / made, sum.charge() / made});
    }
    return new Measured(
        load,
        follower.label(),
        blog.setting().partitions(),
        follower.count(),
        blog.setting().distanceMs(),
        rate,
        window.made() / window.seconds(),
        window.followed() / window.seconds(),
        window.lags().ms(0.5),
        window.lags().ms(0.99),
        window.mostMs(),
        drainedAfter,
        window.processor(),
        window.machine(),
        window.failed(),
        units,
        requests);
  }

  static void print(Measured measured, Screen screen) {
    screen.line(
        text(
            "%s, %s: %d partitions, %d hosts, %d ms",
            measured.follower(),
            measured.load(),
            measured.partitions(),
            measured.hosts(),
            measured.distanceMs()));
    screen.line(
        text(
            "  asked %.0f/s, made %.1f/s, followed %.1f/s, failed %d",
            measured.asked(), measured.made(), measured.followed(), measured.failed()));
    screen.line(
        text(
            "  lag ms: p50 %.0f, p99 %.0f, at most %.0f; drained after %.1f s",
            measured.lagP50Ms(),
            measured.lagP99Ms(),
            measured.lagMostMs(),
            measured.drainedAfterSeconds()));
    screen.line(
        text(
            "  processors: this process %.0f %%, the machine %.0f %%%s",
            100 * measured.processor(),
            100 * measured.machine(),
            measured.machine() >= Traffic.BUSY ? " (the processor is the limit)" : ""));
    Table table = new Table("RU per command, modelled", "RU");
    measured.requestUnits().forEach((cause, ru) -> table.row(cause.label(), text("%.2f", ru)));
    table.row("total", text("%.2f", measured.total()));
    table.print(screen);
    Table kinds = new Table("requests per command", "requests", "RU");
    measured
        .requests()
        .forEach((name, of) -> kinds.row(name, text("%.3f", of[0]), text("%.2f", of[1])));
    kinds.print(screen);
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
