package dev.cosmosblog.changefeed;

import dev.cosmosblog.changefeed.internal.processor.ChangeFeedProcessorRunner;
import dev.cosmosblog.changefeed.internal.processor.CostMeter;
import dev.cosmosblog.changefeed.internal.processor.Deadline;
import dev.cosmosblog.changefeed.internal.processor.PeriodicChecks;
import dev.cosmosblog.changefeed.observe.ChangeFeedCost;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.Lifecycle;
import dev.cosmosblog.changefeed.observe.ChangeFeedLag;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.internal.cosmos.Listeners;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the blog's copies up to date: usernames in posts, comments and likes, and posts in short
 * form beside their authors and on the front page. A host starts a change feed and closes it;
 * several hosts share the work by physical partitions, through the leases container.
 *
 * <p>Every change is handled at least once. All writes are guarded by versions: a batch that is
 * delivered twice, late, or to two hosts leaves the same copies. A method that sends requests
 * throws a {@link dev.cosmosblog.store.error.StoreException} if Cosmos DB failed or refused.
 */
public final class BlogChangeFeed implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BlogChangeFeed.class);

  /** The time for which {@link #close()} waits for the batches in flight. */
  public static final Duration DEFAULT_CLOSE_TIMEOUT = Duration.ofSeconds(30);

  private final ChangeFeedProcessorRunner users;
  private final ChangeFeedProcessorRunner posts;
  private final RunnerGroup copies;
  private final Map<String, RegisteredView> views = new LinkedHashMap<>();
  private final PeriodicChecks checks;
  private final DeadLetters deadLetters;
  private final CostMeter costs;
  private final List<ChangeFeedListener> listeners;
  private final String hostName;
  private final AtomicReference<Lifecycle> lifecycle = new AtomicReference<>(Lifecycle.NEW);
  private final CountDownLatch closing = new CountDownLatch(1);

  /** The readers of changes: for the copies, from users and posts, and for the views. */
  record Readers(
      ChangeFeedProcessorRunner users,
      ChangeFeedProcessorRunner posts,
      List<RegisteredView> views) {}

  BlogChangeFeed(
      BlogChangeFeedBuilder.Config config,
      Readers readers,
      PeriodicChecks checks,
      DeadLetters deadLetters,
      CostMeter costs) {
    this.users = readers.users();
    this.posts = readers.posts();
    this.copies = new RunnerGroup(List.of(users, posts), config.pollInterval);
    readers.views().forEach(view -> views.put(view.name(), view));
    this.checks = checks;
    this.deadLetters = deadLetters;
    this.costs = costs;
    this.listeners = config.listeners;
    this.hostName = config.hostName;
  }

  /**
   * Builds and starts a change feed with every default; for failures see {@link
   * BlogChangeFeedBuilder#build()} and {@link #start()}.
   *
   * @param database the database, which the host closes after the change feed
   * @return the change feed, started
   */
  public static BlogChangeFeed start(BlogDatabase database) {
    BlogChangeFeed changeFeed = builder(database).build();
    changeFeed.start();
    return changeFeed;
  }

  /**
   * {@return a builder with every default}
   *
   * @param database the database, which the host closes after the change feed
   */
  public static BlogChangeFeedBuilder builder(BlogDatabase database) {
    return new BlogChangeFeedBuilder(database);
  }

  /**
   * Starts to handle changes, and returns when the leases exist. The very first host begins at the
   * beginning of the containers; later hosts continue where the leases say. If this method throws,
   * the change feed is closed.
   *
   * <p>An index that Cosmos DB is building is a {@link ChangeFeedListener#onProblem problem} until
   * it is complete: a batch that needs it fails and is delivered again. A custom view that does not
   * start is a problem in its health, and is started again.
   *
   * @throws dev.cosmosblog.store.error.SchemaMissingException if there is no leases container
   * @throws dev.cosmosblog.store.error.SchemaMismatchException if the leases container has another
   *     partition key, or no time to live
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB failed, or took over two minutes
   * @throws IllegalStateException if the change feed was started or closed before, or if the
   *     database's async client reads with a consistency weaker than SESSION
   */
  public void start() {
    if (!become(Lifecycle.RUNNING)) {
      throw new IllegalStateException(
          "This change feed is " + lifecycle + "; build a new one to start again.");
    }
    try {
      users.checkLeases();
      users.checkIndex();
      posts.checkIndex();
      copies.start();
      views.values().forEach(RegisteredView::start);
      checks.start();
    } catch (RuntimeException e) {
      close(Duration.ZERO);
      throw e;
    }
    LOG.info("Change feed host {} started", hostName);
    Listeners.tell(listeners, listener -> listener.onStarted(hostName));
  }

  /** {@return the current state of the change feed} */
  public Lifecycle lifecycle() {
    return lifecycle.get();
  }

  /** {@return the health of the change feed on this host, from memory and without a request} */
  public ChangeFeedHealth health() {
    return new ChangeFeedHealth(
        hostName,
        lifecycle.get(),
        users.health(),
        posts.health(),
        views.values().stream().map(RegisteredView::health).toList());
  }

  /**
   * {@return what the change feed has cost on this host, from memory and without a request} It has
   * the SDK's polls and leases if the database has a {@link
   * dev.cosmosblog.store.observe.RequestMeter}.
   */
  public ChangeFeedCost cost() {
    return costs.cost();
  }

  /**
   * {@return the dead letters of all hosts, available even before the start and after the close}
   * Items of views are replayed before the close only.
   */
  public DeadLetters deadLetters() {
    return deadLetters;
  }

  /**
   * {@return how far the copies are behind, over all hosts} One query of the leases and three
   * requests for each of users and posts, and one or, if it lags, two requests for each range.
   *
   * @throws IllegalStateException if the change feed was not started
   */
  public ChangeFeedLag lag() {
    checkStarted();
    return copies.lag();
  }

  /** {@return the custom views, in the order in which they were registered} */
  public List<RegisteredView> views() {
    return List.copyOf(views.values());
  }

  /**
   * {@return a custom view}
   *
   * @param name the name under which it is registered
   * @throws IllegalArgumentException if no view has that name
   */
  public RegisteredView view(String name) {
    RegisteredView view = views.get(Objects.requireNonNull(name, "name"));
    if (view == null) {
      throw new IllegalArgumentException(
          "No view '%s' is registered, but %s; register it by BlogChangeFeedBuilder.view()."
              .formatted(name, views.keySet()));
    }
    return view;
  }

  private void checkStarted() {
    if (lifecycle.get() == Lifecycle.NEW) {
      throw new IllegalStateException("Start the change feed before asking for its lag.");
    }
  }

  /**
   * Waits until all changes are handled for the copies, by any host; while writers are active that
   * may never happen, and it does not before the leases exist. Each poll interval costs what {@link
   * #lag()} does without the ages. Meanwhile this host makes no pause between batches, so it saves
   * no checkpoints. For a custom view see {@link RegisteredView#awaitDrained}.
   *
   * @param timeout the longest time to wait
   * @return whether all changes were handled before the timeout and the close
   * @throws IllegalStateException if the change feed was not started
   */
  public boolean awaitDrained(Duration timeout) throws InterruptedException {
    Objects.requireNonNull(timeout, "timeout");
    checkStarted();
    return copies.awaitDrained(timeout, closing);
  }

  /**
   * Closes the change feed: begins no new batch, waits for the batches in flight, gives the leases
   * back, for another host or the next start, and waits for the SDK's polls that are under way:
   * clients that are closed next have nothing to log. Closing twice does nothing.
   *
   * @param timeout the longest time to wait for batches in flight; giving the leases back and the
   *     polls may take two seconds more, however many views there are. An interrupted thread stops
   *     waiting, and stays interrupted
   * @return whether all batches in flight ended in time; a batch that did not is delivered again
   */
  public boolean close(Duration timeout) {
    Objects.requireNonNull(timeout, "timeout");
    boolean started = lifecycle.get() == Lifecycle.RUNNING;
    if (!become(Lifecycle.CLOSING)) {
      return true;
    }
    closing.countDown();
    checks.stop();
    try {
      if (!started) {
        return true;
      }
      Deadline deadline = Deadline.after(timeout);
      copies.refuseBatches();
      views.values().forEach(RegisteredView::refuseBatches);
      // A view that hangs takes none of the time that the copies need.
      boolean ended = copies.stop(deadline);
      for (RegisteredView view : views.values()) {
        ended &= view.stop(deadline);
      }
      Deadline ofPolls = ChangeFeedProcessorRunner.ofPolls(deadline);
      copies.awaitPolls(ofPolls);
      views.values().forEach(view -> view.awaitPolls(ofPolls));
      return ended;
    } finally {
      become(Lifecycle.CLOSED);
      LOG.info("Change feed host {} closed", hostName);
      Listeners.tell(listeners, listener -> listener.onStopped(hostName));
    }
  }

  /** Closes within {@link #DEFAULT_CLOSE_TIMEOUT}; see {@link #close(Duration)}. */
  @Override
  public void close() {
    if (!close(DEFAULT_CLOSE_TIMEOUT)) {
      LOG.warn("Change feed host {} closed with a batch in flight", hostName);
    }
  }

  /** Restarts all processors, as the watchdog does with a processor that has stalled. */
  void restart() {
    copies.restart();
    views.values().forEach(RegisteredView::restart);
  }

  /** Enters a later state; false if the change feed was in it, or beyond it, before. */
  private boolean become(Lifecycle next) {
    Lifecycle before = lifecycle.getAndUpdate(now -> now.compareTo(next) < 0 ? next : now);
    return before.compareTo(next) < 0;
  }
}
