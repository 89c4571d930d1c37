package dev.cosmosblog.benchmarks.blog;

import static dev.cosmosblog.benchmarks.blog.BlogReport.counted;

import dev.cosmosblog.benchmarks.blog.BlogReport.Cost;
import dev.cosmosblog.benchmarks.blog.BlogReport.Idle;
import dev.cosmosblog.benchmarks.blog.BlogReport.Result;
import dev.cosmosblog.benchmarks.blog.CommandCosts.FrontPageCost;
import dev.cosmosblog.benchmarks.blog.FollowedRate.Found;
import dev.cosmosblog.benchmarks.blog.LoadedBlog.Load;
import dev.cosmosblog.benchmarks.blog.LoadedBlog.Setting;
import dev.cosmosblog.benchmarks.blog.RequestUnitCauses.Charges;
import dev.cosmosblog.benchmarks.ladder.rung.RungKind;
import dev.cosmosblog.changefeed.BlogChangeFeedBuilder;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.examples.console.Program;
import dev.cosmosblog.examples.console.Range;
import dev.cosmosblog.examples.console.Results;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.UsageException;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The program {@code blog-benchmark}: the rates that copies follow, beside a hand-written handler;
 * the total cost of commands and of the front page, beside the article's V3; an idle blog; the
 * rename of a user with many items; and many writers on one post. Writers, emulator and hosts share
 * the processors of this machine, and the report shows where these were the limit.
 */
@Command(
    name = "blog-benchmark",
    description =
        "measures a blog: the rates that copies follow, RU by cause, a large rename, many writers")
@SuppressWarnings("NullAway.Init") // run(Screen) sets what picocli didn't.
public final class BlogBenchmark implements Program {
  /** A multiple of the renew interval of leases, 17 s, so that each window has its renewals. */
  private static final int RENEWALS_SECONDS = 34;

  /** Before each window, at its rate. */
  private static final int SETTLING_SECONDS = 5;

  private static final Duration SAVING_POLL = Duration.ofSeconds(5);
  private static final Duration SAVING_RENEW = Duration.ofSeconds(60);

  /** The number of partitions in the article. */
  private static final int ARTICLE_PARTITIONS = 70;

  private static final int SAMPLES = 20;
  private static final List<Integer> FRONT_PAGE_RATES = List.of(1, 10, 100);

  @Option(
      names = "--only",
      split = ",",
      description =
          "some of ${COMPLETION-CANDIDATES} (default: all; with --endpoint, rename and writers)")
  private @Nullable Set<Part> only;

  @Option(names = "--quick", description = "a few minutes: fewer cells, shorter windows, no goals")
  private boolean quick;

  @Option(
      names = "--load",
      description = "likes, comments, posts, front_page_likes, mix (the article's) or steady")
  private Load load = Load.MIX;

  @Option(
      names = "--distances",
      split = ",",
      paramLabel = "<ms>",
      description = "latency added to each request (default: 0,2,5,10)")
  @Range(min = 0, max = 1_000)
  private List<Integer> distances;

  @Option(names = "--partitions", split = ",", description = "physical partitions (default: 1,5)")
  @Range(max = 100)
  private List<Integer> partitions;

  @Option(names = "--hosts", split = ",", description = "hosts of the change feed (default: 1,2,4)")
  @Range(max = 64)
  private List<Integer> hosts;

  @Option(
      names = "--rate",
      description = "measures this rate alone, with the library (see --hand-written)")
  @Range(max = 100_000)
  private @Nullable Integer rate;

  @Option(
      names = "--rounds",
      description = "repeats a rate; later rounds run with more compiled code (default: 1)")
  @Range(max = 100)
  private int rounds = 1;

  @Option(names = "--writers", description = "threads that send a rate (default: 64)")
  @Range(max = 1_000)
  private int writers = FollowedRate.WRITERS;

  @Option(names = "--seconds", description = "of a rate (default: 10)")
  @Range(max = 3_600)
  private @Nullable Integer seconds;

  @Option(names = "--skew", description = "the exponent of the long tail in hundredths")
  @Range(min = 0, max = 200)
  private int skew = 80;

  @Option(names = "--users", description = "of the blog")
  @Range(min = 10, max = 100_000)
  private int users = 300;

  @Option(names = "--posts", description = "of the blog; the article has 27.5 for each user, too")
  @Range(min = 10, max = 100_000)
  private int posts = 8_250;

  @Option(names = "--hand-written", description = "with --rate: the hand-written handler as well")
  private boolean handWritten;

