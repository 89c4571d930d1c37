package dev.cosmosblog.examples.ldbc;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.examples.blog.BlogConnection;
import dev.cosmosblog.examples.blog.Drain;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.examples.blog.Workers;
import dev.cosmosblog.examples.console.Arguments;
import dev.cosmosblog.examples.console.Arguments.Range;
import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Launcher;
import dev.cosmosblog.examples.console.Progress;
import dev.cosmosblog.examples.console.Results;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Usage;
import dev.cosmosblog.examples.console.Usage.Option;
import dev.cosmosblog.examples.console.UsageException;
import dev.cosmosblog.local.LocalCosmos;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Makes a blog of a data set of the Social Network Benchmark while the change feed keeps the
 * copies. It may be run again: the ids are the data set's, and what is there is left as it is.
 */
public final class ImportLdbc implements Example {
  private static final Range THREADS = new Range(1, 256, 8);
  private static final Range PARTITIONS = new Range(1, 1_000, 5);
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  /** An example without arguments. */
  public ImportLdbc() {}

  /**
   * Runs it as a program.
   *
   * @param words its command line
   */
  public static void main(String[] words) {
    Launcher.main(new ImportLdbc(), words);
  }

  @Override
  public Usage usage() {
    return new Usage(
        "import-ldbc",
        "makes a blog of an LDBC SNB data set, then plays its updates as live traffic",
        List.of("DIR"),
        List.of(
            new Option("endpoint", "URL", "an account; by default one in this process"),
            Endpoint.KEY,
            Endpoint.DATABASE,
            new Option("dump", "FILE", "where to write what the six queries answer"),
            new Option("threads", "N", "operations at a time; by default 8"),
            new Option("partitions", "N", "of the account in this process; by default 5")));
  }

  @Override
  public int run(Arguments arguments, Screen screen) throws IOException, InterruptedException {
    DataSet data = DataSet.in(path(arguments.positional(0)));
    ImportSettings settings =
        new ImportSettings(
            arguments.option("database").orElse(BlogConnection.DATABASE),
            arguments.number("threads", THREADS),
            arguments.option("dump").map(ImportLdbc::path));
    int partitions = arguments.number("partitions", PARTITIONS);
    Optional<Endpoint> endpoint = Endpoint.of(arguments);
    if (endpoint.isPresent()) {
      if (arguments.option("partitions").isPresent()) {
        throw new UsageException("--partitions is for the account in this process");
      }
      return run(data, endpoint.get(), settings, screen);
    }
    try (LocalCosmos account = LocalCosmos.builder().physicalPartitions(partitions).start()) {
      screen.line("account at " + account.endpoint());
      return run(data, Endpoint.of(account), settings, screen);
    }
  }

  private static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new UsageException("'" + text + "' is no path");
    }
  }

  private static int run(DataSet data, Endpoint endpoint, ImportSettings settings, Screen screen)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    try (BlogConnection blog = BlogConnection.open(endpoint, settings.database(), "import-ldbc")) {
      blog.provision();
      try (BlogChangeFeed feed = blog.changeFeed().build();
          Workers workers = new Workers(settings.threads())) {
        feed.start();
        Import load = new Import(data, blog.store(), workers, screen);
        long skipped = load.run();
        boolean drained = Drain.await(feed, PATIENCE, screen);
        if (settings.dump().isPresent()) {
          dump(settings.dump().get(), new Dump(blog.store(), workers), load.tally(), screen);
        }
        double seconds = Math.round((System.nanoTime() - start) / 1e8) / 10.0;
        ImportResult result =
            new ImportResult(
                ImportResult.counts(load.tally()::created),
                ImportResult.counts(load.tally()::alreadyThere),
                load.malformedRows(),
                skipped,
                data.others(),
                drained,
                seconds);
        Summary.print(result, screen);
        screen.line("written to " + Results.write("import-ldbc", result));
        return result.clean() ? 0 : Example.FAILED;
      }
    }
  }

  private static void dump(Path file, Dump dump, Tally tally, Screen screen)
      throws IOException, InterruptedException {
    long lines = Dump.lines(tally.users(), tally.posts());
    try (Progress progress = new Progress("dump " + file, lines, screen)) {
      dump.write(file, dump.queries(tally.users(), tally.posts()), progress);
    }
  }
}
