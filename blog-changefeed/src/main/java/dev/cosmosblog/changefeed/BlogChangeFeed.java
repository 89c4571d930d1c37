package dev.cosmosblog.changefeed;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the blog's copies right: users' names in what they wrote, and posts in short form beside
 * their authors and in the feed. A host starts one and closes it; several hosts on one database
 * share the work through the container of leases, by physical partitions.
 *
 * <p>A change is handled at least once. The writes are guarded by versions, so a batch that comes
 * twice, late, or to two hosts leaves the same copies.
 */
public final class BlogChangeFeed implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BlogChangeFeed.class);

  /** For how long {@link #close()} waits for the batches in flight. */
  public static final Duration DEFAULT_CLOSE_TIMEOUT = Duration.ofSeconds(30);

  /** A lease that never moved can hide one change; what is drained stays so for two polls. */
  private static final int QUIET_LOOKS = 2;

  private final FollowedFeed users;
  private final FollowedFeed posts;
  private final Surroundings surroundings;
  private final ChangeFeedSettings settings;
  private final AtomicReference<Lifecycle> lifecycle = new AtomicReference<>(Lifecycle.NEW);
  private final CountDownLatch closing = new CountDownLatch(1);

  BlogChangeFeed(
      FollowedFeed users,
      FollowedFeed posts,
      Surroundings surroundings,
      ChangeFeedSettings settings) {
    this.users = users;
    this.posts = posts;
    this.surroundings = surroundings;
    this.settings = settings;
  }

  /**
   * Starts to build a change feed.
   *
   * @return a builder; it needs a store and an async client, database or containers
   */
  public static BlogChangeFeedBuilder builder() {
    return new BlogChangeFeedBuilder();
  }

  /**
   * Starts to handle changes, and returns when the leases are there. The first host of all begins
   * at the containers' beginning; later ones go on where the leases say. Where it throws, the
   * change feed is closed.
   *
   * @throws dev.cosmosblog.store.error.SchemaMissingException if there is no container of leases
   * @throws dev.cosmosblog.store.error.SchemaMismatchException if the container of leases has another
   *     partition key, or no time to live
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB failed or refused, or took more than
   *     two minutes
   * @throws IllegalStateException if it was started or closed before, or the client's consistency
   *     is weaker than SESSION
   */
  public void start() {
    if (!become(Lifecycle.RUNNING)) {
      throw new IllegalStateException(
          "This change feed is " + lifecycle + "; build a new one to start again.");
    }
    try {
      surroundings.leases().check();
      users.processor().start();
      posts.processor().start();
      surroundings.watchdog().start();
    } catch (RuntimeException e) {
      close(Duration.ZERO);
      throw e;
    }
    LOG.info("Change feed host {} started", settings.hostName());
    surroundings.listeners().tell(listener -> listener.onStarted(settings.hostName()));
  }

  /**
   * Where it is in its life.
   *
   * @return the state at this moment
   */
  public Lifecycle lifecycle() {
    return lifecycle.get();
  }

  /**
   * How this host fares: from memory, without a request.
   *
   * @return the state at this moment
   */
  public FeedHealth health() {
    return new FeedHealth(
        settings.hostName(), lifecycle.get(), users.monitor().health(), posts.monitor().health());
  }

  /**
   * What was passed over, to be listed and replayed. It may be used before the start and after the
   * end.
   *
   * @return the items that are set aside, by whichever hosts
   */
  public SetAsideItems setAside() {
    return surroundings.setAside();
  }

  /**
   * How far the copies are behind, whichever host is to bring them up. It costs a query of the
   * leases and three requests for each of users and posts, one request for each range, and another
   * one for each range that is behind.
   *
   * @return the changes that are not handled yet, and how old they are
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB failed or refused
   * @throws IllegalStateException if it was not started
   */
  public FeedLag lag() {
    checkStarted();
    return new FeedLag(
        Stream.concat(users.lag().ranges().stream(), posts.lag().ranges().stream()).toList());
  }

  private void checkStarted() {
    if (lifecycle.get() == Lifecycle.NEW) {
      throw new IllegalStateException("Start the change feed before asking for its lag.");
    }
  }

  /**
   * Waits until all changes are handled, by whichever hosts. It comes true only while writers rest.
   * Every poll interval it looks, at the cost of {@link #lag()} without the ages.
   *
   * @param timeout for how long to wait at most
   * @return whether nothing was left to handle in time; false too where it is closed meanwhile
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB failed or refused
   * @throws IllegalStateException if it was not started
   * @throws InterruptedException if the thread was interrupted
   */
  public boolean awaitDrained(Duration timeout) throws InterruptedException {
    checkStarted();
    long end = System.nanoTime() + Bounds.nanos(timeout);
    int quiet = 0;
    while (true) {
      quiet = users.lag().changes() + posts.lag().changes() == 0 ? quiet + 1 : 0;
      if (quiet == QUIET_LOOKS) {
        return true;
      }
      boolean late = quiet == 0 && System.nanoTime() - end > 0;
      if (late || closing.await(settings.pollInterval().toNanos(), TimeUnit.NANOSECONDS)) {
        return false;
      }
    }
  }

  /**
   * Ends it within a time: begins no new batch, waits for those in flight, and gives the leases
   * back. What is not handled then, another host or the next start handles. Closing twice does
   * nothing.
   *
   * @param timeout for how long to wait for batches in flight; giving the leases back may take two
   *     seconds more. An interrupted thread waits no longer, and stays interrupted
   * @return whether all batches in flight ended in time; one that did not comes again
   */
  public boolean close(Duration timeout) {
    boolean started = lifecycle.get() == Lifecycle.RUNNING;
    if (!become(Lifecycle.CLOSING)) {
      return true;
    }
    closing.countDown();
    surroundings.watchdog().stop();
    try {
      return !started || stop(timeout);
    } finally {
      // A batch that was cut off finds no thread for what is left of it.
      surroundings.spreadThreads().shutdown();
      become(Lifecycle.CLOSED);
      LOG.info("Change feed host {} closed", settings.hostName());
      surroundings.listeners().tell(listener -> listener.onStopped(settings.hostName()));
    }
  }

  private boolean stop(Duration timeout) {
    long end = System.nanoTime() + Bounds.nanos(timeout);
    users.processor().refuse();
    posts.processor().refuse();
    boolean usersEnded = users.processor().stop(timeout);
    Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    return posts.processor().stop(left) && usersEnded;
  }

  /** Ends it within {@link #DEFAULT_CLOSE_TIMEOUT}; see {@link #close(Duration)}. */
  @Override
  public void close() {
    if (!close(DEFAULT_CLOSE_TIMEOUT)) {
      LOG.warn("Change feed host {} closed with a batch in flight", settings.hostName());
    }
  }

  /** Restarts both processors, as the watchdog does with one that stands still. */
  void restart() {
    users.processor().restart();
    posts.processor().restart();
  }

  private boolean become(Lifecycle next) {
    Lifecycle before = lifecycle.getAndUpdate(now -> now.mayBecome(next) ? next : now);
    return before.mayBecome(next);
  }
}
