package dev.cosmosblog.benchmarks.blog;

import com.azure.cosmos.ChangeFeedProcessor;
import com.azure.cosmos.ChangeFeedProcessorBuilder;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosAsyncDatabase;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.ChangeFeedProcessorOptions;
import com.azure.cosmos.models.ChangeFeedProcessorState;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.benchmarks.ladder.rung.Rung;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.BlogChangeFeedBuilder;
import dev.cosmosblog.changefeed.observe.ChangeFeedLag.RangeLag;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.model.Content;
import dev.cosmosblog.store.BlogDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Keeps the copies of a blog until it is closed.
 *
 * @param label its name in tables
 * @param hosts how many hosts share the work
 * @param stop ends it
 */
record Follower(String label, int hosts, Runnable stop) implements AutoCloseable {
  /** The label of this library. */
  static final String LIBRARY = "the library";

  /** The label of a handler that is written by hand. */
  static final String BY_HAND = "a handler by hand";

  private static final String FUNCTIONS = "V3's functions";
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  /** The library's default. */
  private static final Duration POLL = Duration.ofSeconds(1);

  /** The default of the trigger of Azure Functions (feedPollDelay). */
  private static final Duration FUNCTIONS_POLL = Duration.ofSeconds(5);

  /** How many copies the handler written by hand writes at once; the library's default. */
  private static final int AT_ONCE = 32;

  /** How many changes it takes at once; the library's default. */
  private static final int BATCH = 1_000;

  @Override
  public void close() {
    stop.run();
  }

  /**
   * Starts hosts of this library, each with a client of its own. Returns when they have caught up,
   * and share the ranges of posts if there are some.
   */
  static Follower library(LoadedBlog blog, int count, UnaryOperator<BlogChangeFeedBuilder> settings)
      throws InterruptedException {
    List<BlogChangeFeed> hosts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      BlogDatabase connection = blog.connect(RequestUnitCauses.FOLLOWER);
      BlogChangeFeed host = settings.apply(BlogChangeFeed.builder(connection)).build();
      host.start();
      hosts.add(host);
    }
    int shares = Math.min(count, blog.setting().partitions());
    await("The hosts do not share the ranges.", 1, () -> holders(hosts.get(0)) >= shares);
    if (!hosts.get(0).awaitDrained(PATIENCE)) {
      throw new IllegalStateException("The change feed did not catch up.");
    }
    return new Follower(LIBRARY, count, () -> hosts.forEach(BlogChangeFeed::close));
  }

  private static long holders(BlogChangeFeed host) {
    return host.lag().ranges().stream()
        .filter(range -> range.source() == ChangeSource.POSTS)
        .map(RangeLag::host)
        .flatMap(Optional::stream)
        .distinct()
        .count();
  }

  /** Waits until something holds several times in a row, a second apart. */
  private static void await(String otherwise, int times, BooleanSupplier condition) {
    long until = System.nanoTime() + PATIENCE.toNanos();
    for (int held = 0; held < times; held = condition.getAsBoolean() ? held + 1 : 0) {
      if (System.nanoTime() > until) {
        throw new IllegalStateException(otherwise);
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
  }

  /**
   * Starts a handler as one writes it by hand: the SDK's change feed processor upserts each changed
   * post in short form beside its author, 32 at once. It has no guard against older versions,
   * checks no name, and keeps no front page. It polls as often, and takes as many changes at once,
   * as the library. Returns when it has caught up.
   */
  static Follower byHand(LoadedBlog blog) {
    BlogDatabase connection = blog.connect(RequestUnitCauses.FOLLOWER);
    CosmosAsyncDatabase database =
        connection
            .unwrap(CosmosAsyncClient.class)
            .getDatabase(connection.unwrap(CosmosDatabase.class).getId());
    CosmosAsyncContainer users = database.getContainer("users");
    ChangeFeedProcessor processor =
        new ChangeFeedProcessorBuilder()
            .hostName("by-hand")
            .feedContainer(database.getContainer("posts"))
            .leaseContainer(database.getContainer("leases"))
            .options(
                new ChangeFeedProcessorOptions()
                    .setLeasePrefix("by-hand-")
                    .setStartFromBeginning(true)
                    .setMaxItemCount(BATCH)
                    .setFeedPollDelay(POLL))
            .handleChanges(changes -> copyAll(users, changes))
            .buildChangeFeedProcessor();
    processor.start().block(PATIENCE);
    // The lag of a lease that never moved can hide one change: it must be zero after two polls.
    await("The handler by hand did not catch up.", 3, () -> drained(processor));
    return new Follower(BY_HAND, 1, () -> processor.stop().block(PATIENCE));
  }

  private static void copyAll(CosmosAsyncContainer users, List<JsonNode> changes) {
    Semaphore free = new Semaphore(AT_ONCE);
    List<CompletableFuture<?>> copies = new ArrayList<>();
    for (JsonNode change : changes) {
      if (change.path("type").asText().equals("post")) {
        free.acquireUninterruptibly();
        copies.add(copy(users, change).whenComplete((answer, failure) -> free.release()));
      }
    }
    CompletableFuture.allOf(copies.toArray(CompletableFuture[]::new)).join();
  }

  private static CompletableFuture<?> copy(CosmosAsyncContainer users, JsonNode post) {
    ObjectNode copy = post.deepCopy();
    copy.put("content", Content.summary(post.path("content").asText()));
    copy.remove(List.of("_rid", "_self", "_etag", "_attachments", "_ts", "_lsn"));
    return users.upsertItem(copy, new PartitionKey(post.path("userId").asText()), null).toFuture();
  }

  private static boolean drained(ChangeFeedProcessor processor) {
    List<ChangeFeedProcessorState> ranges = processor.getCurrentState().block(PATIENCE);
    return ranges != null
        && !ranges.isEmpty()
        && ranges.stream().allMatch(range -> range.getEstimatedLag() == 0);
  }

  /**
   * Starts V3's functions: as their trigger does, they look again five seconds after they found
   * nothing new. The trigger's leases are left out. One thread handles the changes of all ranges,
   * one after the other: at a rate that it does not follow, it finds several changes of an item as
   * one, so that its RU for each command is lower than that of functions that follow. After a
   * failure, it reads the same changes again at its next look. Returns when it has caught up.
   *
   * @param report takes a line for each failure
   */
  static Follower functions(Rung rung, Consumer<String> report) {
    return functions(rung, FUNCTIONS_POLL, report);
  }

  /** The same with another time between two looks. */
  static Follower functions(Rung rung, Duration poll, Consumer<String> report) {
    rung.drain();
    ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    thread.scheduleWithFixedDelay(
        () -> drain(rung, thread, report), poll.toMillis(), poll.toMillis(), TimeUnit.MILLISECONDS);
    return new Follower(FUNCTIONS, 1, () -> end(thread));
  }

  /** A failure that reaches the schedule would end it without a word. */
  private static void drain(Rung rung, ExecutorService thread, Consumer<String> report) {
    try {
      rung.drain();
    } catch (RuntimeException e) {
      if (!thread.isShutdown()) {
        report.accept(FUNCTIONS + " failed, and read these changes again: " + e);
      }
    }
  }

  private static void end(ExecutorService thread) {
    thread.shutdownNow();
    try {
      thread.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
