package dev.cosmosblog.benchmarks.blog;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.examples.blog.Workers;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.query.PageRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * While posts are edited at a rate, writes a new post again and again, and looks for it in its
 * author's list (Q3) and on the front page (Q6) until both show it.
 */
final class Propagation implements AutoCloseable {
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final int POSTS = 200;
  private static final int WRITERS = 16;
  private static final int UNDER_WAY = 4 * WRITERS;

  private final BlogStore store;
  private final BlogChangeFeed feed;
  private final int seconds;
  private final UserId author;
  private final List<PostId> edited = new ArrayList<>();

  Propagation(BlogDatabase blog, int seconds) throws InterruptedException {
    this.store = BlogStore.on(blog);
    this.feed = BlogChangeFeed.builder(blog).pollInterval(POLL).build();
    this.seconds = seconds;
    this.author = store.createUser(CreateUser.named("Probe " + UUID.randomUUID())).value().id();
    UserId other = store.createUser(CreateUser.named("Other " + UUID.randomUUID())).value().id();
    for (int i = 0; i < POSTS; i++) {
      edited.add(store.createPost(CreatePost.of(other, "Title", "Content")).value().id());
    }
    feed.start();
    // What was written before the measurement is none of its lag.
    if (!feed.awaitDrained(PATIENCE)) {
      throw new IllegalStateException("The change feed did not catch up.");
    }
  }

  /**
   * The time from the answer to a write until its copies showed it.
   *
   * @param writesPerSecondAsked how many edits beside
   * @param writesPerSecond how many this machine made of them
   * @param pollMs the change feed's poll interval
   * @param probes how many posts were looked for
   * @param q3P50Ms until the author's list showed it, the median
   * @param q3P99Ms the 99th percentile
   * @param q6P50Ms until the front page showed it, the median
   * @param q6P99Ms the 99th percentile
   */
  record Measured(
      int writesPerSecondAsked,
      double writesPerSecond,
      long pollMs,
      int probes,
      double q3P50Ms,
      double q3P99Ms,
      double q6P50Ms,
      double q6P99Ms) {}

  private record Seen(double q3, double q6) {}

  Measured measure(int rate) throws InterruptedException {
    LongAdder writes = new LongAdder();
    Semaphore free = new Semaphore(UNDER_WAY);
    List<Seen> seen = new ArrayList<>();
    long start = System.nanoTime();
    try (Workers writers = new Workers(WRITERS)) {
      ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
      clock.scheduleAtFixedRate(
          () -> edit(writers.executor(), free, writes),
          0,
          1_000_000_000L / rate,
          TimeUnit.NANOSECONDS);
      while (seen.isEmpty() || System.nanoTime() - start < seconds * 1_000_000_000L) {
        seen.add(probe());
      }
      clock.shutdown();
      free.acquire(UNDER_WAY);
    }
    double took = (System.nanoTime() - start) / 1e9;
    feed.awaitDrained(PATIENCE);
    List<Double> q3 = seen.stream().map(Seen::q3).sorted().toList();
    List<Double> q6 = seen.stream().map(Seen::q6).sorted().toList();
    return new Measured(
        rate,
        writes.sum() / took,
        POLL.toMillis(),
        seen.size(),
        percentile(q3, 0.50),
        percentile(q3, 0.99),
        percentile(q6, 0.50),
        percentile(q6, 0.99));
  }

  /** Leaves a write out if this machine can't keep up with the rate. */
  private void edit(ExecutorService writers, Semaphore free, LongAdder writes) {
    if (free.tryAcquire()) {
      writers.execute(
          () -> {
            try {
              PostId post = edited.get((int) (writes.sum() % POSTS));
              store.editPost(new EditPost(post, "Title", "Edited"));
              writes.increment();
            } finally {
              free.release();
            }
          });
    }
  }

  private Seen probe() {
    PostId post = store.createPost(CreatePost.of(author, "Title", "Content")).value().id();
    long committed = System.nanoTime();
    double q3 = -1;
    double q6 = -1;
    while (q3 < 0 || q6 < 0) {
      LockSupport.parkNanos(LOOK_NANOS);
      if (q3 < 0 && holds(store.postsOf(author, PageRequest.first(1)).items(), post)) {
        q3 = millisSince(committed);
      }
      if (q6 < 0 && holds(store.recentPosts(1), post)) {
        q6 = millisSince(committed);
      }
    }
    return new Seen(q3, q6);
  }

  private static boolean holds(List<PostSummary> posts, PostId post) {
    return posts.stream().anyMatch(one -> one.id().equals(post));
  }

  private static double millisSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e6;
  }

  private static double percentile(List<Double> sorted, double part) {
    return sorted.get((int) Math.ceil(part * sorted.size()) - 1);
  }

  @Override
  public void close() {
    feed.close();
  }
}
