package dev.cosmosblog.store;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncDatabase;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosDatabase;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmosblog.store.error.MisconfiguredException;
import dev.cosmosblog.store.error.SchemaMismatchException;
import dev.cosmosblog.store.error.SchemaMissingException;
import dev.cosmosblog.store.error.SettingsMismatchException;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.internal.cosmos.Connections;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.DatabaseSettings;
import dev.cosmosblog.store.internal.cosmos.SdkSchema;
import dev.cosmosblog.store.internal.cosmos.SdkService;
import dev.cosmosblog.store.internal.schema.SchemaRequests;
import dev.cosmosblog.store.observe.RequestCause;
import dev.cosmosblog.store.observe.RequestMeter;
import dev.cosmosblog.store.observe.RequestMeter.Usage;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A blog's database: its clients, container names, and the settings that the store, the change feed
 * and maintenance share. A host creates one, and builds everything else on it:
 *
 * <pre>{@code
 * try (BlogDatabase database = BlogDatabase.connect(clientBuilder, "blog").provision()) {
 *   BlogStore blog = BlogStore.on(database);
 *   …
 * }
 * }</pre>
 *
 * <p>It is immutable and thread-safe. It closes only the clients that it built, not those of the
 * host.
 */
public final class BlogDatabase implements AutoCloseable {
  private final DatabaseAccess access;
  private final Clients clients;
  private final OperationUsage usage;
  private final Function<DatabaseSettings, BlogDatabase> withSettings;
  private final Map<Class<?>, Supplier<?>> parts;

  BlogDatabase(
      DatabaseAccess access,
      Clients clients,
      OperationUsage usage,
      Function<DatabaseSettings, BlogDatabase> withSettings) {
    this.access = access;
    this.clients = clients;
    this.usage = usage;
    this.withSettings = withSettings;
    this.parts =
        Map.of(
            DatabaseAccess.class, () -> access,
            CosmosClient.class, clients::client,
            CosmosDatabase.class, clients::database,
            CosmosAsyncClient.class, clients::asyncClient,
            CosmosAsyncDatabase.class, clients::asyncDatabase);
  }

  /**
   * Connects with default settings. This method doesn't send requests.
   *
   * <p>The database builds two clients when they are first needed: one for the store, and one for
   * the change feed, which needs the response content of its writes of leases. Both use the
   * account's default consistency, which must be session or stronger. The first request throws a
   * {@link MisconfiguredException} if the endpoint, the credential or the consistency can't work.
   *
   * @param clientBuilder a client builder with the endpoint and credential; it must not be used for
   *     anything else
   * @param databaseName the database
   * @return the database, which closes the clients
   */
  public static BlogDatabase connect(CosmosClientBuilder clientBuilder, String databaseName) {
    return builder().connect(clientBuilder, databaseName).build();
  }

  /** {@return a builder for other settings, or existing clients or containers} */
  public static BlogDatabaseBuilder builder() {
    return new BlogDatabaseBuilder();
  }

  /**
   * Creates the database and missing containers, and stores the settings that all hosts share; see
   * {@link BlogSchema#provision}.
   *
   * <p>Call it at each start: it costs one read of the database, of each container and of the
   * settings if nothing is missing.
   *
   * @return this database
   * @throws SchemaMismatchException if a container has another partition key
   * @throws SettingsMismatchException if the blog has other settings
   * @throws StoreException if Cosmos DB fails or rejects the request
   */
  public BlogDatabase provision() {
    schema().provision();
    return this;
  }

  /**
   * {@return the schema, which can provision the database with other settings or list missing
   * changes}
   *
   * @throws StoreException if the SDK can't build a client
   * @throws IllegalStateException if the database was built only from containers
   */
  public BlogSchema schema() {
    access.operations().config().client().checkOpen();
    SchemaRequests simulated = access.service().schema();
    SchemaRequests requests =
        simulated == null ? new SdkSchema(built(clients::client), clients.database()) : simulated;
    return new BlogSchema(requests, access, BlogSchema.Options.NONE);
  }

  /** Returns a client or a part of it; translates the exception if the SDK can't build it. */
  static <T> T built(Supplier<T> part) {
    try {
      return part.get();
    } catch (IllegalStateException e) {
      throw e;
    } catch (RuntimeException e) {
      throw SdkService.translate("connect", e);
    }
  }

  /**
   * {@return the same database with the stored settings of the blog} It replaces this database's
   * front page size, summary properties, listings, retention, replica lag, and whether usernames
   * are unique. Both databases have the same clients; close one of them. Costs one point read.
   *
   * <p>A host that adopts the settings needs to set none of them, and follows a change with its
   * next start.
   *
   * @throws SchemaMissingException if no settings are stored
   * @throws MalformedItemException if they can't be read
   * @throws SettingsMismatchException if this version of the library doesn't support the blog's
   *     schema version
   * @throws StoreException if Cosmos DB fails or rejects the request
   */
  public BlogDatabase adoptStoredSettings() {
    return withSettings.apply(access.stored().adopt(BlogDatabaseBuilder::check));
  }

  /** {@return the containers' names} */
  public ContainerNames containerNames() {
    return access.settings().names();
  }

  /** {@return the database's name; empty if it was built only from containers} */
  public String name() {
    return clients.databaseName();
  }

  /** {@return the meter of the change feed's client, or empty if none was given} */
  public Optional<RequestMeter> requestMeter() {
    return Optional.ofNullable(clients.meter);
  }

