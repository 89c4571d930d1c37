package dev.cosmosblog.examples.quickstart;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.examples.blog.BlogConnection;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.examples.blog.RequestLog;
import dev.cosmosblog.examples.blog.Workers;
import dev.cosmosblog.examples.console.Arguments;
import dev.cosmosblog.examples.console.Arguments.Range;
import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Usage.Option;
import dev.cosmosblog.examples.console.Launcher;
import dev.cosmosblog.examples.console.Results;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Usage;
import dev.cosmosblog.local.LocalCosmos;
import dev.cosmosblog.local.LocalCosmosBuilder;
import dev.cosmosblog.store.BlogStore;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Starts an account in the process, writes a generated blog to it while the change feed keeps the
 * copies, measures each of the ten requests, and renames a user. Nothing has to be installed.
 */
public final class Quickstart implements Example {
  /** As many as leave time for the rest within a minute on two cores. */
  private static final Range USERS = new Range(1, 1_000, 6);

  private static final Range SEED = new Range(0, Integer.MAX_VALUE, 1);
  private static final Range PARTITIONS = new Range(1, 1_000, 5);
  private static final int THREADS = 8;
  private static final String MEASURED = "quickstart-measured";

  /** An example waits for the copies, so it looks for changes more often than an application. */
  private static final Duration POLL = Duration.ofMillis(100);

  /** An example without arguments. */
  public Quickstart() {}

  /**
   * Runs it as a program.
   *
   * @param words its command line
   */
  public static void main(String[] words) {
    Launcher.main(new Quickstart(), words);
  }

  @Override
  public Usage usage() {
    return new Usage(
        "quickstart",
        "writes a generated blog, measures the ten requests, renames a user",
        List.of(),
        List.of(
            new Option("users", "N", "users of the generated blog; by default 6"),
            new Option("seed", "N", "another seed, another blog; by default 1"),
            new Option("partitions", "N", "physical partitions of a container; by default 5")));
  }

  @Override
  public int run(Arguments arguments, Screen screen) throws IOException, InterruptedException {
    long start = System.nanoTime();
    GeneratedBlog blog =
        new GeneratedBlog(arguments.number("seed", SEED), arguments.number("users", USERS));
    RequestLog log = new RequestLog(MEASURED);
    LocalCosmosBuilder builder =
        LocalCosmos.builder()
            .physicalPartitions(arguments.number("partitions", PARTITIONS))
            .listener(log);
    try (LocalCosmos account = builder.start()) {
      screen.line("account at " + account.endpoint());
      Tour.Findings findings = on(account, blog, log, screen);
      return conclude(blog, findings, start, screen);
    }
  }

  private static Tour.Findings on(
      LocalCosmos account, GeneratedBlog blog, RequestLog log, Screen screen)
      throws IOException, InterruptedException {
    Endpoint endpoint = Endpoint.of(account);
    try (BlogConnection host =
            BlogConnection.open(endpoint, BlogConnection.DATABASE, "quickstart");
        BlogConnection measured =
            BlogConnection.open(endpoint, BlogConnection.DATABASE, MEASURED)) {
      host.provision();
      try (BlogChangeFeed feed = host.changeFeed().pollInterval(POLL).build();
          Workers workers = new Workers(THREADS)) {
        feed.start();
        new BlogWriter(host.store(), workers, screen).write(blog);
        // So that each command shows what it costs when its author is not known.
        BlogStore asked = measured.storeBuilder().authorsKnownFor(Duration.ZERO).build();
        return new Tour(host, feed, screen).take(blog, asked, new Measure(log));
      }
    }
  }

  private static int conclude(GeneratedBlog blog, Tour.Findings findings, long start, Screen screen)
      throws IOException {
    double seconds = Math.round((System.nanoTime() - start) / 1e8) / 10.0;
    QuickstartResult result =
        new QuickstartResult(
            findings.requests(),
            blog.userCount(),
            blog.postCount(),
            blog.commentCount(),
            blog.likeCount(),
            findings.copies().inSync(),
            seconds);
    Report.print(result, findings.copies(), screen);
    screen.line("written to " + Results.write("quickstart", result));
    return result.copiesInSync() && findings.renamed() ? 0 : Example.FAILED;
  }
}
