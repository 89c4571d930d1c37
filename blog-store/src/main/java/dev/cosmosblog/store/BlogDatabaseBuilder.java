package dev.cosmosblog.store;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.InvalidPropertyException;
import dev.cosmosblog.store.BlogDatabase.Clients;
import dev.cosmosblog.store.config.CachedRead;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.DatabaseSettings;
import dev.cosmosblog.store.internal.cosmos.Operations;
import dev.cosmosblog.store.internal.cosmos.SdkService;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.repository.Users;
import dev.cosmosblog.store.observe.OperationListener;
import dev.cosmosblog.store.observe.RequestMeter;
import dev.cosmosblog.store.spi.CosmosService;
import dev.cosmosblog.store.spi.Environment;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link BlogDatabase} on a client builder, clients, or three containers; all else has a
 * default. A value that is out of bounds throws an {@link IllegalArgumentException}.
 */
public final class BlogDatabaseBuilder {
  /** The default of {@link #frontPageSize}. */
  public static final int DEFAULT_FRONT_PAGE_SIZE = 100;

  /** The most posts that a front page can hold: it is one item of at most 2 MB. */
  public static final int MAX_FRONT_PAGE_SIZE = 150;

  /** The default of {@link #deletedRetention}: seven days. */
  public static final Duration DEFAULT_DELETED_RETENTION = Duration.ofDays(7);

  private static final Duration MIN_DELETED_RETENTION = Duration.ofMinutes(1);
  // The largest time to live that an item may have.
  private static final Duration MAX_DELETED_RETENTION = Duration.ofSeconds(Integer.MAX_VALUE);

  // A command begins no retry after the deadline. The rest of the grace is for the requests that it
  // sends once after that, and for their answers.
  private static final Duration MAX_DEADLINE = Users.RESERVATION_GRACE.dividedBy(2);

  private static final Duration MAX_CACHE_STALENESS = Duration.ofHours(1);

  private final List<OperationListener> listeners = new ArrayList<>();
  private final Map<CachedRead, Duration> cachedReads = new EnumMap<>(CachedRead.class);
  private @Nullable Clients clients;
  private @Nullable CosmosService service;
  private @Nullable RequestMeter requestMeter;
  private ContainerNames names = ContainerNames.DEFAULT;
  private @Nullable String archive;
  private int frontPageSize = DEFAULT_FRONT_PAGE_SIZE;
  private boolean uniqueUsernames = true;
  private Duration deletedRetention = DEFAULT_DELETED_RETENTION;
  private Set<String> summaryProperties = Set.of();
  private RetryPolicy retryPolicy = RetryPolicy.standard();
  private Environment environment = Environment.SYSTEM;

  BlogDatabaseBuilder() {}

  /**
   * Connects with clients of the database's own; see {@link BlogDatabase#connect}.
   *
   * @param clientBuilder the endpoint and credential, and whatever else the host sets
   * @param databaseName the database
   * @return this builder
   */
  public BlogDatabaseBuilder connect(CosmosClientBuilder clientBuilder, String databaseName) {
    Objects.requireNonNull(clientBuilder, "clientBuilder");
    return reachedBy(new Clients(databaseName, clientBuilder, null, null, null));
  }

  /**
   * Uses the host's clients, which the host closes.
   *
   * @param client the client of the store and the maintenance programs
   * @param asyncClient the client of the change feed, with {@code
   *     contentResponseOnWriteEnabled(true)} and session consistency or a stronger one
   * @param databaseName the database
   * @return this builder
   */
  public BlogDatabaseBuilder clients(
      CosmosClient client, CosmosAsyncClient asyncClient, String databaseName) {
    Objects.requireNonNull(client, "client");
    Objects.requireNonNull(asyncClient, "asyncClient");
    return reachedBy(new Clients(databaseName, null, client, asyncClient, null));
  }