  @Option(names = "--authors-by-id", description = "commands read their authors")
  private boolean authorsById;

  @Option(
      names = "--unlimited",
      description = "with rates: a partition accepts more than 10,000 RU/s")
  private boolean unlimited;

  @Option(names = "--items", split = ",", description = "of the renamed user (default: 10000)")
  @Range(min = 10, max = 1_000_000)
  private List<Integer> items;

  @Option(names = "--commands", description = "of each kind and round on one post")
  @Range(min = 10, max = 1_000_000)
  private int commands = 2_000;

  @Mixin private final Endpoint.Options options = new Endpoint.Options();

  private Screen screen;
  private int window;

  /** The parts that can be measured alone. */
  enum Part {
    RATES,
    GOALS,
    COSTS,
    FRONT_PAGE,
    IDLE,
    REQUESTS,
    RENAME,
    WRITERS;

    /** These can be measured on any account; the others need the emulator's counts. */
    static final Set<Part> ANYWHERE = EnumSet.of(RENAME, WRITERS);

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  @Override
  public boolean run(Screen output) throws IOException, InterruptedException {
    Set<Part> parts = parts();
    screen = output;
    distances = either(distances, List.of(0, 5), List.of(0, 2, 5, 10));
    partitions = either(partitions, List.of(1), List.of(1, 5));
    hosts = either(hosts, List.of(1), List.of(1, 2, 4));
    items = either(items, List.of(1_000), List.of(10_000));
    window = seconds == null ? quick ? 4 : 10 : seconds;
    Result result = Result.empty(load);
    try {
      measure(parts, result);
    } finally {
      report(result);
    }
    return true;
  }

  private Set<Part> parts() {
    boolean elsewhere = options.endpoint().isPresent();
    if (elsewhere && rate != null) {
      throw new UsageException("--rate is measured in this process; leave out --endpoint");
    }
    if (elsewhere && only != null && !Part.ANYWHERE.containsAll(only)) {
      throw new UsageException(
          "--only is %s; with --endpoint give some of %s".formatted(only, Part.ANYWHERE));
    }
    if (rate == null && (rounds > 1 || writers != FollowedRate.WRITERS)) {
      throw new UsageException("--rounds and --writers need --rate");
    }
    if (only != null) {
      return only;
    }
    Set<Part> all = elsewhere ? EnumSet.copyOf(Part.ANYWHERE) : EnumSet.allOf(Part.class);
    if (quick) {
      all.remove(Part.GOALS);
    }
    return all;
  }

  private List<Integer> either(
      @Nullable List<Integer> given, List<Integer> ifQuick, List<Integer> byDefault) {
    return given != null ? given : quick ? ifQuick : byDefault;
  }

  /** Reports what was measured, even if a later measurement failed. */
  private void report(Result result) throws IOException {
    if (result.isEmpty()) {
      return;
    }
    BlogReport.print(result, screen);
    Path file = Results.write("blog-benchmark", result);
    screen.line("written to " + file);
    if (!result.rates().isEmpty()) {
      Path drawing = file.resolveSibling("blog-benchmark.svg");
      BlogReport.draw(result, drawing);
      screen.line("drawn to " + drawing);
    }
  }

  /**
   * Returns a line for each pair that the rates leave out: the lease of a partition's range has one
   * owner, so that further hosts only wait.
   */
  static List<String> leftOut(List<Integer> partitions, List<Integer> hosts) {
    List<String> lines = new ArrayList<>();
    for (int ranges : partitions) {
      for (int count : hosts) {
        if (count > ranges) {
          lines.add(
              "%s, %s: left out, because a range has one host at a time, and %s would only wait"
                  .formatted(
                      counted(ranges, "partition"),
                      counted(count, "host"),
                      counted(count - ranges, "host")));
        }
      }
    }
    return lines;
  }

  private Setting setting(RungKind kind, int ranges, int distance) {
    return setting(kind, ranges, distance, false);
  }

  /** Returns the settings of a blog whose partitions are limited as in the service by default. */
  private Setting limited(int ranges, int distance) {
    return setting(RungKind.LIBRARY, ranges, distance, !unlimited);
  }

  private Setting setting(RungKind kind, int ranges, int distance, boolean limited) {
    return new Setting(kind, ranges, distance, users, posts, skew, authorsById, false, limited);
  }

