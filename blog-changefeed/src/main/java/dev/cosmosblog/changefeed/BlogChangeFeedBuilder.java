package dev.cosmosblog.changefeed;

import static java.time.temporal.ChronoUnit.SECONDS;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.config.ContainerNames;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link BlogChangeFeed}. Give it the store whose copies it keeps, and an async client or
 * database for reading the changes; all else has a default.
 */
public final class BlogChangeFeedBuilder {
  /** Leases are renewed meanwhile, but what comes behind a batch waits with it. */
  private static final Duration LONGEST_FEED_INTERVAL = Duration.ofMinutes(1);

  private final List<ChangeFeedListener> listeners = new ArrayList<>();
  private ContainerNames names = ContainerNames.DEFAULT;
  private @Nullable BlogStore store;
  private @Nullable CosmosAsyncDatabase database;
  private @Nullable String hostName;
  private String leasePrefix = "blog-";
  private Duration pollInterval = Duration.ofSeconds(1);
  private int batchSize = 100;
  private Duration feedInterval = Duration.ofSeconds(1);
  private LeaseIntervals leases = LeaseIntervals.DEFAULT;
  private @Nullable Duration stallAfter;
  private int spreadParallelism = 8;
  private Duration settle = Duration.ofMinutes(1);
  private Duration setAsideRetention = Duration.ofDays(30);
  private Clock clock = Clock.systemUTC();

  BlogChangeFeedBuilder() {}

  /**
   * The store whose copies are kept; the feed's size is the store's.
   *
   * @param blog the store
   * @return this builder
   */
  public BlogChangeFeedBuilder store(BlogStore blog) {
    this.store = blog;
    return this;
  }

  /**
   * Reads changes and keeps leases in a database of a client. The client must have session
   * consistency or stronger, and {@code contentResponseOnWriteEnabled(true)}: the SDK's change feed
   * processor needs its leases back when it writes them.
   *
   * @param client the host's client, which the host closes
   * @param databaseName the database
   * @return this builder
   */
  public BlogChangeFeedBuilder client(CosmosAsyncClient client, String databaseName) {
    return database(client.getDatabase(databaseName));
  }

  /**
   * Reads changes and keeps leases in a database; its client as for {@link #client}.
   *
   * @param blog the database
   * @return this builder
   */
  public BlogChangeFeedBuilder database(CosmosAsyncDatabase blog) {
    this.database = blog;
    return this;
  }

  /**
   * What the containers are called; by default {@link ContainerNames#DEFAULT}.
   *
   * @param containerNames the names
   * @return this builder
   */
  public BlogChangeFeedBuilder names(ContainerNames containerNames) {
    this.names = containerNames;
    return this;
  }

  /**
   * What this host is called in the leases; by default a name of its own at each build. Two hosts
   * of one name take each other's leases for their own.
   *
   * @param name 1 to 200 visible ASCII characters without {@code / \ ? #} and the tilde
   * @return this builder
   * @throws IllegalArgumentException if it is another text
   */
  public BlogChangeFeedBuilder hostName(String name) {
    this.hostName = Bounds.name("host's name", name);
    return this;
  }

  /**
   * Begins the leases' ids; by default {@code blog-}. Another prefix is another change feed, which
   * starts at the beginning: that is how all copies are made anew.
   *
   * @param prefix 1 to 200 visible ASCII characters without {@code / \ ? #} and the tilde
   * @return this builder
   * @throws IllegalArgumentException if it is another text
   */
  public BlogChangeFeedBuilder leasePrefix(String prefix) {
    this.leasePrefix = Bounds.name("leases' prefix", prefix);
    return this;
  }

  /**
   * How long to wait before looking again where there was nothing new; by default one second. It
   * bounds the copies' lag on a quiet blog, and each look costs about the RU of an empty query.
   *
   * @param interval more than zero, at most a day
   * @return this builder
   * @throws IllegalArgumentException if it is not
   */
  public BlogChangeFeedBuilder pollInterval(Duration interval) {
    this.pollInterval = Bounds.positive("poll interval", interval);
    return this;
  }

  /**
   * How many changes are handled as one batch; by default 100. A batch must end within 25 renewals
   * of its lease (425 s by default), or the SDK gives the lease to another host and the batch is
   * handled twice: 100 changes with five requests of 10 ms each take 5 s, 1,000 take 50 s.
   *
   * @param changes 1 to 1,000
   * @return this builder
   * @throws IllegalArgumentException if it is not from 1 to 1,000
   */
  public BlogChangeFeedBuilder batchSize(int changes) {
    if (changes < 1 || changes > 1_000) {
      throw new IllegalArgumentException(
          "A batch of " + changes + " changes can't be had; give 1 to 1,000.");
    }
    this.batchSize = changes;
    return this;
  }

  /**
   * How often this host may write the feed where nothing but counts of its posts has changed; by
   * default every second. The feed is one item, and a write of it costs the same for one like as
   * for a hundred: those of all batches in flight are brought in together, and a batch, with what
   * comes behind it, may wait that long for the next write. A batch with a new post, an edit, a
   * rename or a deletion waits for nothing, nor does a like that comes after a while without.
   *
   * @param interval at most a minute; zero to write the feed for each batch
   * @return this builder
   * @throws IllegalArgumentException if it is negative or longer
   */
  public BlogChangeFeedBuilder feedInterval(Duration interval) {
    if (interval.isNegative() || interval.compareTo(LONGEST_FEED_INTERVAL) > 0) {
      throw new IllegalArgumentException(
          "The feed can't be written every %s; give zero to %s."
              .formatted(interval, LONGEST_FEED_INTERVAL));
    }
    this.feedInterval = interval;
    return this;
  }