  /**
   * Uses the host's client, which the host closes, for a database without a change feed.
   *
   * @param client the client of the store and the maintenance programs
   * @param databaseName the database
   * @return this builder
   */
  public BlogDatabaseBuilder client(CosmosClient client, String databaseName) {
    Objects.requireNonNull(client, "client");
    return reachedBy(new Clients(databaseName, null, client, null, null));
  }

  private BlogDatabaseBuilder reachedBy(Clients found) {
    if (found.databaseName().isBlank()) {
      throw new IllegalArgumentException("databaseName must not be blank.");
    }
    this.clients = found;
    return this;
  }

  /**
   * Uses three containers, whatever their names: for unit tests that mock them, and stores without
   * a change feed. There is no schema, and no container of leases.
   *
   * @param users the container by {@code /userId}
   * @param posts the container by {@code /postId}
   * @param feed the container by {@code /type}
   * @return this builder
   */
  public BlogDatabaseBuilder containers(
      CosmosContainer users, CosmosContainer posts, CosmosContainer feed) {
    return onContainers(users, posts, feed, null);
  }

  /**
   * Uses four containers as {@link #containers(CosmosContainer, CosmosContainer, CosmosContainer)}
   * uses three, and turns the {@link #archive()} on.
   *
   * @param users the container by {@code /userId}
   * @param posts the container by {@code /postId}
   * @param feed the container by {@code /type}
   * @param archive the container by {@code /bucket}
   * @return this builder
   */
  public BlogDatabaseBuilder containers(
      CosmosContainer users, CosmosContainer posts, CosmosContainer feed, CosmosContainer archive) {
    Objects.requireNonNull(archive, "archive");
    return onContainers(users, posts, feed, archive).archive();
  }

  private BlogDatabaseBuilder onContainers(
      CosmosContainer users,
      CosmosContainer posts,
      CosmosContainer feed,
      @Nullable CosmosContainer archive) {
    Objects.requireNonNull(users, "users");
    Objects.requireNonNull(posts, "posts");
    Objects.requireNonNull(feed, "feed");
    Function<BlogContainer, CosmosContainer> containers =
        container ->
            switch (container) {
              case USERS -> users;
              case POSTS -> posts;
              case FEED -> feed;
              case LEASES -> hasNo("container of leases");
              case ARCHIVE -> archive == null ? hasNo("container of the archive") : archive;
            };
    return service(
        new SdkService(
            container -> containers.apply(container).getId(),
            containers,
            name -> hasNo("container '" + name + "'"),
            container -> hasNo("async client"),
            null));
  }

  private static <T> T hasNo(String missing) {
    throw new IllegalStateException(
        "This database was built on containers alone and has no %s; build it on a client."
            .formatted(missing));
  }

  private BlogDatabaseBuilder service(CosmosService without) {
    this.clients = new Clients("", null, null, null, null);
    this.service = without;
    return this;
  }

  /**
   * Replaces Cosmos DB, the clock, the waits or the threads, for a simulation by this project:
   * other modules can't see the type. Set it before the {@link #clock}.
   *
   * @param given where requests go, how time passes, and where work runs
   * @return this builder
   */
  @SuppressWarnings("exports") // The service-provider package is exported to our modules only.
  public BlogDatabaseBuilder environment(Environment given) {
    this.environment = Objects.requireNonNull(given, "given");
    CosmosService simulated = given.service();
    return simulated == null ? this : service(simulated);
  }

  /**
   * Sets the names of the containers; by default {@link ContainerNames#DEFAULT}.
   *
   * @param containerNames the names
   * @return this builder
   */
  public BlogDatabaseBuilder containerNames(ContainerNames containerNames) {
    this.names = Objects.requireNonNull(containerNames, "containerNames");
    return this;
  }

  /**
   * Maintains an archive of all published posts in the container {@value
   * ContainerNames#DEFAULT_ARCHIVE}; see {@link #archive(String)}.
   *
   * @return this builder
   */
  public BlogDatabaseBuilder archive() {
    return archive(ContainerNames.DEFAULT_ARCHIVE);
  }

