package dev.cosmosblog.benchmarks.blog;

import dev.cosmosblog.benchmarks.ladder.rung.Rung;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.BlogChangeFeedBuilder;
import dev.cosmosblog.changefeed.observe.ChangeFeedLag.RangeLag;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.store.BlogDatabase;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

/** Keeps the copies of a blog, with clients of its own, until it is closed. */
sealed interface Follower extends AutoCloseable {
  /** Where a start has to take longer than this, something is wrong. */
  Duration PATIENCE = Duration.ofMinutes(10);

  /** Returns its name in tables. */
  String label();

  /** Returns how many hosts share the work. */
  default int count() {
    return 1;
  }

  @Override
  void close();

  /** Hosts of this library's change feed, with its own settings. */
  record Library(List<BlogChangeFeed> hosts) implements Follower {
    /** Returns when the hosts have caught up, and share the ranges of posts if there are some. */
    static Library start(LoadedBlog blog, int count, UnaryOperator<BlogChangeFeedBuilder> settings)
        throws IOException, InterruptedException {
      List<BlogChangeFeed> hosts = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        BlogDatabase connection = blog.connect(RequestUnitCauses.FOLLOWER);
        BlogChangeFeed host = settings.apply(BlogChangeFeed.builder(connection)).build();
        host.start();
        hosts.add(host);
      }
      long until = System.nanoTime() + PATIENCE.toNanos();
      int shares = Math.min(count, blog.setting().partitions());
      while (holders(hosts.get(0)) < shares) {
        if (System.nanoTime() > until) {
          throw new IllegalStateException("The hosts do not share the ranges.");
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
      }
      if (!hosts.get(0).awaitDrained(PATIENCE)) {
        throw new IllegalStateException("The change feed did not catch up.");
      }
      return new Library(hosts);
    }

    private static long holders(BlogChangeFeed host) {
      return host.lag().ranges().stream()
          .filter(range -> range.source() == ChangeSource.POSTS)
          .map(RangeLag::host)
          .flatMap(Optional::stream)
          .distinct()
          .count();
    }

    @Override
    public String label() {
      return "the library";
    }

    @Override
    public int count() {
      return hosts.size();
    }

    @Override
    public void close() {
      hosts.forEach(BlogChangeFeed::close);
    }
  }

  /** The handler written by hand. */
  record ByHand(ByHandHandler handler) implements Follower {
    static ByHand start(LoadedBlog blog) throws IOException {
      return new ByHand(new ByHandHandler(blog.connect(RequestUnitCauses.FOLLOWER)).start());
    }

    @Override
    public String label() {
      return "by hand";
    }

    @Override
    public void close() {
      handler.close();
    }
  }

  /**
   * V3's functions: as the trigger of Azure Functions does, they look again some time after they
   * found nothing new. The trigger's leases are left out.
   */
  record Functions(ScheduledExecutorService thread) implements Follower {
    /** The default of Azure Functions' trigger for Cosmos DB (feedPollDelay). */
    private static final Duration POLL = Duration.ofSeconds(5);

    static Functions start(Rung rung) {
      rung.drain();
      ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
      thread.scheduleWithFixedDelay(
          rung::drain, POLL.toMillis(), POLL.toMillis(), TimeUnit.MILLISECONDS);
      return new Functions(thread);
    }

    @Override
    public String label() {
      return "V3's functions";
    }

    @Override
    public void close() {
      thread.shutdownNow();
    }
  }
}
