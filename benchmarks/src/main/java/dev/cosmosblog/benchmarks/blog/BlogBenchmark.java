package dev.cosmosblog.benchmarks.blog;

import dev.cosmosblog.benchmarks.blog.FollowedRate.Measured;
import dev.cosmosblog.benchmarks.blog.LoadedBlog.Load;
import dev.cosmosblog.benchmarks.blog.LoadedBlog.Setting;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Measures how fast the copies of a blog follow, and what its commands cost in all. */
public final class BlogBenchmark implements Example {
  private static final Range SECONDS = new Range(1, 3_600, 20);
  private static final Range RATE = new Range(1, 100_000, 40);
  private static final Range SKEW = new Range(0, 200, 80);
  private static final Range USERS = new Range(10, 100_000, 3_000);
  private static final Range POSTS = new Range(10, 100_000, 3_000);

  /** A benchmark without arguments. */
  public BlogBenchmark() {}

  /**
   * Runs it as a program.
   *
   * @param words its command line
   */
  public static void main(String[] words) {
    Launcher.main(new BlogBenchmark(), words);
  }

  @Override
  public Usage usage() {
    return Usage.of(
        "blog-benchmark",
        "measures how fast the copies follow, and what commands cost in all",
        new Option("load", "NAME", "likes, comments, posts or mix; by default likes"),
        new Option("distances", "MS,…", "what each request takes longer; by default 4"),
        new Option("partitions", "N,…", "physical partitions; by default 1"),
        new Option("hosts", "N,…", "hosts of the change feed; by default 1"),
        new Option("rate", "N", "commands per second; by default 40"),
        new Option("seconds", "N", "of each rate; by default 20"),
        new Option("skew", "N", "the exponent of the long tail in hundredths; by default 80"),
        new Option("users", "N", "by default 3000"),
        new Option("posts", "N", "by default 3000"),
        Option.flag("by-hand", "measure the handler by hand as well"),
        Option.flag("authors-by-id", "commands look their authors up"));
  }

  @Override
  public int run(Arguments arguments, Screen screen) throws IOException, InterruptedException {
    List<Measured> all = new ArrayList<>();
    Load load = load(arguments.option("load").orElse("likes"));
    int rate = arguments.number("rate", RATE);
    int seconds = arguments.number("seconds", SECONDS);
    for (int partitions : numbers(arguments, "partitions", "1", 1, 1_000)) {
      for (int distance : numbers(arguments, "distances", "4", 0, 1_000)) {
        Setting setting =
            new Setting(
                RungKind.OURS,
                partitions,
                distance,
                arguments.number("users", USERS),
                arguments.number("posts", POSTS),
                arguments.number("skew", SKEW),
                arguments.flag("authors-by-id"));
        try (LoadedBlog blog = new LoadedBlog(setting)) {
          for (int hosts : numbers(arguments, "hosts", "1", 1, 64)) {
            try (Follower follower = Follower.Library.start(blog, hosts, builder -> builder)) {
              all.add(new FollowedRate(blog, load, follower).measure(rate, seconds));
            }
            FollowedRate.print(all.get(all.size() - 1), screen);
          }
          if (arguments.flag("by-hand")) {
            try (Follower follower = Follower.ByHand.start(blog)) {
              all.add(new FollowedRate(blog, load, follower).measure(rate, seconds));
            }
            FollowedRate.print(all.get(all.size() - 1), screen);
          }
        }
      }
    }
    screen.line("written to " + Results.write("blog-benchmark", all));
    return 0;
  }

  private static Load load(String name) {
    return Arrays.stream(Load.values())
        .filter(load -> load.name().toLowerCase(Locale.ROOT).equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException("--load is '" + name + "'; give likes, comments, posts or mix"));
  }

  private static List<Integer> numbers(
      Arguments arguments, String name, String byDefault, int least, int most) {
    List<Integer> numbers = new ArrayList<>();
    for (String text : arguments.option(name).orElse(byDefault).split(",", -1)) {
      int number = least - 1;
      try {
        number = Integer.parseInt(text);
      } catch (NumberFormatException e) {
        // Reported below, with the range.
      }
      if (number < least || number > most) {
        throw new UsageException(
            "--%s has '%s'; give whole numbers from %d to %d".formatted(name, text, least, most));
      }
      numbers.add(number);
    }
    return numbers;
  }
}