  /**
   * Maintains an archive of all published posts by month, which {@link BlogQueries#archive} lists;
   * off by default. All hosts that run the change feed should agree on it. Each new post costs one
   * write more (5.4 RU, modelled), a like nothing. In a database that exists, call {@link
   * BlogDatabase#provision} for the container, and rebuild the archive once for the posts that are
   * there.
   *
   * @param containerName the archive's container; it counts in place of that of {@link
   *     #containerNames}
   * @return this builder
   */
  public BlogDatabaseBuilder archive(String containerName) {
    this.archive = Objects.requireNonNull(containerName, "containerName");
    return this;
  }

  /**
   * Sets how many posts the front page holds, on which all hosts should agree; by default {@value
   * #DEFAULT_FRONT_PAGE_SIZE}.
   *
   * @param posts 1 to {@value #MAX_FRONT_PAGE_SIZE}
   * @return this builder
   */
  public BlogDatabaseBuilder frontPageSize(int posts) {
    this.frontPageSize = between("frontPageSize", posts, 1, MAX_FRONT_PAGE_SIZE);
    return this;
  }

  /**
   * Chooses which of a post's custom properties its summaries carry: in the list of its author's
   * posts and on the front page, in {@link dev.cosmosblog.model.PostSummary#properties}. By default
   * empty. All hosts should agree on them. A change reaches each copy with the next change of its
   * post; {@code ViewRebuild} or a repair of {@code BlogVerifier} writes it to all.
   *
   * <p>Of one post they take at most {@value CustomProperties#MAX_BYTES_OF_SUMMARY} bytes as JSON:
   * beyond, creating and editing it is refused, and copies of what another program wrote have none.
   * With each KB, a page of its author's list costs more RU to read, and the front page costs more
   * RU to write.
   *
   * @param names their names
   * @return this builder
   * @throws InvalidPropertyException if no property can have one of the names
   */
  public BlogDatabaseBuilder summaryProperties(String... names) {
    Objects.requireNonNull(names, "names");
    Set<String> checked = new LinkedHashSet<>();
    for (String name : names) {
      checked.add(CustomProperties.checkName(name));
    }
    this.summaryProperties = Set.copyOf(checked);
    return this;
  }

  /**
   * Sets whether a username belongs to one user; by default it does. Otherwise, creating a user is
   * one write less.
   *
   * @param unique whether names are reserved
   * @return this builder
   */
  public BlogDatabaseBuilder uniqueUsernames(boolean unique) {
    this.uniqueUsernames = unique;
    return this;
  }

  /**
   * Sets how long the tombstone of a deleted post is stored; by default {@link
   * #DEFAULT_DELETED_RETENTION}. It must be longer than the change feed is ever behind: the copies
   * are removed because of the tombstone.
   *
   * @param retention one minute to 2,147,483,647 seconds, the largest time to live
   * @return this builder
   */
  public BlogDatabaseBuilder deletedRetention(Duration retention) {
    Objects.requireNonNull(retention, "retention");
    this.deletedRetention =
        between("deletedRetention", retention, MIN_DELETED_RETENTION, MAX_DELETED_RETENTION);
    return this;
  }