  private void measure(Set<Part> parts, Result result) throws IOException, InterruptedException {
    if (rate != null || parts.contains(Part.RATES) || parts.contains(Part.GOALS)) {
      warmUp(rate == null ? 100 : rate);
    }
    if (rate != null) {
      oneRate(rate, result.cells());
      return;
    }
    for (Part part : EnumSet.copyOf(parts)) {
      switch (part) {
        case RATES -> rates(result.rates());
        case GOALS -> goals(result.goals());
        case COSTS -> costs(result.costs());
        case FRONT_PAGE -> frontPage(result.frontPage());
        case IDLE -> idle(result.idle());
        case REQUESTS -> requests(result.requests());
        case RENAME, WRITERS -> storeAlone(part, result);
      }
    }
  }

  private void oneRate(int asked, List<MeasuredRate> cells) throws InterruptedException {
    for (int ranges : partitions) {
      for (int distance : distances) {
        try (LoadedBlog blog = new LoadedBlog(limited(ranges, distance))) {
          for (int round = 0; round < rounds; round++) {
            for (int count : hosts) {
              cells.add(oneRate(asked, blog, library(blog, count)));
            }
            if (handWritten) {
              cells.add(oneRate(asked, blog, Follower.handWritten(blog)));
            }
          }
        }
      }
    }
  }

  private MeasuredRate oneRate(int asked, LoadedBlog blog, Follower follower) {
    try (follower) {
      int settling = Math.min(window, SETTLING_SECONDS);
      return new FollowedRate(blog, load, follower, settling, window, writers).at(asked);
    }
  }

  /** The virtual machine compiles both ways before one of them is measured. */
  private void warmUp(int at) throws InterruptedException {
    screen.line("warm-up");
    try (LoadedBlog blog = new LoadedBlog(setting(RungKind.LIBRARY, 1, 0))) {
      try (Follower follower = library(blog, 1)) {
        new FollowedRate(blog, Load.MIX, follower, 0, 2 * window).at(at);
      }
      if (rate == null || handWritten) {
        try (Follower follower = Follower.handWritten(blog)) {
          new FollowedRate(blog, Load.MIX, follower, 0, window).at(at);
        }
      }
    }
  }

  /** Several hosts find each other sooner than by default, because leases aren't counted here. */
  private static Follower library(LoadedBlog blog, int count) throws InterruptedException {
    return Follower.library(
        blog,
        count,
        builder ->
            count == 1
                ? builder
                : builder.leaseIntervals(
                    Duration.ofSeconds(2), Duration.ofSeconds(17), Duration.ofSeconds(60)));
  }

  private void rates(List<Found> rates) throws InterruptedException {
    leftOut(partitions, hosts).forEach(screen::line);
    for (int ranges : partitions) {
      List<Integer> working = hosts.stream().filter(count -> count <= ranges).toList();
      for (int distance : distances) {
        try (LoadedBlog blog = new LoadedBlog(limited(ranges, distance))) {
          for (int count : working) {
            rates.add(search(blog, load, library(blog, count), window));
          }
          rates.add(search(blog, load, Follower.handWritten(blog), window));
        }
      }
    }
  }

  private Found search(LoadedBlog blog, Load of, Follower follower, int confirm) {
    try (follower) {
      Found found = new FollowedRate(blog, of, follower, SETTLING_SECONDS, window).search(confirm);
      screen.line(BlogReport.line(found));
      return found;
    }
  }

  private void goals(List<Found> goals) throws InterruptedException {
    int minute = quick ? window : 60;
    for (boolean limited : List.of(true, false)) {
      try (LoadedBlog blog = new LoadedBlog(setting(RungKind.LIBRARY, 1, 4, limited))) {
        goals.add(search(blog, Load.LIKES, library(blog, 1), minute));
        goals.add(search(blog, Load.LIKES, Follower.handWritten(blog), minute));
      }
    }
    goals.add(alone(Load.LIKES, 1, 0, minute));
    goals.add(alone(Load.LIKES, 1, 10, minute));
    goals.add(alone(Load.LIKES, 5, 4, minute));
    goals.add(alone(Load.POSTS, 1, 5, minute));
  }

  private Found alone(Load of, int ranges, int distance, int confirm) throws InterruptedException {
    try (LoadedBlog blog = new LoadedBlog(limited(ranges, distance))) {
      return search(blog, of, library(blog, 1), confirm);
    }
  }

