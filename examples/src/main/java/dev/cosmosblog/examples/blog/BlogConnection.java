package dev.cosmosblog.examples.blog;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncDatabase;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosException;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.BlogChangeFeedBuilder;
import dev.cosmosblog.store.BlogSchema;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.BlogStoreBuilder;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.util.Optional;

/**
 * A blog's database with the two clients that an application has for it: one that blocks, for the
 * store, and one that does not, for the change feed. An application would build both once and keep
 * them for its life.
 */
public final class BlogConnection implements AutoCloseable {
  /** The database where no other is named. */
  public static final String DATABASE = "blog";

  /** The SDK reads it when its first client is built, and refuses plain http without it. */
  private static final String PLAIN_HTTP = "COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED";

  private final String databaseName;
  private final CosmosClient client;
  private final CosmosAsyncClient asyncClient;

  private BlogConnection(String databaseName, CosmosClientBuilder builder) {
    this.databaseName = databaseName;
    this.client = builder.buildClient();
    this.asyncClient = builder.buildAsyncClient();
  }

  /**
   * Connects to a database, which need not exist yet.
   *
   * @param endpoint the account
   * @param databaseName the database
   * @param purpose what the requests' user agent says beside the SDK's name
   * @return the connection
   * @throws IOException if the account can't be reached, or refuses the key
   */
  public static BlogConnection open(Endpoint endpoint, String databaseName, String purpose)
      throws IOException {
    CosmosClientBuilder builder =
        new CosmosClientBuilder()
            .endpoint(endpoint.uri().toString())
            .key(endpoint.key())
            .userAgentSuffix(purpose)
            .consistencyLevel(ConsistencyLevel.SESSION)
            // The change feed processor needs its leases back when it writes them.
            .contentResponseOnWriteEnabled(true);
    if (endpoint.plain()) {
      System.getProperties().putIfAbsent(PLAIN_HTTP, "true");
      builder.gatewayMode();
    }
    try {
      return new BlogConnection(databaseName, builder);
    } catch (RuntimeException e) {
      // The SDK asks for the account when a client is built; its messages are pages long.
      throw new IOException("The account at " + endpoint + " " + refusal(e), e);
    }
  }

  private static String refusal(RuntimeException e) {
    int status = 0;
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      status = cause instanceof CosmosException cosmos ? cosmos.getStatusCode() : status;
    }
    return status == HttpURLConnection.HTTP_UNAUTHORIZED
        ? "does not take the key"
        : "can't be reached (status " + status + ")";
  }

  /** Makes the database where it is missing, without containers. */
  public void createDatabase() {
    client.createDatabaseIfNotExists(databaseName);
  }

  /** Makes the database and its containers where they are missing. */
  public void provision() {
    provision(BlogSchema.withDefaultNames());
  }

  /**
   * Makes the database, and what a schema says of it, where it is missing.
   *
   * @param schema the schema
   */
  public void provision(BlogSchema schema) {
    schema.provision(client, databaseName, Optional.empty());
  }

  /**
   * The blog.
   *
   * @return a store on this database
   */
  public BlogStore store() {
    return storeBuilder().build();
  }

  /**
   * A store with settings of its own.
   *
   * @return a builder with the database set
   */
  public BlogStoreBuilder storeBuilder() {
    return BlogStore.builder().client(client, databaseName);
  }

  /**
   * Starts to build the change feed that keeps the blog's copies.
   *
   * @return a builder with the store and the database set
   */
  public BlogChangeFeedBuilder changeFeed() {
    return changeFeed(store());
  }

  /**
   * Starts to build a change feed for a store.
   *
   * @param store the store
   * @return a builder with the store and the database set
   */
  public BlogChangeFeedBuilder changeFeed(BlogStore store) {
    return BlogChangeFeed.builder().store(store).client(asyncClient, databaseName);
  }

  /**
   * The database, for those who look beneath the store.
   *
   * @return the database
   */
  public CosmosDatabase database() {
    return client.getDatabase(databaseName);
  }

  /**
   * The database without blocking.
   *
   * @return the database
   */
  public CosmosAsyncDatabase asyncDatabase() {
    return asyncClient.getDatabase(databaseName);
  }

  @Override
  public void close() {
    client.close();
    asyncClient.close();
  }
}
