package dev.cosmosblog.store;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link BlogStore}. Give it a client, a database or three containers; all else has a
 * default.
 */
public final class BlogStoreBuilder {
  /** The posts that the feed holds where nothing else is said. */
  public static final int DEFAULT_FEED_SIZE = 100;

  /** The most posts that a feed can hold: it is one item, which may have 2 MB. */
  public static final int MAX_FEED_SIZE = 150;

  /** For how long the mark of a deleted post stays where nothing else is said: seven days. */
  public static final Duration DEFAULT_DELETED_RETENTION = Duration.ofDays(7);

  private static final Duration LONGEST_KNOWN = Duration.ofHours(1);

  private final List<OperationListener> listeners = new ArrayList<>();
  private ContainerNames names = ContainerNames.DEFAULT;
  private @Nullable CosmosDatabase database;
  private @Nullable Containers containers;
  private int feedSize = DEFAULT_FEED_SIZE;
  private boolean uniqueUsernames = true;
  private Duration deletedRetention = DEFAULT_DELETED_RETENTION;
  private Duration authorsKnownFor = Duration.ofSeconds(5);
  private WritePath writePath = WritePath.BATCH;
  private RetryPolicy retryPolicy = RetryPolicy.standard();
  private Waiting waiting = Waiting.REAL;
  private Clock clock = Clock.systemUTC();
  private Supplier<String> ids = () -> UUID.randomUUID().toString();

  BlogStoreBuilder() {}

  /**
   * Works in a database of a client.
   *
   * @param client the host's client, which the host closes
   * @param databaseName the database
   * @return this builder
   */
  public BlogStoreBuilder client(CosmosClient client, String databaseName) {
    return database(client.getDatabase(databaseName));
  }

  /**
   * Works in a database.
   *
   * @param blog the database
   * @return this builder
   */
  public BlogStoreBuilder database(CosmosDatabase blog) {
    this.database = blog;
    return this;
  }

  /**
   * Works on three containers, whatever they are called.
   *
   * @param users the container by {@code /userId}
   * @param posts the container by {@code /postId}
   * @param feed the container by {@code /type}
   * @return this builder
   */
  public BlogStoreBuilder containers(
      CosmosContainer users, CosmosContainer posts, CosmosContainer feed) {
    this.containers = Containers.of(users, posts, feed);
    return this;
  }

  /**
   * What the containers of the database are called; by default {@link ContainerNames#DEFAULT}.
   *
   * @param containerNames the names
   * @return this builder
   */
  public BlogStoreBuilder names(ContainerNames containerNames) {
    this.names = containerNames;
    return this;
  }

  /**
   * How many posts the feed holds; by default {@value #DEFAULT_FEED_SIZE}. The change feed takes it
   * from the store, so that both agree.
   *
   * @param posts 1 to {@value #MAX_FEED_SIZE}
   * @return this builder
   * @throws IllegalArgumentException if it is not from 1 to {@value #MAX_FEED_SIZE}
   */
  public BlogStoreBuilder feedSize(int posts) {
    if (posts < 1 || posts > MAX_FEED_SIZE) {
      throw new IllegalArgumentException(
          "A feed of " + posts + " posts can't be kept; give 1 to " + MAX_FEED_SIZE + ".");
    }
    this.feedSize = posts;
    return this;
  }

  /**
   * Whether a username belongs to one user; by default it does. Off, creating a user is one write
   * less, and two users may have one name.
   *
   * @param unique whether names are reserved
   * @return this builder
   */
  public BlogStoreBuilder uniqueUsernames(boolean unique) {
    this.uniqueUsernames = unique;
    return this;
  }