  /** Measures each command at two rates over five partitions, with this library and with V3. */
  private void costs(List<Cost> costs) throws InterruptedException {
    List<Integer> rates = quick ? List.of(40) : List.of(40, 400);
    int costWindow = quick ? RENEWALS_SECONDS / 2 : RENEWALS_SECONDS;
    CommandCosts each = new CommandCosts(rates, SETTLING_SECONDS, costWindow, screen);
    List<Load> all = List.of(Load.LIKES, Load.COMMENTS, Load.POSTS);
    Setting ours = setting(RungKind.LIBRARY, 5, 4);
    each.measure(ours, all, costs);
    each.measure(ours.withListings(), List.of(Load.LIKES, Load.POSTS), costs);
    each.measure(setting(RungKind.V3, 5, 4), all, costs);
  }

  private void frontPage(List<FrontPageCost> costs) throws InterruptedException {
    CommandCosts each = new CommandCosts(FRONT_PAGE_RATES, SETTLING_SECONDS, 2 * window, screen);
    for (RungKind kind : List.of(RungKind.V3, RungKind.LIBRARY)) {
      screen.line("the front page of %s", kind.label());
      each.measureFrontPage(setting(kind, 10, 0), costs);
    }
  }

  private void idle(List<Idle> idle) throws InterruptedException {
    screen.line("an idle blog");
    Setting large = idle(5);
    idle.add(idle("5 partitions", large, RENEWALS_SECONDS, 30, given -> given));
    idle.add(idle("5 partitions, listings", large.withListings(), RENEWALS_SECONDS, 30, g -> g));
    idle.add(idle("1 partition", idle(1), RENEWALS_SECONDS, 10, given -> given));
    int saving = (int) SAVING_RENEW.toSeconds();
    UnaryOperator<BlogChangeFeedBuilder> slowPolls = given -> given.pollInterval(SAVING_POLL);
    idle.add(idle("5 partitions, polls every 5 s", large, RENEWALS_SECONDS, 15, slowPolls));
    idle.add(
        idle(
            "5 partitions, polls every 5 s, leases every 60 s",
            large,
            saving,
            10,
            builder ->
                slowPolls
                    .apply(builder)
                    .leaseIntervals(SAVING_RENEW, SAVING_RENEW, SAVING_RENEW.multipliedBy(3))));
  }

  /** An idle blog costs the same, however large it is. */
  private static Setting idle(int partitions) {
    return new Setting(RungKind.LIBRARY, partitions, 0, 20, 100, 0, false, false, false);
  }

  private static Idle idle(
      String name,
      Setting blogSettings,
      int window,
      double goal,
      UnaryOperator<BlogChangeFeedBuilder> settings)
      throws InterruptedException {
    try (LoadedBlog blog = new LoadedBlog(blogSettings);
        Follower follower = Follower.library(blog, 1, settings)) {
      blog.charges().take();
      LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(window));
      Charges perSecond = blog.charges().take().per(window);
      return new Idle(name, follower.hosts(), perSecond, goal);
    }
  }

  /** Measures single requests with the article's average of 27.5 posts a user. */
  private void requests(List<Cost.Request> requests) {
    Setting fixture =
        new Setting(RungKind.LIBRARY, ARTICLE_PARTITIONS, 0, 20, 550, 0, false, false, false);
    try (LoadedBlog blog = new LoadedBlog(fixture)) {
      for (Load of : List.of(Load.POSTS, Load.COMMENTS, Load.LIKES)) {
        requests.add(request(blog, of.request(), () -> blog.next(of).send()));
      }
      requests.add(
          request(
              blog,
              "Q3 a user's posts, the first 20",
              () -> blog.store().postsOf(blog.anyone().id(), PageRequest.first(20))));
    }
  }

  private static Cost.Request request(LoadedBlog blog, String name, Runnable call) {
    call.run();
    blog.charges().take();
    for (int i = 0; i < SAMPLES; i++) {
      call.run();
    }
    Charges each = blog.charges().take().per(SAMPLES);
    double sent = each.byKind().values().stream().mapToDouble(sum -> sum.requests()).sum();
    return new Cost.Request(name, sent, each.total());
  }

  /** The parts that can be measured on any account. */
  private void storeAlone(Part part, Result result) throws IOException, InterruptedException {
    try (LocalCosmos emulator = LocalCosmos.start();
        BlogDatabase blog =
            options
                .endpoint()
                .orElseGet(() -> Endpoint.of(emulator))
                .connect(options.database(), "blog-benchmark")) {
      blog.provision();
      if (part == Part.WRITERS) {
        screen.line("64 writers on one post");
        result.contention().add(new Contention(blog, commands).measure());
        return;
      }
      for (int count : items) {
        screen.line("a rename of a user with %,d items", count);
        result.renames().add(new LargeRename(blog, count).measure());
      }
    }
  }
}
