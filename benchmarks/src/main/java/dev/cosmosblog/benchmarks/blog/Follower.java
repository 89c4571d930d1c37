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
 * Maintains the copies of a blog until it is closed.
 *
 * @param label its name in tables
 * @param hosts how many hosts share the work
 * @param stop ends it
 */
record Follower(String label, int hosts, Runnable stop) implements AutoCloseable {
  /** The label of this library. */
  static final String LIBRARY = "the library";

  /** The label of a handler that an application could contain. */
  static final String HAND_WRITTEN = "a hand-written handler";

  private static final String FUNCTIONS = "V3's functions";
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  /** The library's default. */
  private static final Duration POLL = Duration.ofSeconds(1);

  /** The default of the trigger of Azure Functions (feedPollDelay). */
  private static final Duration FUNCTIONS_POLL = Duration.ofSeconds(5);

  /** How many copies the hand-written handler writes at once; the library's default. */
  private static final int AT_ONCE = 32;

  /** How many changes it takes at once; the library's default. */
  private static final int BATCH = 1_000;

  @Override
  public void close() {
    stop.run();
  }

  /**
   * Starts hosts of this library, each with its own client. Returns when they have caught up, and
   * several hosts share the ranges of posts.
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
    await(
        "The hosts don't share the ranges after 10 minutes.",
        1,
        () -> holders(hosts.get(0)) >= shares);
    if (!hosts.get(0).awaitDrained(PATIENCE)) {
      throw new IllegalStateException("The change feed didn't catch up within 10 minutes.");
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

  /** Waits until a condition holds several times in a row, a second apart. */
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
   * Starts a hand-written handler: the SDK's change feed processor upserts the summary of each
   * changed post beside its author, 32 at once. It has no guard against older versions, checks no
   * names, and has no front page. It polls as often, and takes as many changes at once, as the
   * library. Returns when it has caught up.
   */
  static Follower handWritten(LoadedBlog blog) {
    BlogDatabase connection = blog.connect(RequestUnitCauses.FOLLOWER);
    CosmosAsyncDatabase database =
        connection
            .unwrap(CosmosAsyncClient.class)
            .getDatabase(connection.unwrap(CosmosDatabase.class).getId());
    CosmosAsyncContainer users = database.getContainer("users");
    ChangeFeedProcessor processor =
        new ChangeFeedProcessorBuilder()
            .hostName("hand-written")
            .feedContainer(database.getContainer("posts"))
            .leaseContainer(database.getContainer("leases"))
            .options(
                new ChangeFeedProcessorOptions()
                    .setLeasePrefix("hand-written-")
                    .setStartFromBeginning(true)
                    .setMaxItemCount(BATCH)
                    .setFeedPollDelay(POLL))
            .handleChanges(changes -> copyAll(users, changes))
            .buildChangeFeedProcessor();
    processor.start().block(PATIENCE);
    // The lag of a lease that never moved can hide one change: it must be zero after two polls.
    await(
        "The hand-written handler didn't catch up within 10 minutes.", 3, () -> drained(processor));
    return new Follower(HAND_WRITTEN, 1, () -> processor.stop().block(PATIENCE));
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
   * Starts V3's functions, which poll again five seconds after they found no changes, as their
   * trigger does, but without its leases. One thread handles the changes of all ranges: at a rate
   * that it can't follow, it finds several changes of an item as one, so that its RU for each
   * command is lower than that of functions that follow. After a failure, it reads the same changes
   * again. Returns when it has caught up.
   *
   * @param report takes a line for each failure
   */
  static Follower functions(Rung rung, Consumer<String> report) {
    return functions(rung, FUNCTIONS_POLL, report);
  }

  /** The same with another interval between polls. */
  static Follower functions(Rung rung, Duration poll, Consumer<String> report) {
    rung.drain();
    ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    thread.scheduleWithFixedDelay(
        () -> drain(rung, thread, report), poll.toMillis(), poll.toMillis(), TimeUnit.MILLISECONDS);
    return new Follower(FUNCTIONS, 1, () -> end(thread));
  }

  /** An exception would end the schedule silently. */
  private static void drain(Rung rung, ExecutorService thread, Consumer<String> report) {
    try {
      rung.drain();
    } catch (RuntimeException e) {
      if (!thread.isShutdown()) {
        report.accept(FUNCTIONS + " failed, and will read these changes again: " + e);
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