  /**
   * For how long the mark of a deleted post stays; by default {@link #DEFAULT_DELETED_RETENTION}.
   * It must be longer than the change feed is ever behind: the copies learn of the deletion from
   * it.
   *
   * @param retention at least a minute, at most the 2,147,483,647 seconds that a time to live may
   *     have
   * @return this builder
   * @throws IllegalArgumentException if it is shorter or longer
   */
  public BlogStoreBuilder deletedRetention(Duration retention) {
    if (retention.toSeconds() < 60 || retention.toSeconds() > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "Marks of deleted posts can't be kept for " + retention + "; give a minute or more.");
    }
    this.deletedRetention = retention;
    return this;
  }

  /**
   * How comments and likes are written together with a post's counts; by default {@link
   * WritePath#BATCH}. It can be changed at any time: what was written on one path is the same on
   * the other.
   *
   * @param path the way; {@link WritePath#SCRIPTS} needs {@link BlogSchema#withScripts()}
   * @return this builder
   */
  public BlogStoreBuilder writePath(WritePath path) {
    this.writePath = Objects.requireNonNull(path, "path");
    return this;
  }

  /**
   * For how long an operation goes on trying; by default {@link RetryPolicy#standard}. Calls that
   * block may block for as long. Unit tests on mocked containers that fail want {@link
   * RetryPolicy#none}.
   *
   * @param policy the policy
   * @return this builder
   */
  public BlogStoreBuilder retryPolicy(RetryPolicy policy) {
    this.retryPolicy = Objects.requireNonNull(policy, "policy");
    return this;
  }

  /** How time passes between retries. */
  BlogStoreBuilder waiting(Waiting source) {
    this.waiting = source;
    return this;
  }

  /**
   * Where creation dates and the age of reservations come from; by default the system's clock.
   *
   * @param source the clock
   * @return this builder
   */
  public BlogStoreBuilder clock(Clock source) {
    this.clock = source;
    return this;
  }

  /**
   * Where ids come from that the caller does not give; by default random UUIDs.
   *
   * @param source gives a new id at each call, from any thread
   * @return this builder
   */
  public BlogStoreBuilder ids(Supplier<String> source) {
    this.ids = source;
    return this;
  }

  /**
   * Adds a listener that hears of each operation; by default there is none.
   *
   * @param listener the listener, called on the operations' threads
   * @return this builder
   */
  public BlogStoreBuilder listener(OperationListener listener) {
    listeners.add(listener);
    return this;
  }

  /**
   * For how long a user who was read for a post, comment or like is known, so that the next ones
   * cost no read; by default 5 seconds. Up to 10,000 users are known, the last ones used. What this
   * store changes itself, its commands see at once.
   *
   * <p>Another host's rename is seen by this store's commands so much later; what they wrote with
   * the old name is mended by the change feed, as is what they wrote while the user was renamed.
   * Another host's erasure of a user is, too: what is accepted meanwhile goes when the change feed
   * comes to it.
   *
   * @param time for how long, at most an hour: by then a removed user's mark must still be there;
   *     zero for commands that read their author each time
   * @return this builder
   * @throws IllegalArgumentException if it is below zero or longer than an hour
   */
  public BlogStoreBuilder authorsKnownFor(Duration time) {
    if (time.isNegative() || time.compareTo(LONGEST_KNOWN) > 0) {
      throw new IllegalArgumentException(
          "Authors can't be known for " + time + "; give zero to " + LONGEST_KNOWN + ".");
    }
    this.authorsKnownFor = time;
    return this;
  }

  /**
   * Builds the store; nothing is sent.
   *
   * @return the store
   * @throws IllegalStateException if no client, database or containers were given
   */
  public BlogStore build() {
    Containers found = containers;
    if (found == null && database != null) {
      found = Containers.of(database, names);
    }
    if (found == null) {
      throw new IllegalStateException(
          "Give the store a client, a database or its containers before you build it.");
    }
    BlogStoreConfig config =
        new BlogStoreConfig(
            feedSize,
            uniqueUsernames,
            deletedRetention,
            authorsKnownFor,
            writePath,
            clock,
            retryPolicy,
            waiting,
            ids,
            List.copyOf(listeners));
    return new BlogStore(found, config, database);
  }
}
