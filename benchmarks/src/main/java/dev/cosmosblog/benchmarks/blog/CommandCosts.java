package dev.cosmosblog.benchmarks.blog;

import dev.cosmosblog.benchmarks.blog.BenchmarkReport.Cost;
import dev.cosmosblog.benchmarks.blog.FollowedRate.Measured;
import dev.cosmosblog.benchmarks.blog.LoadedBlog.Load;
import dev.cosmosblog.benchmarks.blog.LoadedBlog.Setting;
import dev.cosmosblog.benchmarks.ladder.rung.RungKind;
import dev.cosmosblog.examples.console.Screen;
import java.util.List;
import java.util.Locale;

/**
 * Measures what a command costs in all, whoever causes it: this library's, the same with an
 * archive, and V3's.
 *
 * @param rates the commands a second
 * @param settlingSeconds before each window, at its rate
 * @param seconds of a window
 * @param screen takes a line for each
 */
record CommandCosts(List<Integer> rates, int settlingSeconds, int seconds, Screen screen) {
  /** The name of this library's costs in tables. */
  static final String OURS = RungKind.OURS.label();

  /** The name of the costs of a blog with an archive. */
  static final String WITH_ARCHIVE = OURS + "+archive";

  /** Measures one blog, which is closed afterwards. */
  void measure(Setting setting, List<Load> loads, List<Cost> costs) throws InterruptedException {
    String name = setting.archive() ? WITH_ARCHIVE : setting.kind().label();
    try (LoadedBlog blog = new LoadedBlog(setting);
        Follower follower =
            setting.kind() == RungKind.OURS
                ? Follower.library(blog, 1, builder -> builder)
                : Follower.functions(blog.rung(), screen::line)) {
      for (int commands : rates) {
        for (Load of : loads) {
          Measured at = new FollowedRate(blog, of, follower, settlingSeconds, seconds).at(commands);
          costs.add(new Cost(name, at));
          screen.line(
              String.format(
                  Locale.ROOT,
                  "%s, %s at %d/s: %.1f RU, lag at most %.0f ms, %d left",
                  name,
                  of.label(),
                  commands,
                  at.requestUnits().total(),
                  at.lagMostMs(),
                  at.left()));
        }
      }
    }
  }
}
