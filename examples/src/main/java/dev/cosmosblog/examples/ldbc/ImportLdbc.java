package dev.cosmosblog.examples.ldbc;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.examples.blog.Drain;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.examples.blog.Workers;
import dev.cosmosblog.examples.console.Program;
import dev.cosmosblog.examples.console.Range;
import dev.cosmosblog.examples.console.Results;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Table;
import dev.cosmosblog.examples.console.UsageException;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Loads a data set of the LDBC Social Network Benchmark into a blog while the change feed maintains
 * the copies. A repeated run has no effect, because ids come from the data set.
 */
@Command(
    name = "import-ldbc",
    description = "imports an LDBC SNB data set, then replays its updates as live traffic")
public final class ImportLdbc implements Program {
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  @Parameters(
      paramLabel = "DIR",
      description = "the directory of the data set",
      showDefaultValue = Visibility.NEVER)
  private Path directory = Path.of("");

  @Mixin private final Endpoint.Options options = new Endpoint.Options();

  @Option(names = "--dump", description = "a file for the results of the six queries")
  private @Nullable Path dump;

  @Option(names = "--threads", description = "operations at a time")
  @Range(max = 256)
  private int threads = 8;

  @Option(names = "--partitions", description = "of the in-process emulator (default: 5)")
  @Range(max = 1_000)
  private @Nullable Integer partitions;

  /** The content of {@code import-ldbc.json}; created and existing items are counted by kind. */
  record Result(
      Map<String, AtomicLong> created,
      Map<String, AtomicLong> alreadyThere,
      long malformedRows,
      long skippedUpdates,
      long skippedFiles,
      boolean drained,
      double seconds) {}

  @Override
  public boolean run(Screen screen) throws IOException, InterruptedException {
    SnbFiles files = SnbFiles.in(directory);
    Optional<Endpoint> endpoint = options.endpoint();
    if (endpoint.isPresent()) {
      if (partitions != null) {
        throw new UsageException("--partitions applies only to the in-process emulator");
      }
      return load(files, endpoint.get(), screen);
    }
    try (LocalCosmos emulator =
        LocalCosmos.builder().physicalPartitions(partitions == null ? 5 : partitions).start()) {
      screen.line("emulator at " + emulator.endpoint());
      return load(files, Endpoint.of(emulator), screen);
    }
  }

  private boolean load(SnbFiles files, Endpoint endpoint, Screen screen)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    try (BlogDatabase blog = endpoint.connect(options.database(), "import-ldbc")) {
      blog.provision();
      try (BlogChangeFeed feed = BlogChangeFeed.builder(blog).build();
          Workers workers = new Workers(threads)) {
        feed.start();
        Loader loader = new Loader(BlogStore.on(blog), workers, screen);
        long skippedUpdates = loader.load(files);
        boolean drained = Drain.await(feed, PATIENCE, screen);
        if (dump != null) {
          new Dump(blog, workers).write(dump, loader.users(), loader.posts(), screen);
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
        return result.drained() && result.malformedRows() == 0;
      }
    }
  }

  private static void print(Result result, Screen screen) {
    Table table = new Table("kind", "created", "already there");
    result
        .created()
        .forEach(
            (kind, created) ->
                table.row(kind, created, Objects.requireNonNull(result.alreadyThere().get(kind))));
    screen.line("");
    table.print(screen);
    screen.line("");
    screen.line(
        "%,d malformed rows; %,d updates and %,d files skipped, which don't apply to a blog;"
            + " %.1f s",
        result.malformedRows(), result.skippedUpdates(), result.skippedFiles(), result.seconds());
  }
}
