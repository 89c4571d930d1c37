package dev.cosmosblog.simulation.chaos;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.changefeed.observe.DeadLetter;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.store.BlogDatabase;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** The program of a host's process: it runs the change feed until it is stopped or killed. */
final class ChaosHost {
  static final String STARTED = "started";
  static final String DEAD_LETTER = "dead letter ";
  static final String HEAP = "heap in MB: ";

  private static final int HEAP_SECONDS = 20;
  private static final Duration CLOSE = Duration.ofSeconds(25);

  private ChaosHost() {}

  /** Takes the endpoint, the key and how many milliseconds the host's clock is ahead. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Duration ahead = Duration.ofMillis(Long.parseLong(arguments[2]));
    BlogDatabase blog =
        new Endpoint(URI.create(arguments[0]), arguments[1])
            .connect(
                ChaosRun.DATABASE,
                "chaos-host",
                ChaosSettings.database().clock(Clock.offset(Clock.systemUTC(), ahead)))
            .provision();
    Duration lease = ChaosSettings.LEASE;
    BlogChangeFeed feed =
        BlogChangeFeed.builder(blog)
            .pollInterval(ChaosSettings.POLL)
            .batchSize(ChaosSettings.BATCH_SIZE)
            .leaseIntervals(lease.dividedBy(5), lease.dividedBy(4), lease)
            .listener(new Printer())
            .build();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> close(feed, blog), "close"));
    feed.start();
    System.out.println(STARTED);
    while (true) {
      TimeUnit.SECONDS.sleep(HEAP_SECONDS);
      System.gc();
      long bytes = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
      System.out.println(HEAP + String.format(Locale.ROOT, "%.1f", bytes / 1e6));
    }
  }

  private static void close(BlogChangeFeed feed, BlogDatabase blog) {
    System.out.println("stopping");
    boolean complete = feed.close(CLOSE);
    blog.close();
    System.out.println(complete ? "stopped" : "stopped in the middle of a batch");
  }

  /** Prints what the run looks for, and what explains a failed run. */
  private static final class Printer implements ChangeFeedListener {
    @Override
    public void onBatchFailed(ChangeSource source, RuntimeException failure) {
      System.out.println("a batch of " + source + " failed: " + failure.getMessage());
    }

    @Override
    public void onProblem(ChangeSource source, String problem) {
      System.out.println("a problem with " + source + ": " + problem);
    }

    @Override
    public void onDeadLetter(DeadLetter letter) {
      System.out.println(DEAD_LETTER + letter.key().itemId() + " " + letter.reason());
    }
  }
}
