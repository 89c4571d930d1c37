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
import dev.cosmosblog.store.internal.cosmos.StoredSettings;
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
 * Updates the blog's denormalized copies: usernames in posts, comments and likes, and post
 * summaries beside their authors and on the front page.
 *
 * <p>A host starts a change feed and closes it. Several hosts share the work by physical partition,
 * through the leases container.
 *
 * <p>Every change is handled at least once. All writes are version-checked, so a batch that is
 * delivered twice, late, or to two hosts leaves the same copies. A method that sends requests
 * throws a {@link dev.cosmosblog.store.error.StoreException} if Cosmos DB fails or rejects the
 * request.
 */
public final class BlogChangeFeed implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BlogChangeFeed.class);

  /** The time for which {@link #close()} waits for the batches in flight. */
  public static final Duration DEFAULT_CLOSE_TIMEOUT = Duration.ofSeconds(30);

  private final StoredSettings settings;
  private final ChangeFeedProcessorRunner users;
  private final ChangeFeedProcessorRunner posts;
  private final RunnerGroup copies;
  private final Map<String, RegisteredView> views = new LinkedHashMap<>();
  private final PeriodicChecks checks;
  private final DeadLetters deadLetters;
  private final CostMeter costs;
  private final Runnable frontPageComparison;
  private final List<ChangeFeedListener> listeners;
  private final String hostName;
  private final AtomicReference<Lifecycle> lifecycle = new AtomicReference<>(Lifecycle.NEW);
  private final CountDownLatch closing = new CountDownLatch(1);

  /** The parts; the processors are those of the copies, and of the views. */
  record Parts(
      StoredSettings settings,
      ChangeFeedProcessorRunner users,
      ChangeFeedProcessorRunner posts,
      List<RegisteredView> views,
      PeriodicChecks checks,
      DeadLetters deadLetters,
      CostMeter costs,
      Runnable frontPageComparison) {}

  BlogChangeFeed(BlogChangeFeedBuilder.Config config, Parts parts) {
    this.settings = parts.settings();
    this.users = parts.users();
    this.posts = parts.posts();
    this.copies = new RunnerGroup(List.of(users, posts), config.pollInterval);
    parts.views().forEach(view -> views.put(view.name(), view));
    this.checks = parts.checks();
    this.deadLetters = parts.deadLetters();
    this.costs = parts.costs();
    this.frontPageComparison = parts.frontPageComparison();
    this.listeners = config.listeners;
    this.hostName = config.hostName;
  }

  /**
   * Builds and starts a change feed with default settings; for failures see {@link
   * BlogChangeFeedBuilder#build()} and {@link #start()}.
   *
   * @param database the database, which the host closes after the change feed
   * @return the running change feed
   */
  public static BlogChangeFeed start(BlogDatabase database) {
    BlogChangeFeed changeFeed = builder(database).build();
    changeFeed.start();
    return changeFeed;
  }

  /**
   * {@return a builder with default settings}
   *
   * @param database the database, which the host closes after the change feed
   */
  public static BlogChangeFeedBuilder builder(BlogDatabase database) {
    return new BlogChangeFeedBuilder(database);
  }

  /**
   * Starts to handle changes, and returns once the leases exist. If this method throws, the change
   * feed is closed.
   *
   * <p>The first host starts at the beginning of the containers; later hosts continue from the
   * leases.
   *
   * <p>While Cosmos DB builds an index, the change feed reports a {@link
   * ChangeFeedListener#onProblem problem}, because a batch that needs the index fails and is
   * redelivered. If a custom view doesn't start, its health reports a problem, and the watchdog
   * tries again.
   *
   * @throws dev.cosmosblog.store.error.SettingsMismatchException if the blog has other settings
   *     than the database; if it has none, those of the database are stored
   * @throws dev.cosmosblog.store.error.SchemaMissingException if there is no leases container
   * @throws dev.cosmosblog.store.error.SchemaMismatchException if the leases container has another
   *     partition key, or its time to live is off
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB fails or takes over two minutes
   * @throws IllegalStateException if the change feed was started or closed before, or if the
   *     database's async client reads with a consistency weaker than SESSION
   */
  public void start() {
    if (!become(Lifecycle.RUNNING)) {
      throw new IllegalStateException(
          "This change feed is " + lifecycle + "; build a new one to start again.");
    }
    try {
      settings.store(false);
      users.checkLeases();
      users.checkIndex();
      posts.checkIndex();
      copies.start();
      views.values().forEach(RegisteredView::start);
      checks.start();
    } catch (RuntimeException | Error e) {
      close(Duration.ZERO);
      throw e;
    }
    LOG.info("Change feed host {} started", hostName);
    Listeners.notify(listeners, listener -> listener.onStarted(hostName));
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
   * {@return the cost of the change feed on this host, from memory and without a request} It
   * includes the SDK's polls and leases if the database has a {@link
   * dev.cosmosblog.store.observe.RequestMeter}.
   */
  public ChangeFeedCost cost() {
    return costs.cost();
  }

  /**
   * {@return the dead letters of all hosts, available even before the start and after the close}
   * Dead letters of views can't be replayed after the close.
   */
  public DeadLetters deadLetters() {
    return deadLetters;
  }

  /**
   * {@return the lag of the copies, over all hosts, available even after the close, while the
   * clients are open} A change that only the front page still lacks isn't counted; a host writes it
   * within its {@link BlogChangeFeedBuilder#frontPageInterval}.
   *
   * <p>Costs one query of the leases and three requests for each of users and posts, and one
   * request for each range, or two if the range lags.
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
          ("No view '%s' is registered; the views are %s. Register it with"
                  + " BlogChangeFeedBuilder.view().")
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
   * Waits until the copies include all changes, whichever host handles them. That may never happen
   * while writers are active, and can't before the leases exist.
   *
   * <p>Costs as much as {@link #lag()} without the ages in each poll interval. Meanwhile this host
   * doesn't pause between batches, so it writes more checkpoints. At the end, the front page is
   * compared with the newest posts of all partitions if another host may still have to write it; a
   * lagging replica may hide that host's last changes from the comparison. For a custom view see
   * {@link RegisteredView#awaitDrained}.
   *
   * @param timeout the longest time to wait
   * @return whether all changes were handled before the timeout and the close
   * @throws IllegalStateException if the change feed was not started
   */
  public boolean awaitDrained(Duration timeout) throws InterruptedException {
    Objects.requireNonNull(timeout, "timeout");
    checkStarted();
    boolean drained = copies.awaitDrained(timeout, closing);
    if (drained) {
      frontPageComparison.run();
    }
    return drained;
  }

  /**
   * Closes the change feed: waits for the batches in flight, and releases the leases for other
   * hosts.
   *
   * <p>No new batch begins. The method also waits for the SDK's polls in flight, so that the SDK
   * doesn't log errors when the clients are closed next. Closing twice has no effect.
   *
   * @param timeout the longest time to wait for batches in flight; releasing the leases and waiting
   *     for the polls may take two seconds more, however many views there are. An interrupted
   *     thread stops waiting, and stays interrupted
   * @return whether all batches in flight, and the postponed write of the front page, ended in
   *     time; a batch that didn't is redelivered, and another host compares the front page
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
        // The processors have threads even before the start.
        copies.awaitPolls(Deadline.after(Duration.ZERO));
        views.values().forEach(view -> view.awaitPolls(Deadline.after(Duration.ZERO)));
        return true;
      }
      Deadline deadline = Deadline.after(timeout);
      copies.refuseBatches();
      views.values().forEach(RegisteredView::refuseBatches);
      // The copies stop first, so that a hanging view can't use up their time.
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
      Listeners.notify(listeners, listener -> listener.onStopped(hostName));
    }
  }

  /** Closes within {@link #DEFAULT_CLOSE_TIMEOUT}; see {@link #close(Duration)}. */
  @Override
  public void close() {
    if (!close(DEFAULT_CLOSE_TIMEOUT)) {
      LOG.warn("Change feed host {} closed with a batch in flight", hostName);
    }
  }

  /** Enters a later state; false if the change feed was in it, or beyond it, before. */
  private boolean become(Lifecycle next) {
    Lifecycle before = lifecycle.getAndUpdate(now -> now.compareTo(next) < 0 ? next : now);
    return before.compareTo(next) < 0;
  }
}