  /**
   * How leases are shared among hosts; by default as the SDK does: looked for each 13 s, renewed
   * each 17 s, another's after 60 s without renewal.
   *
   * @param acquire how often to look for leases to take
   * @param renew how often to renew those held; a second or more
   * @param expiration after how long without renewal another host may take one; more than renew
   * @return this builder
   * @throws IllegalArgumentException if one is not more than zero or longer than a day, the renewal
   *     less than a second, or the expiration no more than the renewal
   */
  public BlogChangeFeedBuilder leaseIntervals(
      Duration acquire, Duration renew, Duration expiration) {
    this.leases = new LeaseIntervals(acquire, renew, expiration);
    return this;
  }

  /**
   * After how long without a sign of life a processor is restarted; by default twice the time in
   * which any host takes a lease that nobody renews: two acquire and two expiration intervals, 146
   * s. The watchdog looks once in each renew interval: one query of the leases for each of users
   * and posts.
   *
   * @param silence more than the expiration interval, at most a day
   * @return this builder
   * @throws IllegalArgumentException if it is not more than zero, or longer than a day
   */
  public BlogChangeFeedBuilder stallAfter(Duration silence) {
    this.stallAfter = Bounds.positive("time without a sign of life", silence);
    return this;
  }

  /**
   * How many items are given a renamed user's name at once; by default 8. More is faster, and takes
   * more of the container's throughput away from others.
   *
   * @param items 1 to 256
   * @return this builder
   * @throws IllegalArgumentException if it is not from 1 to 256
   */
  public BlogChangeFeedBuilder spreadParallelism(int items) {
    if (items < 1 || items > 256) {
      throw new IllegalArgumentException(
          "Names can't be written to " + items + " items at once; give 1 to 256.");
    }
    this.spreadParallelism = items;
    return this;
  }

  /**
   * By how much a replica that is read may be behind at most; by default a minute. A rename's items
   * are looked for once more after twice this time: one write and delete in the container of leases
   * and one query over all physical partitions of posts for each rename. With strong consistency no
   * replica that is read is behind.
   *
   * @param behind more than zero, at most a day
   * @return this builder
   * @throws IllegalArgumentException if it is not
   */
  public BlogChangeFeedBuilder settleTime(Duration behind) {
    this.settle = Bounds.positive("settle time", behind);
    return this;
  }

  /**
   * For how long it stays written down that an item was set aside; by default 30 days since the
   * last attempt to handle it. The container of leases must have its time to live on, as {@link
   * dev.cosmosblog.store.BlogSchema} makes it.
   *
   * @param retention a second or more, at most the 2,147,483,647 seconds that a time to live may
   *     have
   * @return this builder
   * @throws IllegalArgumentException if it is shorter or longer
   */
  public BlogChangeFeedBuilder setAsideRetention(Duration retention) {
    this.setAsideRetention =
        Bounds.positive(
            "retention in whole seconds",
            retention.truncatedTo(SECONDS),
            Duration.ofSeconds(Integer.MAX_VALUE));
    return this;
  }

  /**
   * Where the times in health, and the age of changes, come from; by default the system's clock.
   *
   * @param source the clock
   * @return this builder
   */
  public BlogChangeFeedBuilder clock(Clock source) {
    this.clock = source;
    return this;
  }

  /**
   * Adds a listener; by default there is none.
   *
   * @param listener the listener, called on the threads that handle changes
   * @return this builder
   */
  public BlogChangeFeedBuilder listener(ChangeFeedListener listener) {
    listeners.add(listener);
    return this;
  }

  /**
   * Builds the change feed; nothing is sent.
   *
   * @return the change feed, not yet started
   * @throws IllegalStateException if the store or the database was not given, or the database's
   *     client lacks what {@link #client} asks for
   */
  public BlogChangeFeed build() {
    try {
      return wiring(settings()).changeFeed(scheduler(), Parallel.threads(spreadParallelism));
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException(
          "The change feed's client needs contentResponseOnWriteEnabled(true) and a consistency of"
              + " SESSION or stronger; build it so.",
          e);
    }
  }

  private static ScheduledExecutorService scheduler() {
    return Executors.newScheduledThreadPool(
        Watchdog.LOOKS,
        work -> {
          Thread thread = new Thread(work, "blog-change-feed-watchdog");
          thread.setDaemon(true);
          return thread;
        });
  }

  /**
   * Builds the same handlers to be stepped by hand, on the caller's thread and without leases.
   *
   * @return the stepped change feed, at the containers' beginning
   * @throws IllegalStateException if the store or the database was not given
   */
  public SteppedChangeFeed buildStepped() {
    return wiring(settings()).stepped();
  }

  private ChangeFeedSettings settings() {
    return new ChangeFeedSettings(
        hostName == null ? "blog-" + UUID.randomUUID() : hostName,
        leasePrefix,
        pollInterval,
        batchSize,
        feedInterval,
        leases,
        stallAfter == null ? leases.stallAfter() : stallAfter,
        setAsideRetention,
        settle);
  }

  private Wiring wiring(ChangeFeedSettings settings) {
    if (store == null) {
      throw new IllegalStateException("Give the change feed the store whose copies it keeps.");
    }
    if (database == null) {
      throw new IllegalStateException(
          "Give the change feed an async client or database to read the changes from.");
    }
    FeedContainers containers = FeedContainers.of(database, names);
    return new Wiring(containers, store, new Listeners(listeners), clock, settings);
  }
}
