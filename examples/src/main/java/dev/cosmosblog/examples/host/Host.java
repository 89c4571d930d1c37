package dev.cosmosblog.examples.host;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.BlogChangeFeedBuilder;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener.BatchReport;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.changefeed.observe.DeadLetter;
import dev.cosmosblog.examples.blog.BlogSettings;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.examples.console.Arguments;
import dev.cosmosblog.examples.console.Arguments.Range;
import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Launcher;
import dev.cosmosblog.examples.console.Progress;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.StopSignal;
import dev.cosmosblog.examples.console.Usage;
import dev.cosmosblog.examples.console.Usage.Option;
import dev.cosmosblog.examples.console.UsageException;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogDatabaseBuilder;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Runs the change feed against an account, as a deployment would. Any number of hosts share the
 * work by physical partitions, and each ends cleanly when it is stopped.
 */
public final class Host implements Example {
  /** Less than the 30 s that a container's runtime usually gives between SIGTERM and SIGKILL. */
  private static final Duration CLOSE = Duration.ofSeconds(25);

  private static final Range POLL_MS = new Range(1, 3_600_000, 1_000);
  private static final Range BATCH_SIZE = new Range(1, 1_000, 100);

  /** A quarter of it is the interval of renewals, of which the SDK counts whole seconds. */
  private static final Range LEASE_SECONDS = new Range(4, 3_600, 60);

  private static final Range MAX_REPLICA_LAG_MS = new Range(1, 300_000, 60_000);
  private static final Range CLOCK_MS = new Range(-3_600_000, 3_600_000, 0);
  private static final Range HEAP_SECONDS = new Range(1, 86_400, 60);

  private final Supplier<StopSignal> signal;

  /** Creates a host that runs until the process is stopped. */
  public Host() {
    this(StopSignal::ofProcess);
  }

  Host(Supplier<StopSignal> signal) {
    this.signal = signal;
  }

  /**
   * Runs it as a program.
   *
   * @param words its command line
   */
  public static void main(String[] words) {
    Launcher.main(new Host(), words);
  }

  @Override
  public Usage usage() {
    return Usage.of(
        "host",
        "keeps the copies of a blog in step with their sources until it is stopped",
        Endpoint.ENDPOINT,
        Endpoint.KEY,
        Endpoint.DATABASE,
        BlogSettings.SUMMARY_PROPERTIES,
        BlogSettings.ARCHIVE,
        BlogSettings.FRONT_PAGE_SIZE,
        new Option("poll-ms", "N", "how often to look where nothing is new; by default 1000")
            .in(POLL_MS),
        new Option("batch-size", "N", "changes handled as one batch; by default 100")
            .in(BATCH_SIZE),
        new Option("lease-seconds", "N", "after how long another host takes a lease; by default 60")
            .in(LEASE_SECONDS),
        new Option("max-replica-lag-ms", "N", "how far replicas may be behind; by default 60000")
            .in(MAX_REPLICA_LAG_MS),
        new Option("clock-ms", "N", "how far its clock is ahead, or behind if negative")
            .in(CLOCK_MS),
        new Option(
                "heap-seconds", "N", "collects garbage and shows the heap in use, every N seconds")
            .in(HEAP_SECONDS));
  }

  @Override
  public int run(Arguments arguments, Screen screen) throws IOException, InterruptedException {
    Endpoint endpoint =
        Endpoint.of(arguments).orElseThrow(() -> new UsageException("Give --endpoint URL"));
    BlogDatabaseBuilder settings =
        BlogSettings.of(arguments)
            .clock(
                Clock.offset(Clock.systemUTC(), Duration.ofMillis(arguments.number("clock-ms"))));
    StopSignal stop = signal.get();
    int code = Example.FAILED;
    Optional<Thread> heap = heap(arguments, screen);
    try (BlogDatabase blog = endpoint.connect(Endpoint.databaseName(arguments), "host", settings)) {
      // Safe beside other hosts and writers: the first one creates the containers.
      blog.provision();
      code = follow(feed(blog, arguments), screen, stop);
      screen.line("host: stopped");
    } finally {
      heap.ifPresent(Thread::interrupt);
      stop.ended(code);
    }
    return code;
  }

  private static BlogChangeFeedBuilder feed(BlogDatabase blog, Arguments arguments) {
    BlogChangeFeedBuilder feed =
        BlogChangeFeed.builder(blog)
            .pollInterval(Duration.ofMillis(arguments.number("poll-ms")))
            .batchSize(arguments.number("batch-size"))
            .maxReplicaLag(Duration.ofMillis(arguments.number("max-replica-lag-ms")));
    if (arguments.option("lease-seconds").isPresent()) {
      // In the proportions that the SDK has by default: 13, 17 and 60 seconds.
      Duration expiration = Duration.ofSeconds(arguments.number("lease-seconds"));
      feed.leaseIntervals(expiration.dividedBy(5), expiration.dividedBy(4), expiration);
    }
    return feed;
  }

  /** Starts a thread that shows the heap in use from time to time, if that is asked for. */
  private static Optional<Thread> heap(Arguments arguments, Screen screen) {
    if (arguments.option("heap-seconds").isEmpty()) {
      return Optional.empty();
    }
    int seconds = arguments.number("heap-seconds");
    Thread thread = new Thread(() -> showHeap(seconds, screen), "heap");
    thread.setDaemon(true);
    thread.start();
    return Optional.of(thread);
  }

  private static void showHeap(int seconds, Screen screen) {
    try {
      while (true) {
        TimeUnit.SECONDS.sleep(seconds);
        System.gc();
        long bytes = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        screen.line(String.format(Locale.ROOT, "host: heap %.1f MB", bytes / 1e6));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static int follow(BlogChangeFeedBuilder builder, Screen screen, StopSignal stop)
      throws InterruptedException {
    try (Progress progress = new Progress("host: changes handled", 0, screen)) {
      BlogChangeFeed feed = builder.listener(new ShownBatches(progress, screen)).build();
      feed.start();
      screen.line("host: started");
      stop.await();
      screen.line("host: stopping");
      if (!feed.close(CLOSE)) {
        screen.line("host: a batch was cut off; another host handles it again");
        return Example.FAILED;
      }
      return 0;
    }
  }

  /** Shows the progress, and the changes that could not be handled. */
  private record ShownBatches(Progress progress, Screen screen) implements ChangeFeedListener {
    @Override
    public void onBatch(BatchReport report) {
      progress.step(report.changes());
    }

    @Override
    public void onBatchFailed(ChangeSource feed, RuntimeException failure) {
      screen.line("host: a batch of " + feed + " failed and comes again: " + failure.getMessage());
    }

    @Override
    public void onProblem(ChangeSource feed, String problem) {
      screen.line("host: a problem with " + feed + ": " + problem);
    }

    @Override
    public void onDeadLetter(DeadLetter letter) {
      screen.line(
          "host: dead-lettered item '%s' of partition '%s': %s"
              .formatted(letter.key().itemId(), letter.key().partition(), letter.reason()));
    }
  }
}
