package dev.cosmosblog.benchmarks.blog;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.FeedResponse;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.examples.blog.Latencies;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures for each post, comment and like the time from the response to its command until a copy
 * of its post shows it: beside the author, or on the front page. It observes the copies through the
 * change feed of their container, every 50 ms, so that a time is up to 50 ms and the emulator's
 * distance too long. A post, its comments and its likes, or its edits, are counted in one number,
 * which the copy shows: the n-th of them has been followed when the copy shows n.
 */
final class CopyLag implements AutoCloseable {
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final Map<String, Following> posts = new ConcurrentHashMap<>();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final ExecutorService observers;

  /** The nanoseconds of what was followed. Guarded by this. */
  private Latencies lags = new Latencies();

  /** How many entries the copies have ever shown. Guarded by this. */
  private long total;

  /**
   * @param copies the container of users, or that of the front page
   */
  CopyLag(CosmosContainer copies) {
    var ranges = copies.getFeedRanges();
    observers = Executors.newFixedThreadPool(ranges.size(), CopyLag::daemon);
    ranges.forEach(
        range -> {
          // The position is taken here, before anything is written.
          String from =
              drain(copies, CosmosChangeFeedRequestOptions.createForProcessingFromNow(range));
          observers.execute(() -> observe(copies, from));
        });
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "copy-lag");
    thread.setDaemon(true);
    return thread;
  }

  private void observe(CosmosContainer copies, String from) {
    String continuation = from;
    while (!closed.get()) {
      continuation =
          drain(
              copies,
              CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(continuation));
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private String drain(CosmosContainer copies, CosmosChangeFeedRequestOptions options) {
    String continuation = "";
    for (FeedResponse<JsonNode> page :
        copies.queryChangeFeed(options.setMaxItemCount(1_000), JsonNode.class).iterableByPage()) {
      long now = System.nanoTime();
      for (JsonNode item : page.getResults()) {
        switch (item.path("type").asText()) {
          case "post" -> seen(item, now);
          case "feed" -> item.path("posts").forEach(post -> seen(post, now));
          default -> {}
        }
      }
      continuation = page.getContinuationToken();
    }
    return continuation;
  }

  private void seen(JsonNode post, long now) {
    following(post.path("id").asText()).seen(1 + entries(post), now);
  }

  /** Returns the comments and likes of a post, or its edits if it has none. */
  private static long entries(JsonNode post) {
    long reactions = post.path("commentCount").asLong() + post.path("likeCount").asLong();
    return reactions == 0 ? post.path("version").asLong() : reactions;
  }

  private Following following(String post) {
    return posts.computeIfAbsent(post, any -> new Following());
  }

  /** Registers a post that was there before, and its copy, without comments and likes. */
  void loaded(String post) {
    Following following = following(post);
    following.committed(System.nanoTime());
    following.seen(1, System.nanoTime());
  }

  /** Registers a new post, comment or like that was just acknowledged. */
  void committed(String post) {
    following(post).committed(System.nanoTime());
  }

  /** Returns how many entries the copies have ever shown. */
  synchronized long followed() {
    return total;
  }

  private synchronized void followed(long lag) {
    total++;
    lags.record(lag);
  }

  /** Returns the lags of what was followed since the last call. */
  synchronized Latencies take() {
    Latencies taken = lags;
    lags = new Latencies();
    return taken;
  }

  /** Returns the age of the oldest entry that no copy shows yet; or zero. */
  double oldestMs() {
    long now = System.nanoTime();
    long oldest = posts.values().stream().mapToLong(post -> post.age(now)).max().orElse(0);
    return oldest / 1e6;
  }

  /** Returns how many entries no copy shows yet. */
  long waiting() {
    return posts.values().stream().mapToLong(Following::count).sum();
  }

  /** Waits until the copies show everything; returns whether they did in time. */
  boolean awaitFollowed(long seconds) {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (oldestMs() > 0 && System.nanoTime() < until) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    return oldestMs() == 0;
  }

  @Override
  public void close() {
    closed.set(true);
    observers.shutdown();
    try {
      observers.awaitTermination(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** When the entries of a post were acknowledged that its copy doesn't show. */
  private final class Following {
    /** Guarded by this. */
    private final Queue<Long> waiting = new ArrayDeque<>();

    /** How many entries were acknowledged. Guarded by this. */
    private long acknowledged;

    /** How many the copy shows. Guarded by this. */
    private long shown;

    synchronized void committed(long now) {
      acknowledged++;
      if (acknowledged <= shown) {
        followed(0);
      } else {
        waiting.add(now);
      }
    }

    synchronized void seen(long total, long now) {
      shown = Math.max(shown, total);
      while (!waiting.isEmpty() && acknowledged - waiting.size() < shown) {
        followed(now - waiting.remove());
      }
    }

    synchronized long count() {
      return waiting.size();
    }

    synchronized long age(long now) {
      Long first = waiting.peek();
      return first == null ? 0 : now - first;
    }
  }
}
