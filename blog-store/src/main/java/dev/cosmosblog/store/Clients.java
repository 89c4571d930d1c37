package dev.cosmosblog.store;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncDatabase;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosDatabase;
import org.jspecify.annotations.Nullable;

/** The SDK's clients of a database: the host's, or ones that are built when first needed. */
final class Clients {
  private final String databaseName;

  /** Builds the clients; null where the host handed over its own. */
  private final @Nullable CosmosClientBuilder builder;

  /** Guarded by this, like the fields below. */
  private @Nullable CosmosClient client;

  private @Nullable CosmosAsyncClient asyncClient;
  private boolean closed;

  Clients(
      String databaseName,
      @Nullable CosmosClientBuilder builder,
      @Nullable CosmosClient client,
      @Nullable CosmosAsyncClient asyncClient) {
    this.databaseName = databaseName;
    this.builder = builder;
    this.client = client;
    this.asyncClient = asyncClient;
  }

  synchronized CosmosClient client() {
    if (client == null) {
      client = open("client").contentResponseOnWriteEnabled(false).buildClient();
    }
    return client;
  }

  synchronized CosmosAsyncClient asyncClient() {
    if (asyncClient == null) {
      // The SDK's change feed processor reads its leases from the answers to its writes.
      asyncClient = open("async client").contentResponseOnWriteEnabled(true).buildAsyncClient();
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
