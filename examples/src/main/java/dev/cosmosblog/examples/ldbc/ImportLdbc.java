package dev.cosmosblog.examples.ldbc;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.examples.blog.Drain;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.examples.blog.Workers;
import dev.cosmosblog.examples.console.Arguments;
import dev.cosmosblog.examples.console.Arguments.Range;
import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Launcher;
import dev.cosmosblog.examples.console.Results;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Table;
import dev.cosmosblog.examples.console.Usage;
import dev.cosmosblog.examples.console.Usage.Option;
import dev.cosmosblog.examples.console.UsageException;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Loads a data set of the LDBC Social Network Benchmark into a blog while the change feed keeps the
 * copies. It may be run again: the ids are the data set's, and what is there is left as it is.
 */
public final class ImportLdbc implements Example {
  private static final Range THREADS = new Range(1, 256, 8);
  private static final Range PARTITIONS = new Range(1, 1_000, 5);
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  /** The content of {@code import-ldbc.json}; what was created or there already is by kind. */
  record Result(
      Map<String, AtomicLong> created,
      Map<String, AtomicLong> alreadyThere,
      long malformedRows,
      long skippedUpdates,
      long skippedFiles,
      boolean drained,
      double seconds) {}

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
        "imports an LDBC SNB data set, then replays its updates as live traffic",
        List.of("DIR"),
        List.of(
            new Option("endpoint", "URL", "the account; by default the in-process emulator"),
            Endpoint.KEY,
            Endpoint.DATABASE,
            new Option("dump", "FILE", "the file for the results of the six queries"),
            new Option("threads", "N", "operations at a time; by default 8").in(THREADS),
            new Option("partitions", "N", "of the in-process emulator; by default 5")
                .in(PARTITIONS)));
  }

  @Override
  public int run(Arguments arguments, Screen screen) throws IOException, InterruptedException {
    SnbFiles files = SnbFiles.in(path(arguments.positional(0)));
    int partitions = arguments.number("partitions");
    Optional<Endpoint> endpoint = Endpoint.of(arguments);
    if (endpoint.isPresent()) {
      if (arguments.option("partitions").isPresent()) {
        throw new UsageException("--partitions applies only to the in-process emulator");
      }
      return run(files, endpoint.get(), arguments, screen);
    }
    try (LocalCosmos account = LocalCosmos.builder().physicalPartitions(partitions).start()) {
      screen.line("emulator at " + account.endpoint());
      return run(files, Endpoint.of(account), arguments, screen);
    }
  }

  private static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new UsageException("'" + text + "' is no path");
    }
  }

  private static int run(SnbFiles files, Endpoint endpoint, Arguments arguments, Screen screen)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    String database = Endpoint.databaseName(arguments);
    int threads = arguments.number("threads");
    Optional<Path> dump = arguments.option("dump").map(ImportLdbc::path);
    try (BlogDatabase blog = endpoint.connect(database, "import-ldbc")) {
      blog.provision();
      try (BlogChangeFeed feed = BlogChangeFeed.builder(blog).build();
          Workers workers = new Workers(threads)) {
        feed.start();
        Loader loader = new Loader(BlogStore.on(blog), workers, screen);
        long skippedUpdates = loader.load(files);
        boolean drained = Drain.await(feed, PATIENCE, screen);
        if (dump.isPresent()) {
          new Dump(blog, workers).write(dump.get(), loader.users(), loader.posts(), screen);
        }
        Result result =
            new Result(
                loader.created(),
                loader.alreadyThere(),
                loader.malformedRows(),
                skippedUpdates,
                files.skippedFiles(),
                drained,
                Math.round((System.nanoTime() - start) / 1e8) / 10.0);
        print(result, screen);
        screen.line("written to " + Results.write("import-ldbc", result));
        return result.drained() && result.malformedRows() == 0 ? 0 : FAILED;
      }
    }
  }

  private static void print(Result result, Screen screen) {
    Table table = new Table("", "created", "already there");
    result
        .created()
        .forEach(
            (kind, created) ->
                table.row(kind, created, Objects.requireNonNull(result.alreadyThere().get(kind))));
    screen.line("");
    table.print(screen);
    screen.line("");
    screen.line(
        String.format(
            Locale.ROOT,
            "%,d malformed rows; %,d updates and %,d files skipped, for which a blog has nothing;"
                + " %.1f s",
            result.malformedRows(),
            result.skippedUpdates(),
            result.skippedFiles(),
            result.seconds()));
  }
}