  /**
   * {@return the requests of this process since the database was built by cause, from memory} The
   * SDK's polls and leases are included if the database has a {@link #requestMeter}.
   */
  public Map<RequestCause, Usage> usage() {
    Map<RequestCause, Usage> all = new EnumMap<>(RequestCause.class);
    for (RequestCause cause : RequestCause.values()) {
      all.put(cause, usage.of(cause).plus(ofProcessor(cause)));
    }
    return all;
  }

  private Usage ofProcessor(RequestCause cause) {
    ContainerNames names = containerNames();
    List<String> containers =
        switch (cause) {
          case POLLS -> List.of(names.users(), names.posts());
          case LEASES -> List.of(names.leases());
          default -> List.of();
        };
    return requestMeter().stream()
        .flatMap(meter -> containers.stream().map(name -> meter.usage(name(), name)))
        .reduce(Usage.NONE, Usage::plus);
  }

  /** {@return whether the blog has listings of all published posts} */
  public boolean hasListings() {
    return access.settings().names().listings() != null;
  }

  /** {@return the maximum number of posts on the front page} */
  public int frontPageSize() {
    return access.settings().frontPageSize();
  }

  /** {@return the names of the custom properties that summaries include} */
  public Set<String> summaryProperties() {
    return access.settings().summaryRule().properties();
  }

  /** {@return the maximum length in characters of a summary that is cut from a content} */
  public int summaryLength() {
    return access.settings().summaryRule().length();
  }

  /** {@return whether usernames are unique, because they are reserved} */
  public boolean uniqueUsernames() {
    return access.settings().uniqueUsernames();
  }

  /** {@return the maximum lag of the replicas that serve reads} */
  public Duration maxReplicaLag() {
    return access.settings().maxReplicaLag();
  }

  /** {@return how long the tombstone of a deleted post is stored} */
  public Duration deletedRetention() {
    return access.settings().deletedRetention();
  }

  /**
   * {@return an SDK client or database, for requests that this library doesn't offer} Builds the
   * client if the database owns its clients.
   *
   * @param <T> the type
   * @param type {@link CosmosClient}, {@link CosmosDatabase}, {@link CosmosAsyncClient} or {@link
   *     CosmosAsyncDatabase}
   * @throws StoreException if the SDK can't build a client
   * @throws IllegalStateException if the database was built without one, or is closed
   * @throws IllegalArgumentException if the type isn't one of these
   */
  public <T> T unwrap(Class<T> type) {
    access.operations().config().client().checkOpen();
    Supplier<?> part = parts.get(Objects.requireNonNull(type, "type"));
    if (part == null) {
      throw new IllegalArgumentException(
          "A blog's database has no %s; ask for one of the SDK's clients or databases."
              .formatted(type.getName()));
    }
    return type.cast(built(part));
  }

  /**
   * Closes the clients that it built. Close the change feed first. A second call has no effect. Any
   * later call that needs Cosmos DB throws an {@link IllegalStateException}, even on a client that
   * the host closes.
   */
  @Override
  public void close() {
    access.operations().config().client().close();
    clients.close();
  }

  /** The SDK's clients: those of the host, or clients that are built when first needed. */
  static final class Clients {
    private final String databaseName;
    // Builds the clients; null if the host passed clients.
    private final @Nullable CosmosClientBuilder builder;
    private final @Nullable RequestMeter meter;
    // Guarded by this, like the fields below.
    private @Nullable CosmosClient client;
    private @Nullable CosmosAsyncClient asyncClient;
    private boolean closed;

    Clients(
        String databaseName,
        @Nullable CosmosClientBuilder builder,
        @Nullable CosmosClient client,
        @Nullable CosmosAsyncClient asyncClient,
        @Nullable RequestMeter meter) {
      this.databaseName = Objects.requireNonNull(databaseName, "databaseName");
      this.builder = builder;
      this.client = client;
      this.asyncClient = asyncClient;
      this.meter = meter;
    }

    Clients with(RequestMeter requestMeter) {
      return new Clients(databaseName, builder, client, asyncClient, requestMeter);
    }

    String databaseName() {
      return databaseName;
    }

    synchronized CosmosClient client() {
      if (client == null) {
        CosmosClientBuilder opened = open("client").contentResponseOnWriteEnabled(false);
        client = build(opened::buildClient);
      }
      return client;
    }

    synchronized CosmosAsyncClient asyncClient() {
      if (asyncClient == null) {
        CosmosClientBuilder opened = open("async client");
        if (meter != null) {
          // Built first, because it must not have the settings of the async client.
          client();
          opened.clientTelemetryConfig(meter.telemetry());
        }
        // The SDK's change feed processor reads its leases from the responses to its writes.
        opened.contentResponseOnWriteEnabled(true);
        asyncClient = build(opened::buildAsyncClient);
      }
      return asyncClient;
    }

    private CosmosClientBuilder open(String missing) {
      if (builder == null) {
        throw new IllegalStateException(
            "This database has no %s; build it with one.".formatted(missing));
      }
      if (closed) {
        throw new IllegalStateException("This BlogDatabase is closed; build another one.");
      }
      return builder;
    }

    private static <T> T build(Supplier<T> client) {
      try {
        return client.get();
      } catch (RuntimeException e) {
        throw Connections.misconfigured(e).map(RuntimeException.class::cast).orElse(e);
      }
    }

    CosmosDatabase database() {
      return client().getDatabase(databaseName);
    }

    CosmosAsyncDatabase asyncDatabase() {
      return asyncClient().getDatabase(databaseName);
    }

    synchronized void close() {
      closed = true;
      if (builder != null) {
        if (asyncClient != null) {
          asyncClient.close();
          asyncClient = null;
        }
        if (client != null) {
          client.close();
          client = null;
        }
      }
    }
  }
}
