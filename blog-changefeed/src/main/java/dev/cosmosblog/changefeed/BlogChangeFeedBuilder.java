package dev.cosmosblog.changefeed;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosAsyncDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.ContainerNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link BlogChangeFeed}. Give it the store whose copies it keeps, and an async client or
 * database for reading the changes; all else has a default.
 */
public final class BlogChangeFeedBuilder {
  private final List<ChangeFeedListener> listeners = new ArrayList<>();
  private ContainerNames names = ContainerNames.DEFAULT;
  private @Nullable BlogStore store;
  private @Nullable CosmosAsyncDatabase database;
  private String hostName = "blog-" + UUID.randomUUID();
  private String leasePrefix = "blog-";
  private Duration pollInterval = Duration.ofSeconds(1);
  private int batchSize = 100;
  private Duration leaseAcquireInterval = Duration.ofSeconds(13);
  private Duration leaseRenewInterval = Duration.ofSeconds(17);
  private Duration leaseExpirationInterval = Duration.ofSeconds(60);

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
   * @param name the name
   * @return this builder
   */
  public BlogChangeFeedBuilder hostName(String name) {
    this.hostName = name;
    return this;
  }

  /**
   * Begins the leases' ids; by default {@code blog-}. Another prefix is another change feed, which
   * starts at the beginning: that is how all copies are made anew.
   *
   * @param prefix the prefix
   * @return this builder
   */
  public BlogChangeFeedBuilder leasePrefix(String prefix) {
    this.leasePrefix = prefix;
    return this;
  }

  /**
   * How long to wait before looking again where there was nothing new; by default one second. It
   * bounds the copies' lag on a quiet blog, and each look costs about the RU of an empty query.
   *
   * @param interval more than zero
   * @return this builder
   */
  public BlogChangeFeedBuilder pollInterval(Duration interval) {
    this.pollInterval = positive("poll interval", interval);
    return this;
  }

  /**
   * How many changes are handled as one batch; by default 100. A batch must end well within the
   * leases' expiry.
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
   * How leases are shared among hosts; by default as the SDK does: looked for each 13 s, renewed
   * each 17 s, another's after 60 s without renewal.
   *
   * @param acquire how often to look for leases to take
   * @param renew how often to renew those held
   * @param expiration after how long without renewal another host may take one; more than renew
   * @return this builder
   * @throws IllegalArgumentException if one is not more than zero, or the expiration no more than
   *     the renewal
   */
  public BlogChangeFeedBuilder leaseIntervals(
      Duration acquire, Duration renew, Duration expiration) {
    this.leaseAcquireInterval = positive("acquire interval", acquire);
    this.leaseRenewInterval = positive("renew interval", renew);
    this.leaseExpirationInterval = positive("expiration interval", expiration);
    if (expiration.compareTo(renew) <= 0) {
      throw new IllegalArgumentException(
          "Leases would expire before they are renewed; give a longer expiration.");
    }
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
    ChangeFeedSettings settings =
        new ChangeFeedSettings(
            hostName,
            leasePrefix,
            pollInterval,
            batchSize,
            leaseAcquireInterval,
            leaseRenewInterval,
            leaseExpirationInterval);
    return new BlogChangeFeed(
        processor(SourceFeed.USERS, names.users(), settings),
        processor(SourceFeed.POSTS, names.posts(), settings),
        settings);
  }

  /**
   * Builds the same handlers to be stepped by hand, on the caller's thread and without leases.
   *
   * @return the stepped change feed, at the containers' beginning
   * @throws IllegalStateException if the store or the database was not given
   */
  public SteppedChangeFeed buildStepped() {
    return new SteppedChangeFeed(
        new PulledFeed(container(names.users()), handler(SourceFeed.USERS), batchSize),
        new PulledFeed(container(names.posts()), handler(SourceFeed.POSTS), batchSize));
  }

  private FeedProcessor processor(SourceFeed feed, String source, ChangeFeedSettings settings) {
    BatchHandler handler = handler(feed);
    try {
      return FeedProcessor.of(container(source), container(names.leases()), handler, settings);
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException(
          "The change feed's client needs contentResponseOnWriteEnabled(true) and a consistency of"
              + " SESSION or stronger; build it so.",
          e);
    }
  }

  private BatchHandler handler(SourceFeed feed) {
    if (store == null) {
      throw new IllegalStateException("Give the change feed the store whose copies it keeps.");
    }
    return Handlers.of(feed, store, listeners);
  }

  private CosmosAsyncContainer container(String name) {
    if (database == null) {
      throw new IllegalStateException(
          "Give the change feed an async client or database to read the changes from.");
    }
    return database.getContainer(name);
  }

  private static Duration positive(String what, Duration duration) {
    if (duration.isNegative() || duration.isZero()) {
      throw new IllegalArgumentException("The " + what + " must be more than zero.");
    }
    return duration;
  }
}
