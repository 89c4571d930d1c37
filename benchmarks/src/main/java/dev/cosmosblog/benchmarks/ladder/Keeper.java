package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.benchmarks.ladder.rung.Rung;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** What keeps a rung's copies while it is used. */
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
