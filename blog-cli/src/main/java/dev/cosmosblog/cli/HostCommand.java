package dev.cosmosblog.cli;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.BlogChangeFeedBuilder;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.HealthStatus;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.SourceHealth;
import dev.cosmosblog.store.BlogDatabase;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the change feed until the process gets SIGTERM or SIGINT. */
@Command(
    name = "host",
    description = {
      "Runs the change feed, which maintains the copies, until it gets SIGTERM or SIGINT.",
      "Any number of hosts share the work. The database must exist; see provision."
    })
final class HostCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(HostCommand.class);

  /** Less than the 30 s that a container runtime usually waits between SIGTERM and SIGKILL. */
  private static final Duration CLOSE = Duration.ofSeconds(25);

  private static final int LEASE_SECONDS = 60;

  @Mixin private BlogOptions blog = new BlogOptions();

  @Option(
      names = "--health-port",
      paramLabel = "PORT",
      description = {
        "answer GET /health/live and /health/ready on this port with 200 or 503 and a short JSON",
        "(default: no port)"
      })
  private @Nullable Integer healthPort;

  @Option(
      names = "--lease-prefix",
      paramLabel = "TEXT",
      defaultValue = "blog-",
      description =
          "the beginning of the leases' ids, as in the application (default: ${DEFAULT-VALUE})")
  private String leasePrefix = "";

  @Option(
      names = "--poll-ms",
      paramLabel = "N",
      defaultValue = "1000",
      description = "the time between two polls without changes (default: ${DEFAULT-VALUE})")
  private long pollMs;

  @Option(
      names = "--batch-size",
      paramLabel = "N",
      defaultValue = "1000",
      description = "the maximum number of changes in a batch (default: ${DEFAULT-VALUE})")
  private int batchSize;

  @Option(
      names = "--lease-seconds",
      paramLabel = "N",
      defaultValue = "" + LEASE_SECONDS,
      description = "when another host may take over a range (default: ${DEFAULT-VALUE})")
  private int leaseSeconds;

  @Override
  public Integer call() throws InterruptedException {
    Termination termination = new Termination();
    int code = BlogCli.FAILED;
    try (BlogDatabase database = blog.open("blog-cli host")) {
      // Invalid options fail before a request is sent.
      build(database);
      termination.awaitSignals();
      code = run(blog.adopt(database), termination);
    } catch (IOException e) {
      throw new InvalidOptionException(
          "--health-port %s can't be used: %s".formatted(healthPort, e.getMessage()));
    } finally {
      termination.ended(code);
    }
    return code;
  }

  private int run(BlogDatabase database, Termination termination)
      throws IOException, InterruptedException {
    try (BlogChangeFeed feed = build(database);
        HealthEndpoint health = HealthEndpoint.start(healthPort, feed::health)) {
      feed.start();
      String onPort = health.port().isEmpty() ? "" : ", health on port " + health.port().getAsInt();
      LOG.info(
          "Started host {} of database '{}'{}", feed.health().hostName(), database.name(), onPort);
      logHealth(feed, termination);
      boolean drained = feed.close(CLOSE);
      LOG.info(
          drained
              ? "Stopped; all batches were completed"
              : "Stopped; a batch was cut off, and another host handles it again");
      return drained ? BlogCli.OK : BlogCli.DIFFERENCES;
    }
  }

  private BlogChangeFeed build(BlogDatabase database) {
    try {
      BlogChangeFeedBuilder feed =
          BlogChangeFeed.builder(database)
              .leasePrefix(leasePrefix)
              .pollInterval(Duration.ofMillis(pollMs))
              .batchSize(batchSize);
      if (leaseSeconds != LEASE_SECONDS) {
        // In about the proportions of the SDK's defaults: 13, 17 and 60 seconds.
        Duration expiration = Duration.ofSeconds(leaseSeconds);
        feed.leaseIntervals(expiration.dividedBy(5), expiration.dividedBy(4), expiration);
      }
      return feed.build();
    } catch (IllegalArgumentException e) {
      throw new InvalidOptionException(e.getMessage());
    }
  }

  /** Logs each change of the health until the process is to end. */
  private static void logHealth(BlogChangeFeed feed, Termination termination)
      throws InterruptedException {
    List<HealthStatus> before = List.of(HealthStatus.UP, HealthStatus.UP);
    while (!termination.await(Duration.ofSeconds(1))) {
      ChangeFeedHealth health = feed.health();
      List<HealthStatus> now = List.of(health.users().status(), health.posts().status());
      if (!now.equals(before)) {
        String problems =
            Stream.of(health.users(), health.posts())
                .map(SourceHealth::problem)
                .flatMap(Optional::stream)
                .collect(Collectors.joining("; "));
        if (health.status() == HealthStatus.UP) {
          LOG.info("Health is UP");
        } else {
          LOG.warn("Health is {}: {}", health.status(), problems);
        }
      }
      before = now;
    }
  }

  /**
   * The end of the process. After SIGTERM or SIGINT, the process stays alive until the command has
   * ended, and exits with the command's code instead of 143.
   */
  private static final class Termination {
    private final CountDownLatch requested = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile int code = BlogCli.FAILED;

    void awaitSignals() {
      Runtime.getRuntime().addShutdownHook(new Thread(this::onShutdown, "termination"));
    }

    private void onShutdown() {
      requested.countDown();
      try {
        if (ended.await(2 * CLOSE.toSeconds(), TimeUnit.SECONDS)) {
          Runtime.getRuntime().halt(code);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    boolean await(Duration timeout) throws InterruptedException {
      return requested.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    void ended(int exitCode) {
      code = exitCode;
      ended.countDown();
    }
  }
}
