package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.benchmarks.ladder.FrontPageUpkeep.UpkeepRow;
import dev.cosmosblog.benchmarks.ladder.rung.Rung;
import dev.cosmosblog.benchmarks.ladder.rung.RungKind;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.examples.blog.RequestLog;
import dev.cosmosblog.examples.blog.Workers;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmoslocal.request.RequestRecord;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A rung that is liked, with what keeps its copies. */
final class KeptRung implements AutoCloseable {
  private static final int LOADING_THREADS = 4;

  private final String label;
  private final BlogDatabase connection;
  private final RequestLog log;
  private final LikeLoad likes;
  private final Keeper keeper;

  private KeptRung(
      String label, BlogDatabase connection, RequestLog log, LikeLoad likes, Keeper keeper) {
    this.label = label;
    this.connection = connection;
    this.log = log;
    this.likes = likes;
    this.keeper = keeper;
  }

  /** Loads a rung, and returns when its change feed runs and has caught up. */
  static KeptRung start(
      RungKind kind, BlogDatabase connection, RequestLog log, LadderBlog blog, Screen screen)
      throws InterruptedException {
    AtomicLong ids = new AtomicLong();
    Rung rung = kind.provision(connection, () -> blog.likeId(ids.incrementAndGet()));
    try (Workers workers = new Workers(LOADING_THREADS)) {
      new LadderLoad(blog, workers, screen).fill(kind.label(), rung.loading(), log);
    }
    Keeper keeper =
        kind == RungKind.OURS
            ? Keeper.Followed.start(BlogChangeFeed.builder(connection).build())
            : Keeper.Polled.start(rung);
    keeper.catchUp();
    return new KeptRung(kind.label(), connection, log, new LikeLoad(blog, rung), keeper);
  }

  /** Makes the users who give so many likes. */
  void prepare(int count) {
    likes.prepare(count);
  }

  /**
   * Likes posts for some time; returns the cost in the front page's container until all is copied.
   */
  UpkeepRow measure(int rate, int seconds) throws InterruptedException {
    log.take();
    double made = likes.run(rate, seconds);
    keeper.catchUp();
    List<RequestRecord> feed =
        log.take().requests().stream()
            .filter(sent -> sent.container().equals(ContainerNames.DEFAULT.feed()))
            .toList();
    double charge = feed.stream().mapToDouble(RequestRecord::requestCharge).sum();
    return new UpkeepRow(
        label,
        rate,
        tenths(made / seconds),
        tenths((double) feed.size() / seconds),
        tenths(charge / seconds),
        likes.stale());
  }

  private static double tenths(double value) {
    return Math.round(value * 10) / 10.0;
  }

  @Override
  public void close() {
    keeper.close();
    connection.close();
  }

  /** Keeps a rung's copies while it is used. */
  sealed interface Keeper extends AutoCloseable {
    /** Waits until the copies have caught up, while nobody writes. */
    void catchUp() throws InterruptedException;

    @Override
    void close();

    /** This library's change feed, with its own defaults. */
    record Followed(BlogChangeFeed feed) implements Keeper {
      private static final Duration PATIENCE = Duration.ofMinutes(5);

      static Followed start(BlogChangeFeed feed) {
        feed.start();
        return new Followed(feed);
      }

      @Override
      public void catchUp() throws InterruptedException {
        if (!feed.awaitDrained(PATIENCE)) {
          throw new IllegalStateException("The copies did not catch up within " + PATIENCE);
        }
      }

      @Override
      public void close() {
        feed.close();
      }
    }

    /**
     * The article's functions: as their trigger does, they look again when they found nothing new.
     */
    record Polled(Rung rung, ScheduledExecutorService thread) implements Keeper {
      /** Of Azure Functions' trigger for Cosmos DB (feedPollDelay). */
      private static final Duration POLL = Duration.ofSeconds(5);

      static Polled start(Rung rung) {
        ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
        thread.scheduleWithFixedDelay(rung::drain, 0, POLL.toMillis(), TimeUnit.MILLISECONDS);
        return new Polled(rung, thread);
      }

      @Override
      public void catchUp() throws InterruptedException {
        try {
          thread.submit(rung::drain).get();
        } catch (ExecutionException e) {
          throw new IllegalStateException(e.getCause());
        }
      }

      @Override
      public void close() {
        thread.shutdownNow();
      }
    }
  }
}
