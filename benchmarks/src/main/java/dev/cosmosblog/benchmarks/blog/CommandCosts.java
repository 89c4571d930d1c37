package dev.cosmosblog.benchmarks.blog;

import dev.cosmosblog.benchmarks.blog.BlogReport.Cost;
import dev.cosmosblog.benchmarks.blog.LoadedBlog.Load;
import dev.cosmosblog.benchmarks.blog.LoadedBlog.Setting;
import dev.cosmosblog.benchmarks.blog.RequestUnitCauses.Cause;
import dev.cosmosblog.benchmarks.blog.RequestUnitCauses.Charges;
import dev.cosmosblog.benchmarks.ladder.rung.RungKind;
import dev.cosmosblog.examples.console.Screen;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Measures the total cost of commands, whatever causes it: this library's, the same with listings,
 * and V3's.
 *
 * @param rates the commands a second
 * @param settlingSeconds before each window, at its rate
 * @param seconds of a window
 */
record CommandCosts(List<Integer> rates, int settlingSeconds, int seconds, Screen screen) {
  private static final int LONGEST_FRONT_PAGE_SECONDS = 30;

  /** The name of this library's costs in tables. */
  static final String LIBRARY = RungKind.LIBRARY.label();

  /** The name of the costs of a blog with listings. */
  static final String WITH_LISTINGS = LIBRARY + "+listings";

  private Follower follower(LoadedBlog blog) throws InterruptedException {
    return blog.setting().kind() == RungKind.LIBRARY
        ? Follower.library(blog, 1, builder -> builder)
        : Follower.functions(blog.rung(), screen::line);
  }

  /**
   * The cost of the front page while its posts are liked.
   *
   * @param rung the rung's label
   * @param asked likes a second
   * @param made of these
   * @param requests to the front page's container, a second
   * @param ru modelled request units of them, a second
   * @param stale posts on the front page with a wrong count once writes have stopped
   */
  record FrontPageCost(
      String rung, double asked, double made, double requests, double ru, int stale) {}

  /** Likes the posts of the front page of one blog, and counts until the likes are copied. */
  void measureFrontPage(Setting setting, List<FrontPageCost> costs) throws InterruptedException {
    try (LoadedBlog blog = new LoadedBlog(setting);
        Follower follower = follower(blog)) {
      for (int likes : rates) {
        MeasuredRate at =
            new FollowedRate(blog, Load.FRONT_PAGE_LIKES, follower, 0, seconds).at(likes);
        // The front page is written at most a second after the copies beside the authors.
        TimeUnit.SECONDS.sleep(2);
        Charges perSecond =
            at.requestUnits()
                .per(1 / (at.made() * at.pace().seconds()))
                .plus(blog.charges().take())
                .per(at.pace().seconds());
        double requests =
            perSecond.byKind().entrySet().stream()
                .filter(kind -> kind.getKey().contains(" feed "))
                .mapToDouble(kind -> kind.getValue().requests())
                .sum();
        costs.add(
            new FrontPageCost(
                setting.kind().label(),
                likes,
                at.made(),
                requests,
                perSecond.of(Cause.FRONT_PAGE),
                staleInTheEnd(blog)));
      }
    }
  }

  /** A busy machine may take longer. */
  private static int staleInTheEnd(LoadedBlog blog) throws InterruptedException {
    int stale = blog.staleOnFrontPage();
    for (int second = 0; stale > 0 && second < LONGEST_FRONT_PAGE_SECONDS; second++) {
      TimeUnit.SECONDS.sleep(1);
      stale = blog.staleOnFrontPage();
    }
    return stale;
  }

  /** Measures one blog, which is closed afterwards. */
  void measure(Setting setting, List<Load> loads, List<Cost> costs) throws InterruptedException {
    String name = setting.listings() ? WITH_LISTINGS : setting.kind().label();
    try (LoadedBlog blog = new LoadedBlog(setting);
        Follower follower = follower(blog)) {
      for (int commands : rates) {
        for (Load of : loads) {
          MeasuredRate at =
              new FollowedRate(blog, of, follower, settlingSeconds, seconds).at(commands);
          costs.add(new Cost(name, at));
          screen.line(
              "%s, %s at %d/s: %.1f RU, lag at most %.0f ms, %d not copied",
              name,
              of.label(),
              commands,
              at.requestUnits().total(),
              at.lag().maxMs(),
              at.failures().left());
        }
      }
    }
  }
}
