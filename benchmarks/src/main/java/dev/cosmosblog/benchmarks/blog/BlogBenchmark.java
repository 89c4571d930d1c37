package dev.cosmosblog.benchmarks.blog;

import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.examples.console.Arguments;
import dev.cosmosblog.examples.console.Arguments.Range;
import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Launcher;
import dev.cosmosblog.examples.console.Results;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Table;
import dev.cosmosblog.examples.console.Usage;
import dev.cosmosblog.examples.console.Usage.Option;
import dev.cosmosblog.local.LocalCosmos;
import dev.cosmosblog.store.BlogDatabase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Measures the blog: how soon a write shows in the copies while others write, what a rename of a
 * user with many items takes next to one bare patch for each, and how many comments 64 writers get
 * into one post next to the bare batch.
 */
public final class BlogBenchmark implements Example {
  private static final Range SECONDS = new Range(1, 3_600, 15);
  private static final Range ITEMS = new Range(10, 1_000_000, 10_000);
  private static final Range COMMANDS = new Range(10, 1_000_000, 2_000);
  private static final Range TOP_RATE = new Range(10, 100_000, 1_000);

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
    return new Usage(
        "blog-benchmark",
        "measures the blog: from commit to copy, a large rename, 64 writers on one post",
        List.of(),
        List.of(
            new Option("seconds", "N", "of each rate of writes; by default 15"),
            new Option("top-rate", "N", "of 10, 100, … writes per second; by default 1000"),
            new Option("items", "N", "of the renamed user; by default 10000"),
            new Option("commands", "N", "of each kind and round on one post; by default 2000"),
            Endpoint.ENDPOINT,
            Endpoint.KEY,
            Endpoint.DATABASE));
  }

  /**
   * The results.
   *
   * @param processors of this machine, which writers, change feed and account share
   * @param propagation for each rate
   * @param rename of a user with many items
   * @param contention of writers on one post
   */
  record Result(
      int processors,
      List<Propagation.Measured> propagation,
      LargeRename.Measured rename,
      Contention.Measured contention) {}

  @Override
  public int run(Arguments arguments, Screen screen) throws IOException, InterruptedException {
    Optional<Endpoint> given = Endpoint.of(arguments);
    String database = Endpoint.databaseName(arguments);
    if (given.isPresent()) {
      return measure(arguments, given.get(), database, screen);
    }
    try (LocalCosmos account = LocalCosmos.start()) {
      return measure(arguments, Endpoint.of(account), database, screen);
    }
  }

  private static int measure(Arguments arguments, Endpoint endpoint, String database, Screen screen)
      throws IOException, InterruptedException {
    try (BlogDatabase blog = endpoint.connect(database, "blog-benchmark")) {
      blog.provision();
      screen.line("64 writers on one post");
      Contention.Measured contention =
          new Contention(blog, arguments.number("commands", COMMANDS)).measure();
      screen.line("a rename");
      LargeRename.Measured rename =
          new LargeRename(blog, arguments.number("items", ITEMS)).measure();
      List<Propagation.Measured> propagation = new ArrayList<>();
      int top = arguments.number("top-rate", TOP_RATE);
      try (Propagation measuring = new Propagation(blog, arguments.number("seconds", SECONDS))) {
        for (int rate = 10; rate <= top; rate *= 10) {
          screen.line("from commit to copy, beside " + rate + " writes per second");
          propagation.add(measuring.measure(rate));
        }
      }
      Result result =
          new Result(Runtime.getRuntime().availableProcessors(), propagation, rename, contention);
      print(result, screen);
      screen.line("written to " + Results.write("blog-benchmark", result));
      return 0;
    }
  }

  private static void print(Result result, Screen screen) {
    Table copies =
        new Table(
            "writes/s asked", "made", "poll ms", "probes", "Q3 p50 ms", "p99", "Q6 p50 ms", "p99");
    for (Propagation.Measured row : result.propagation()) {
      copies.row(
          row.writesPerSecondAsked(),
          text("%.0f", row.writesPerSecond()),
          row.pollMs(),
          row.probes(),
          text("%.0f", row.q3P50Ms()),
          text("%.0f", row.q3P99Ms()),
          text("%.0f", row.q6P50Ms()),
          text("%.0f", row.q6P99Ms()));
    }
    copies.print(screen);
    screen.line("");
    Table rename = new Table("rename", "items", "seconds", "requests/item", "RU/item (modelled)");
    rowOf(rename, "by the change feed", result.rename().library());
    rowOf(rename, "one bare patch for each", result.rename().bare());
    rename.print(screen);
    screen.line("");
    Contention.Measured writers = result.contention();
    Table comments = new Table("64 writers on one post", "commands/s", "library/SDK");
    comments.row(
        "the library",
        text("%.0f", writers.libraryPerSecond()),
        text("%.2f", writers.ofBareBatch()));
    comments.row("its batch with the SDK alone", text("%.0f", writers.bareBatchPerSecond()), "");
    comments.row(
        "the library, reading the author each time",
        text("%.0f", writers.readingPerSecond()),
        text("%.2f", writers.ofSameRequests()));
    comments.row(
        "these two requests with the SDK alone", text("%.0f", writers.sameRequestsPerSecond()), "");
    comments.print(screen);
    screen.line("");
    Contention.print(writers.hotPost(), screen);
  }

  private static void rowOf(Table table, String what, LargeRename.Cost cost) {
    table.row(
        what,
        cost.items(),
        text("%.1f", cost.seconds()),
        text("%.3f", cost.requestsPerItem()),
        text("%.2f", cost.requestUnitsPerItem()));
  }

  private static String text(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
