package dev.cosmosblog.store;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import dev.cosmosblog.model.Content;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.InvalidPropertyException;
import dev.cosmosblog.model.item.SummaryRule;
import dev.cosmosblog.store.BlogDatabase.Clients;
import dev.cosmosblog.store.config.CachedRead;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.internal.cosmos.CallConfig;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.DatabaseSettings;
import dev.cosmosblog.store.internal.cosmos.Operations;
import dev.cosmosblog.store.internal.cosmos.SdkService;
import dev.cosmosblog.store.internal.cosmos.StoredSettings;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.repository.Reservations;
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
 * Builds a {@link BlogDatabase} from a client builder, clients, or three containers. All other
 * settings have defaults. A setter throws an {@link IllegalArgumentException} for a value outside
 * its range. Settings that all hosts must share are stored in the database; see {@link
 * BlogSchema#provision}.
 */
public final class BlogDatabaseBuilder {
  /** The default of {@link #frontPageSize}. */
  public static final int DEFAULT_FRONT_PAGE_SIZE = 100;

  /** The maximum size of a front page, which is one item of at most 2 MB. */
  public static final int MAX_FRONT_PAGE_SIZE = 150;

  /** The default of {@link #maxReplicaLag}: one minute. */
  public static final Duration DEFAULT_MAX_REPLICA_LAG = Duration.ofMinutes(1);

  /** The default of {@link #deletedRetention}: seven days. */
  public static final Duration DEFAULT_DELETED_RETENTION = Duration.ofDays(7);

  private static final Duration MAX_REPLICA_LAG = Duration.ofMinutes(5);
  private static final Duration MIN_DELETED_RETENTION = Duration.ofMinutes(1);
  // The maximum time to live of an item.
  private static final Duration MAX_DELETED_RETENTION = Duration.ofSeconds(Integer.MAX_VALUE);

  // A command doesn't retry after the deadline. The rest of the grace is for later requests, which
  // are sent once, and their responses.
  private static final Duration MAX_DEADLINE = Reservations.GRACE.dividedBy(2);

  private static final Duration MAX_CACHE_STALENESS = Duration.ofHours(1);

  private final List<OperationListener> listeners = new ArrayList<>();
  private final Map<CachedRead, Duration> cachedReads = new EnumMap<>(CachedRead.class);
  private @Nullable Clients clients;
  private @Nullable CosmosService service;
  private @Nullable RequestMeter requestMeter;
  private ContainerNames names = ContainerNames.DEFAULT;
  private @Nullable String listings;
  private int frontPageSize = DEFAULT_FRONT_PAGE_SIZE;
  private boolean uniqueUsernames = true;
  private Duration deletedRetention = DEFAULT_DELETED_RETENTION;
  private Duration maxReplicaLag = DEFAULT_MAX_REPLICA_LAG;
  private SummaryRule summaryRule = SummaryRule.DEFAULT;
  private RetryPolicy retryPolicy = RetryPolicy.standard();
  private Environment environment = Environment.SYSTEM;

  BlogDatabaseBuilder() {}

  /**
   * Connects with clients that the database builds and closes; see {@link BlogDatabase#connect}.
   *
   * @param clientBuilder a client builder with the endpoint and credential
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
   * @param client the client for the store and maintenance
   * @param asyncClient the client for the change feed, with {@code
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
   * @param client the client for the store and maintenance
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
   * Uses three containers, for unit tests with mocks and stores without a change feed.
   *
   * <p>The containers may have any names. The database has no schema and no leases container.
   *
   * @param users the container with partition key {@code /userId}
   * @param posts the container with partition key {@code /postId}
   * @param feed the container with partition key {@code /type}
   * @return this builder
   */
  public BlogDatabaseBuilder containers(
      CosmosContainer users, CosmosContainer posts, CosmosContainer feed) {
    return onContainers(users, posts, feed, null);
  }

  /**
   * Uses four containers and enables the {@link #listings()}; otherwise like {@link
   * #containers(CosmosContainer, CosmosContainer, CosmosContainer)}.
   *
   * @param users the container with partition key {@code /userId}
   * @param posts the container with partition key {@code /postId}
   * @param feed the container with partition key {@code /type}
   * @param listings the container with partition key {@code /bucket}
   * @return this builder
   */
  public BlogDatabaseBuilder containers(
      CosmosContainer users,
      CosmosContainer posts,
      CosmosContainer feed,
      CosmosContainer listings) {
    Objects.requireNonNull(listings, "listings");
    return onContainers(users, posts, feed, listings).listings();
  }

  private BlogDatabaseBuilder onContainers(
      CosmosContainer users,
      CosmosContainer posts,
      CosmosContainer feed,
      @Nullable CosmosContainer listings) {
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
              case LISTINGS -> listings == null ? hasNo("container of listings") : listings;
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
        "This database was built from containers and has no %s; build it from a client."
            .formatted(missing));
  }

  private BlogDatabaseBuilder service(CosmosService without) {
    this.clients = new Clients("", null, null, null, null);
    this.service = without;
    return this;
  }

  /**
   * Replaces Cosmos DB, the clock, the waits or the threads, for this project's simulation; other
   * modules can't access the type. Set it before the {@link #clock}.
   *
   * @param given the implementations of requests, time and threads
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
   * Maintains the archive and the lists of tags in the container {@value
   * ContainerNames#DEFAULT_LISTINGS}; see {@link #listings(String)}.
   *
   * @return this builder
   */
  public BlogDatabaseBuilder listings() {
    return listings(ContainerNames.DEFAULT_LISTINGS);
  }

  /**
   * Maintains the archive and the lists of tags in a container, for {@link BlogQueries#archive} and
   * {@link BlogQueries#postsByTag}; off by default.
   *
   * <p>All hosts must have the same setting. Each new post costs one more write (5.4 RU, modelled);
   * tags add 18 RU, and 7 RU for each tag. Likes don't cost more. To add listings to an existing
   * blog, provision it with {@link BlogSchema#changeSettings}, and rebuild the listings once to add
   * the existing posts.
   *
   * @param containerName the container of listings, which overrides that of {@link #containerNames}
   * @return this builder
   */
  public BlogDatabaseBuilder listings(String containerName) {
    this.listings = Objects.requireNonNull(containerName, "containerName");
    return this;
  }

  /**
   * Sets how many posts the front page holds; by default {@value #DEFAULT_FRONT_PAGE_SIZE}. All
   * hosts must have the same setting.
   *
   * @param posts 1 to {@value #MAX_FRONT_PAGE_SIZE}
   * @return this builder
   */
  public BlogDatabaseBuilder frontPageSize(int posts) {
    this.frontPageSize = between("frontPageSize", posts, 1, MAX_FRONT_PAGE_SIZE);
    return this;
  }

  /**
   * Sets the custom properties that post summaries include, in {@link
   * dev.cosmosblog.model.PostSummary#properties}; by default none.
   *
   * <p>All hosts must have the same setting. After a change of the setting, a summary is updated
   * with the next change of its post; {@code ViewRebuild} or a repair with {@code BlogVerifier}
   * updates all summaries.
   *
   * <p>In one post, these properties may have at most {@value
   * CustomProperties#MAX_BYTES_OF_SUMMARY} bytes as JSON. If they are larger, creating or editing
   * the post fails, and the summary of a post that another program wrote doesn't include them. Each
   * KB increases the RU of reading a page of the author's posts and of writing the front page.
   *
   * @param names the properties' names
   * @return this builder
   * @throws InvalidPropertyException if a name isn't a valid property name
   */
  public BlogDatabaseBuilder summaryProperties(String... names) {
    Objects.requireNonNull(names, "names");
    Set<String> checked = new LinkedHashSet<>();
    for (String name : names) {
      checked.add(CustomProperties.checkName(name));
    }
    this.summaryRule = summaryRule.with(checked);
    return this;
  }

  /**
   * Sets the maximum length of a summary that is cut from a post's content; {@value
   * Content#SUMMARY_LENGTH} characters by default, as in the article. Excerpts may be longer.
   *
   * <p>All hosts must have the same setting. A change reaches existing summaries as that of {@link
   * #summaryProperties} does.
   *
   * @param characters 1 to {@value Content#MAX_EXCERPT_LENGTH}
   * @return this builder
   */
  public BlogDatabaseBuilder summaryLength(int characters) {
    int length = between("summaryLength", characters, 1, Content.MAX_EXCERPT_LENGTH);
    this.summaryRule = new SummaryRule(summaryRule.properties(), length);
    return this;
  }

  /**
   * Sets whether usernames are unique; true by default. If they aren't, creating a user costs one
   * write less. All hosts must have the same setting.
   *
   * @param unique whether usernames are reserved
   * @return this builder
   */
  public BlogDatabaseBuilder uniqueUsernames(boolean unique) {
    this.uniqueUsernames = unique;
    return this;
  }

  /**
   * Sets how long the tombstone of a deleted post is stored; by default {@link
   * #DEFAULT_DELETED_RETENTION}. It must be longer than the maximum lag of the change feed, which
   * removes the copies when it reads the tombstone. All hosts must have the same setting.
   *
   * @param retention one minute to 2,147,483,647 seconds, the maximum time to live
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
   * Sets how operations retry requests after transient failures; by default {@link
   * RetryPolicy#standard}. For tests with mocked failures, use {@link RetryPolicy#none}.
   *
   * @param policy the policy
   * @return this builder
   */
  public BlogDatabaseBuilder retryPolicy(RetryPolicy policy) {
    this.retryPolicy = Objects.requireNonNull(policy, "policy");
    return this;
  }

  /**
   * Sets the clock for creation dates, schedules and the age of reservations; by default the system
   * clock. The change feed and maintenance also use it.
   *
   * @param source the clock
   * @return this builder
   */
  public BlogDatabaseBuilder clock(Clock source) {
    this.environment = environment.with(Objects.requireNonNull(source, "source"));
    return this;
  }

  /**
   * Uses the integrated cache of a dedicated gateway for some reads; by default for none.
   *
   * <p>The client must use the gateway's endpoint, gateway mode, and session or eventual
   * consistency. All other reads bypass the cache. A change feed needs an async client with the
   * account's endpoint, because the SDK's processor doesn't bypass the cache.
   *
   * <p>Cached reads may return data that is {@code staleness} old, even if this client has changed
   * it since. An erased name stays visible as long.
   *
   * @param read the kind of reads
   * @param staleness the maximum age of a cached response, in whole milliseconds; one millisecond
   *     to an hour
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
   * Adds a listener for the operations of the store, the change feed and maintenance.
   *
   * @param listener the listener, which is called on the operation's thread
   * @return this builder
   */
  public BlogDatabaseBuilder listener(OperationListener listener) {
    listeners.add(Objects.requireNonNull(listener, "listener"));
    return this;
  }

  /**
   * Counts the requests of the change feed's client; by default they aren't counted.
   *
   * <p>With a meter, the change feed can report its full cost, and its health shows failing polls.
   * A client that the database builds for the change feed uses the meter's telemetry config instead
   * of the client builder's. A client of the host must have been built with the meter's config.
   *
   * @param meter the meter, which must not be shared with another database
   * @return this builder
   */
  public BlogDatabaseBuilder requestMeter(RequestMeter meter) {
    this.requestMeter = Objects.requireNonNull(meter, "meter");
    return this;
  }

  /**
   * Sets the maximum lag of the replicas that serve reads; by default {@link
   * #DEFAULT_MAX_REPLICA_LAG}. All hosts must have the same setting.
   *
   * <p>The change feed rechecks a rename after twice this time, which costs three writes in the
   * leases container and one query over all physical partitions of posts. With strong consistency,
   * replicas that serve reads don't lag.
   *
   * @param lag one millisecond to five minutes, because the front page remembers deleted posts for
   *     three times as long
   * @return this builder
   */
  public BlogDatabaseBuilder maxReplicaLag(Duration lag) {
    Objects.requireNonNull(lag, "lag");
    this.maxReplicaLag = between("maxReplicaLag", lag, Duration.ofMillis(1), MAX_REPLICA_LAG);
    return this;
  }

  /**
   * {@return the database} This method doesn't send requests.
   *
   * @throws IllegalStateException if neither clients nor containers were given
   * @throws IllegalArgumentException if the retry policy's deadline is longer than two and a half
   *     minutes, because the reservation of a username or slug may be taken over after five
   */
  public BlogDatabase build() {
    if (clients == null) {
      throw new IllegalStateException(
          "Give the database a client builder, clients or containers before you build it.");
    }
    Clients found = requestMeter == null ? clients : clients.with(requestMeter);
    DatabaseSettings settings =
        new DatabaseSettings(
            listings == null ? names : names.withListings(listings),
            frontPageSize,
            uniqueUsernames,
            deletedRetention,
            maxReplicaLag,
            summaryRule);
    OperationUsage usage = new OperationUsage();
    return new Parts(
            found,
            service,
            new Operations(listeners, CallConfig.of(retryPolicy, environment.timer())).with(usage),
            usage,
            environment,
            Map.copyOf(cachedReads))
        .database(settings);
  }

  /** Throws an exception for a shared setting that is out of bounds. */
  static void check(DatabaseSettings settings) {
    new BlogDatabaseBuilder()
        .frontPageSize(settings.frontPageSize())
        .deletedRetention(settings.deletedRetention())
        .maxReplicaLag(settings.maxReplicaLag())
        .summaryProperties(settings.summaryRule().properties().toArray(String[]::new))
        .summaryLength(settings.summaryRule().length());
  }

  /** The parts of a database besides its shared settings; without a service it uses the clients. */
  private record Parts(
      Clients clients,
      @Nullable CosmosService service,
      Operations operations,
      OperationUsage usage,
      Environment environment,
      Map<CachedRead, Duration> cachedReads) {
    BlogDatabase database(DatabaseSettings settings) {
      Duration deadline = operations.config().retryPolicy().deadline();
      if (deadline.compareTo(MAX_DEADLINE) > 0) {
        throw new IllegalArgumentException(
            ("The retry policy's deadline must be at most %s, but was %s: the reservation of a"
                    + " username or slug may be taken over after %s, and no command may still be at"
                    + " work on it then.")
                .formatted(MAX_DEADLINE, deadline, Reservations.GRACE));
      }
      ContainerNames names = settings.names();
      CosmosService reached =
          service != null
              ? service
              : new SdkService(
                  container -> nameOf(names, container),
                  container -> clients.database().getContainer(nameOf(names, container)),
                  name -> clients.database().getContainer(name),
                  container ->
                      BlogDatabase.built(clients::asyncDatabase)
                          .getContainer(nameOf(names, container)),
                  null);
      CosmosService fresh = cachedReads.isEmpty() ? reached : reached.cached(Duration.ZERO);
      // A database of containers is for mocks, and that of a simulation checks at the start.
      StoredSettings stored = new StoredSettings(fresh, operations, settings, service == null);
      return new BlogDatabase(
          new DatabaseAccess(fresh, operations, environment, settings, stored, cachedReads),
          clients,
          usage,
          this::database);
    }
  }

  private static String nameOf(ContainerNames names, BlogContainer container) {
    return switch (container) {
      case USERS -> names.users();
      case POSTS -> names.posts();
      case FEED -> names.feed();
      case LEASES -> names.leases();
      case LISTINGS -> Objects.requireNonNull(names.listings(), "listings");
    };
  }
}
