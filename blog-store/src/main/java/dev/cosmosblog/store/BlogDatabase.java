package dev.cosmosblog.store;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncDatabase;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosDatabase;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmosblog.store.error.SchemaMismatchException;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.observe.RequestMeter;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A blog's database: the clients that reach it, its containers' names, and what every part of this
 * library has to agree on. A host makes one, and builds its store, change feed and maintenance
 * programs on it:
 *
 * <pre>{@code
 * try (BlogDatabase database = BlogDatabase.connect(clientBuilder, "blog").provision()) {
 *   BlogStore blog = BlogStore.on(database);
 *   …
 * }
 * }</pre>
 *
 * <p>It is immutable and thread-safe. It closes the clients that it built, and never those that the
 * host handed over.
 */
public final class BlogDatabase implements AutoCloseable {
  private final DatabaseAccess access;
  private final Clients clients;
  private final Map<Class<?>, Supplier<?>> parts;

  BlogDatabase(DatabaseAccess access, Clients clients) {
    this.access = access;
    this.clients = clients;
    this.parts =
        Map.of(
            DatabaseAccess.class, () -> access,
            CosmosClient.class, clients::client,
            CosmosDatabase.class, clients::database,
            CosmosAsyncClient.class, clients::asyncClient,
            CosmosAsyncDatabase.class, clients::asyncDatabase);
  }

  /**
   * Connects with every default and two clients that are built when they are first needed: one for
   * the store, and one for the change feed, which needs its leases back when it writes them. Both
   * have session consistency, which the leases need; hosts that want a stronger one hand over their
   * own clients. Nothing is sent yet.
   *
   * @param clientBuilder the endpoint and credential, and whatever else the host sets; it must not
   *     be used for anything else
   * @param databaseName the database
   * @return the database, which closes the clients
   */
  public static BlogDatabase connect(CosmosClientBuilder clientBuilder, String databaseName) {
    return builder().connect(clientBuilder, databaseName).build();
  }

  /** {@return a builder, for other settings, or the host's clients or containers} */
  public static BlogDatabaseBuilder builder() {
    return new BlogDatabaseBuilder();
  }

  /**
   * Calls {@link BlogSchema#provision} with every default, which can be repeated at each start:
   * where nothing is missing, one read of the database and one of each container.
   *
   * @return this database
   * @throws SchemaMismatchException if a container has another partition key
   * @throws StoreException if Cosmos DB failed or refused
   */
  public BlogDatabase provision() {
    schema().provision();
    return this;
  }

  /**
   * {@return the schema, to provision the database in another way or see what that would change}
   *
   * @throws IllegalStateException if the database was built on containers alone
   */
  public BlogSchema schema() {
    return new BlogSchema(
        clients.client(), clients.database(), access.settings().names(), false, null);
  }

  /** {@return the containers' names} */
  public ContainerNames containerNames() {
    return access.settings().names();
  }

  /** {@return the database's name; empty if it was built on containers alone} */
  public String name() {
    return clients.databaseName();
  }

  /** {@return the meter of the change feed's client, or empty if none was given} */
  public Optional<RequestMeter> requestMeter() {
    return Optional.ofNullable(clients.meter);
  }

  /** {@return whether the blog keeps an archive of all published posts} */
  public boolean hasArchive() {
    return access.settings().names().archive() != null;
  }

  /** {@return how many posts the front page holds, the most that can be asked for} */
  public int frontPageSize() {
    return access.settings().frontPageSize();
  }

  /** {@return which of a post's custom properties its summaries carry} */
  public Set<String> summaryProperties() {
    return access.settings().summaryProperties();
  }

  /** {@return whether names are reserved, so that a username belongs to one user} */
  public boolean uniqueUsernames() {
    return access.settings().uniqueUsernames();
  }

  /** {@return how long the tombstone of a deleted post is stored} */
  public Duration deletedRetention() {
    return access.settings().deletedRetention();
  }

  /**
   * {@return one of the SDK's objects, for requests that this library does not have} Builds the
   * client where the database owns its clients.
   *
   * @param <T> the type
   * @param type {@link CosmosClient}, {@link CosmosDatabase}, {@link CosmosAsyncClient} or {@link
   *     CosmosAsyncDatabase}
   * @throws IllegalStateException if the database was built without it
   * @throws IllegalArgumentException if it is another type
   */
  public <T> T unwrap(Class<T> type) {
    Supplier<?> part = parts.get(Objects.requireNonNull(type, "type"));
    if (part == null) {
      throw new IllegalArgumentException(
          "A blog's database has no %s; ask for one of the SDK's clients or databases."
              .formatted(type.getName()));
    }
    return type.cast(part.get());
  }

  /** Closes the clients that it built. Close the change feed first. A second call does nothing. */
  @Override
  public void close() {
    clients.close();
  }

  /** The SDK's clients: the host's, or ones that are built when first needed. */
  static final class Clients {
    private final String databaseName;
    // Builds the clients; null where the host handed over its own.
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
        client = open("client").contentResponseOnWriteEnabled(false).buildClient();
      }
      return client;
    }

    synchronized CosmosAsyncClient asyncClient() {
      if (asyncClient == null) {
        CosmosClientBuilder opened = open("async client");
        if (meter != null) {
          // Built first: it must not get the settings that follow.
          client();
          opened.clientTelemetryConfig(meter.telemetry());
        }
        // The SDK's change feed processor reads its leases from the answers to its writes.
        asyncClient = opened.contentResponseOnWriteEnabled(true).buildAsyncClient();
      }
      return asyncClient;
    }

    private CosmosClientBuilder open(String missing) {
      if (builder == null) {
        throw new IllegalStateException(
            "This database has no %s; build it with one.".formatted(missing));
      }
      if (closed) {
        throw new IllegalStateException("This database is closed; connect to it again.");
      }
      return builder.consistencyLevel(ConsistencyLevel.SESSION);
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
