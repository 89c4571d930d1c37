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
import dev.cosmosblog.examples.console.Arguments;
import dev.cosmosblog.examples.console.Arguments.Range;
import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Results;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Usage;
import dev.cosmosblog.examples.console.Usage.Option;
import dev.cosmosblog.examples.console.UsageException;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

/**
 * The program {@code blog-benchmark}: the rates that copies follow, beside a hand-written handler;
 * the total cost of commands and of the front page, beside the article's V3; an idle blog; the
 * rename of a user with many items; and many writers on one post. Writers, emulator and hosts share
 * the processors of this machine, and the report shows where these were the limit.
 */
public final class BlogBenchmark implements Example {
  private static final Range SECONDS = new Range(1, 3_600, 10);
  private static final Range RATE = new Range(1, 100_000, 40);
  private static final Range SKEW = new Range(0, 200, 80);
  private static final Range USERS = new Range(10, 100_000, 300);

  /** The article's data set has 27.5 posts a user, too. */
  private static final Range POSTS = new Range(10, 100_000, 8_250);

  private static final Range ITEMS = new Range(10, 1_000_000, 10_000);
  private static final Range COMMANDS = new Range(10, 1_000_000, 2_000);
  private static final String ALL_PARTS =
      "rates,goals,costs,front-page,idle,requests,rename,writers";
  private static final String QUICK_PARTS = "rates,costs,front-page,idle,requests,rename,writers";

  /** The parts that can be measured on any account: the others need the emulator's counts. */
  private static final String PARTS_ANYWHERE = "rename,writers";

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

  @Override
  public Usage usage() {
    return Usage.of(
        "blog-benchmark",
        "measures a blog: the rates that copies follow, RU by cause, a large rename, many writers",
        new Option(
            "only",
            "PART,…",
            "of " + ALL_PARTS + "; by default all, with --endpoint " + PARTS_ANYWHERE),
        Option.flag("quick", "a few minutes: fewer cells, shorter windows, no goals"),
        new Option("load", "NAME", "likes, comments, posts or mix, the article's; by default mix"),
        new Option("distances", "MS,…", "latency added to each request; by default 0,2,5,10"),
        new Option("partitions", "N,…", "physical partitions; by default 1,5"),
        new Option("hosts", "N,…", "hosts of the change feed; by default 1,2,4"),
        new Option("rate", "N", "measures this rate alone, with the library (see --hand-written)")
            .in(RATE),
        new Option("seconds", "N", "of a rate; by default 10").in(SECONDS),
        new Option("skew", "N", "the exponent of the long tail in hundredths; by default 80")
            .in(SKEW),
        new Option("users", "N", "of the blog; by default 300").in(USERS),
        new Option("posts", "N", "of the blog; by default 8250, the article's 27.5 for each user")
            .in(POSTS),
        Option.flag("hand-written", "with --rate: the hand-written handler as well"),
        Option.flag("authors-by-id", "commands read their authors"),
        Option.flag("unlimited", "with rates: a partition accepts more than 10,000 RU/s"),
        new Option("items", "N,…", "of the renamed user; by default 10000"),
        new Option("commands", "N", "of each kind and round on one post; by default 2000")
            .in(COMMANDS),
        Endpoint.ENDPOINT,
        Endpoint.KEY,
        Endpoint.DATABASE);
  }

  @Override
  public int run(Arguments arguments, Screen screen) throws IOException, InterruptedException {
    Session session = new Session(arguments, screen);
    Result result = Result.empty(session.load);
    try {
      session.measure(result);
    } finally {
      report(result, screen);
    }
    return 0;
  }