  static <T extends Comparable<T>> T between(String setting, T value, T least, T most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "%s must be between %s and %s, but was %s.".formatted(setting, least, most, value));
    }
    return value;
  }

  /**
   * Sets how long an operation, and so a call, repeats requests that meet a transient failure; by
   * default {@link RetryPolicy#standard}. Tests on mocked containers that fail want {@link
   * RetryPolicy#none}.
   *
   * @param policy the policy
   * @return this builder
   */
  public BlogDatabaseBuilder retryPolicy(RetryPolicy policy) {
    this.retryPolicy = Objects.requireNonNull(policy, "policy");
    return this;
  }

  /**
   * Sets the clock of creation dates, schedules and the age of reservations; by default the
   * system's. The change feed and the maintenance programs use it, too.
   *
   * @param source the clock
   * @return this builder
   */
  public BlogDatabaseBuilder clock(Clock source) {
    this.environment = environment.with(Objects.requireNonNull(source, "source"));
    return this;
  }

  /**
   * Lets the integrated cache of a dedicated gateway answer some reads; by default none. The client
   * must have the gateway's endpoint, gateway mode, and session or eventual consistency. All other
   * reads then bypass the cache. A change feed needs an async client with the account's own
   * endpoint: the SDK's processor does not bypass the cache.
   *
   * <p>These reads give up reading what this database's own client wrote: they may return what was
   * true {@code staleness} ago. A name that was erased stays visible as long.
   *
   * @param read the kind of reads
   * @param staleness how old an answer of the cache may be, in whole milliseconds; one to an hour
   * @return this builder
   */
  public BlogDatabaseBuilder integratedCache(CachedRead read, Duration staleness) {
    Objects.requireNonNull(read, "read");
    Objects.requireNonNull(staleness, "staleness");
    cachedReads.put(
        read, between("staleness", staleness, Duration.ofMillis(1), MAX_CACHE_STALENESS));
    return this;
  }

  /**
   * Adds a listener to the operations of everything that is built on the database.
   *
   * @param listener called after each operation, or around it, on its thread
   * @return this builder
   */
  public BlogDatabaseBuilder listener(OperationListener listener) {
    listeners.add(Objects.requireNonNull(listener, "listener"));
    return this;
  }

  /**
   * Counts the requests of the change feed's client, so that a change feed tells all that it costs,
   * and its health shows polls for changes that fail; by default they are not counted. A client
   * that the database builds for the change feed has the meter's telemetry, in place of the client
   * builder's; a host's client must have been built with it.
   *
   * @param meter the meter, for this database alone
   * @return this builder
   */
  public BlogDatabaseBuilder requestMeter(RequestMeter meter) {
    this.requestMeter = Objects.requireNonNull(meter, "meter");
    return this;
  }

  /**
   * {@return the database} Nothing is sent.
   *
   * @throws IllegalStateException if neither clients nor containers were given
   * @throws IllegalArgumentException if usernames are unique and the retry policy's deadline is
   *     longer than two and a half minutes: a reservation may be taken over after five
   */
  public BlogDatabase build() {
    if (clients == null) {
      throw new IllegalStateException(
          "Give the database a client builder, clients or containers before you build it.");
    }
    Clients found = requestMeter == null ? clients : clients.with(requestMeter);
    if (uniqueUsernames && retryPolicy.deadline().compareTo(MAX_DEADLINE) > 0) {
      throw new IllegalArgumentException(
          ("With unique usernames the retry policy's deadline must be at most %s, but was %s: a"
                  + " name's reservation may be taken over after %s, and no command may still be at"
                  + " work on it then.")
              .formatted(MAX_DEADLINE, retryPolicy.deadline(), Users.RESERVATION_GRACE));
    }
    ContainerNames given = archive == null ? names : names.withArchive(archive);
    CosmosService reached =
        service != null
            ? service
            : new SdkService(
                container -> nameOf(given, container),
                container -> found.database().getContainer(nameOf(given, container)),
                name -> found.database().getContainer(name),
                container -> found.asyncDatabase().getContainer(nameOf(given, container)),
                null);
    return new BlogDatabase(
        new DatabaseAccess(
            cachedReads.isEmpty() ? reached : reached.cached(Duration.ZERO),
            new Operations(listeners, retryPolicy, environment.timer()),
            environment,
            new DatabaseSettings(
                given, frontPageSize, uniqueUsernames, deletedRetention, summaryProperties),
            cachedReads),
        found);
  }

  private static String nameOf(ContainerNames names, BlogContainer container) {
    return switch (container) {
      case USERS -> names.users();
      case POSTS -> names.posts();
      case FEED -> names.feed();
      case LEASES -> names.leases();
      case ARCHIVE -> Objects.requireNonNull(names.archive(), "archive");
    };
  }
}