  /** Reports what was measured, even if a later measurement failed. */
  private static void report(Result result, Screen screen) throws IOException {
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

  /** One run with its arguments. */
  private static final class Session {
    private final Arguments arguments;
    private final Screen screen;
    private final boolean quick;
    private final Load load;
    private final List<Integer> distances;
    private final List<Integer> partitions;
    private final List<Integer> hosts;
    private final List<Integer> items;
    private final int seconds;
    private final Optional<Integer> rate;
    private final Set<String> parts;

    /** Checks all arguments before anything is measured. */
    Session(Arguments arguments, Screen screen) {
      this.arguments = arguments;
      this.screen = screen;
      this.quick = arguments.flag("quick");
      this.load = load(arguments.option("load").orElse("mix"));
      this.distances = numbers("distances", quick ? "0,5" : "0,2,5,10", 0, 1_000);
      this.partitions = numbers("partitions", quick ? "1" : "1,5", 1, 100);
      this.hosts = numbers("hosts", quick ? "1" : "1,2,4", 1, 64);
      this.items = numbers("items", quick ? "1000" : "10000", ITEMS.min(), ITEMS.max());
      this.seconds =
          quick && arguments.option("seconds").isEmpty() ? 4 : arguments.number("seconds");
      int asked = arguments.number("rate");
      this.rate = arguments.option("rate").map(given -> asked);
      setting(RungKind.LIBRARY, 1, 0);
      arguments.number("commands");
      this.parts = parts();
    }

    private Set<String> parts() {
      boolean elsewhere = arguments.option(Endpoint.ENDPOINT.name()).isPresent();
      if (elsewhere && rate.isPresent()) {
        throw new UsageException("--rate is measured in this process; leave out --endpoint");
      }
      String byDefault = elsewhere ? PARTS_ANYWHERE : quick ? QUICK_PARTS : ALL_PARTS;
      List<String> chosen = List.of(arguments.option("only").orElse(byDefault).split(","));
      refuse(chosen, ALL_PARTS, "");
      if (elsewhere) {
        refuse(chosen, PARTS_ANYWHERE, "with --endpoint ");
      }
      return Set.copyOf(chosen);
    }

    private static void refuse(List<String> parts, String known, String where) {
      List<String> names = List.of(known.split(","));
      for (String part : parts) {
        if (!names.contains(part)) {
          throw new UsageException(
              "--only has '%s'; %sgive some of %s".formatted(part, where, known));
        }
      }
    }

    private static Load load(String name) {
      return Arrays.stream(Load.values())
          .filter(load -> load.label().equals(name))
          .findFirst()
          .orElseThrow(
              () ->
                  new UsageException(
                      "--load is '" + name + "'; give likes, comments, posts or mix"));
    }

    private List<Integer> numbers(String name, String byDefault, int min, int max) {
      List<Integer> numbers = new ArrayList<>();
      for (String text : arguments.option(name).orElse(byDefault).split(",", -1)) {
        int number = min - 1;
        try {
          number = Integer.parseInt(text);
        } catch (NumberFormatException e) {
          // Reported below, with the range.
        }
        if (number < min || number > max) {
          throw new UsageException(
              "--%s has '%s'; give whole numbers from %d to %d".formatted(name, text, min, max));
        }
        numbers.add(number);
      }
      return numbers;
    }

    private Setting setting(RungKind kind, int ranges, int distance) {
      return setting(kind, ranges, distance, false);
    }

    /** Returns the settings of a blog whose partitions are limited as in the service by default. */
    private Setting limited(int ranges, int distance) {
      return setting(RungKind.LIBRARY, ranges, distance, !arguments.flag("unlimited"));
    }

    private Setting setting(RungKind kind, int ranges, int distance, boolean limited) {
      return new Setting(
          kind,
          ranges,
          distance,
          arguments.number("users"),
          arguments.number("posts"),
          arguments.number("skew"),
          arguments.flag("authors-by-id"),
          false,
          limited);
    }

    void measure(Result result) throws IOException, InterruptedException {
      if (rate.isPresent()) {
        oneRate(rate.get(), result.cells());
        return;
      }
      if (parts.contains("rates") || parts.contains("goals")) {
        warmUp();
      }
      if (parts.contains("rates")) {
        rates(result.rates());
      }
      if (parts.contains("goals")) {
        result.goals().addAll(goals());
      }
      if (parts.contains("costs")) {
        costs(result.costs());
      }
      if (parts.contains("front-page")) {
        frontPage(result.frontPage());
      }
      if (parts.contains("idle")) {
        idle(result.idle());
      }
      if (parts.contains("requests")) {
        requests(result.requests());
      }
      if (parts.contains("rename") || parts.contains("writers")) {
        storeAlone(result);
      }
    }

    private void say(String format, Object... values) {
      screen.line(String.format(Locale.ROOT, format, values));
    }

    private void oneRate(int commands, List<MeasuredRate> cells) throws InterruptedException {
      int settling = Math.min(seconds, SETTLING_SECONDS);
      for (int ranges : partitions) {
        for (int distance : distances) {
          try (LoadedBlog blog = new LoadedBlog(limited(ranges, distance))) {
            for (int count : hosts) {
              try (Follower follower = Follower.library(blog, count, sharing(count))) {
                cells.add(new FollowedRate(blog, load, follower, settling, seconds).at(commands));
              }
            }
            if (arguments.flag("hand-written")) {
              try (Follower follower = Follower.handWritten(blog)) {
                cells.add(new FollowedRate(blog, load, follower, settling, seconds).at(commands));
              }
            }
          }
        }
      }
    }

    /** The virtual machine compiles both ways before one of them is measured. */
    private void warmUp() throws InterruptedException {
      say("warm-up");
      try (LoadedBlog blog = new LoadedBlog(setting(RungKind.LIBRARY, 1, 0))) {
        try (Follower follower = Follower.library(blog, 1, sharing(1))) {
          new FollowedRate(blog, Load.MIX, follower, 0, 2 * seconds).at(100);
        }
        try (Follower follower = Follower.handWritten(blog)) {
          new FollowedRate(blog, Load.MIX, follower, 0, seconds).at(100);
        }
      }
    }

    /** Several hosts find each other sooner than by default, because leases aren't counted here. */
    private static UnaryOperator<BlogChangeFeedBuilder> sharing(int count) {
      return builder ->
          count == 1
              ? builder
              : builder.leaseIntervals(
                  Duration.ofSeconds(2), Duration.ofSeconds(17), Duration.ofSeconds(60));
    }

    private void rates(List<Found> rates) throws InterruptedException {
      leftOut(partitions, hosts).forEach(screen::line);
      for (int ranges : partitions) {
        List<Integer> working = hosts.stream().filter(count -> count <= ranges).toList();
        for (int distance : distances) {
          try (LoadedBlog blog = new LoadedBlog(limited(ranges, distance))) {
            for (int count : working) {
              rates.add(search(blog, load, count, seconds));
            }
            rates.add(searchHandWritten(blog, load, seconds));
          }
        }
      }
    }

    private Found search(LoadedBlog blog, Load of, int count, int confirm)
        throws InterruptedException {
      try (Follower follower = Follower.library(blog, count, sharing(count))) {
        return found(
            new FollowedRate(blog, of, follower, SETTLING_SECONDS, seconds).search(confirm));
      }
    }

    private Found searchHandWritten(LoadedBlog blog, Load of, int confirm) {
      try (Follower follower = Follower.handWritten(blog)) {
        return found(
            new FollowedRate(blog, of, follower, SETTLING_SECONDS, seconds).search(confirm));
      }
    }

    private Found found(Found found) {
      say("%s", BlogReport.line(found));
      return found;
    }

    private List<Found> goals() throws InterruptedException {
      int minute = quick ? seconds : 60;
      List<Found> found = new ArrayList<>();
      for (boolean limited : List.of(true, false)) {
        try (LoadedBlog blog = new LoadedBlog(setting(RungKind.LIBRARY, 1, 4, limited))) {
          found.add(search(blog, Load.LIKES, 1, minute));
          found.add(searchHandWritten(blog, Load.LIKES, minute));
        }
      }
      found.add(alone(Load.LIKES, 1, 0, minute));
      found.add(alone(Load.LIKES, 1, 10, minute));
      found.add(alone(Load.LIKES, 5, 4, minute));
      found.add(alone(Load.POSTS, 1, 5, minute));
      return found;
    }

    private Found alone(Load of, int ranges, int distance, int confirm)
        throws InterruptedException {
      try (LoadedBlog blog = new LoadedBlog(limited(ranges, distance))) {
        return search(blog, of, 1, confirm);
      }
    }

    /** Measures each command at two rates over five partitions, with this library and with V3. */
    private void costs(List<Cost> costs) throws InterruptedException {
      List<Integer> rates = quick ? List.of(40) : List.of(40, 400);
      int window = quick ? RENEWALS_SECONDS / 2 : RENEWALS_SECONDS;
      CommandCosts each = new CommandCosts(rates, SETTLING_SECONDS, window, screen);
      List<Load> all = List.of(Load.LIKES, Load.COMMENTS, Load.POSTS);
      Setting ours = setting(RungKind.LIBRARY, 5, 4);
      each.measure(ours, all, costs);
      each.measure(ours.withArchive(), List.of(Load.LIKES, Load.POSTS), costs);
      each.measure(setting(RungKind.V3, 5, 4), all, costs);
    }

    private void frontPage(List<FrontPageCost> costs) throws InterruptedException {
      CommandCosts each = new CommandCosts(FRONT_PAGE_RATES, SETTLING_SECONDS, 2 * seconds, screen);
      for (RungKind kind : List.of(RungKind.V3, RungKind.LIBRARY)) {
        say("the front page of %s", kind.label());
        each.measureFrontPage(setting(kind, 10, 0), costs);
      }
    }

    private void idle(List<Idle> idle) throws InterruptedException {
      say("an idle blog");
      idle.add(idle("default settings", Duration.ofSeconds(1), RENEWALS_SECONDS, given -> given));
      idle.add(
          idle(
              "polls every 5 s, leases renewed every 60 s",
              SAVING_POLL,
              (int) SAVING_RENEW.toSeconds(),
              builder ->
                  builder
                      .pollInterval(SAVING_POLL)
                      .leaseIntervals(SAVING_RENEW, SAVING_RENEW, SAVING_RENEW.multipliedBy(3))));
    }

    private Idle idle(
        String name, Duration poll, int window, UnaryOperator<BlogChangeFeedBuilder> settings)
        throws InterruptedException {
      try (LoadedBlog blog = new LoadedBlog(setting(RungKind.LIBRARY, 5, 0));
          Follower follower = Follower.library(blog, 1, settings)) {
        blog.charges().take();
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(window));
        Charges perSecond = blog.charges().take().per(window);
        return new Idle(name, follower.hosts(), 10, poll.toMillis(), perSecond);
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
    private void storeAlone(Result result) throws IOException, InterruptedException {
      Optional<Endpoint> given = Endpoint.of(arguments);
      try (LocalCosmos emulator = LocalCosmos.start();
          BlogDatabase blog =
              given
                  .orElseGet(() -> Endpoint.of(emulator))
                  .connect(Endpoint.databaseName(arguments), "blog-benchmark")) {
        blog.provision();
        if (parts.contains("writers")) {
          say("64 writers on one post");
          int commands = arguments.number("commands");
          result.contention().add(new Contention(blog, commands).measure());
        }
        for (int count : parts.contains("rename") ? items : List.<Integer>of()) {
          say("a rename of a user with %,d items", count);
          result.renames().add(new LargeRename(blog, count).measure());
        }
      }
    }
  }
}
