package dev.cosmosblog.changefeed;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.LocalCosmos;
import dev.cosmosblog.local.RequestCounter;
import dev.cosmosblog.store.BlogSchema;
import dev.cosmosblog.store.BlogStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A blog on an account of its own, with a feed of five posts. */
final class TestBlog implements AutoCloseable {
  static final int FEED_SIZE = 5;
  private static final String DATABASE = "blog";

  final RequestCounter requests = new RequestCounter();
  final CosmosDatabase database;
  final BlogStore store;

  private final LocalCosmos account;
  private final CosmosClient client;
  private final CosmosAsyncClient asyncClient;

  TestBlog(int physicalPartitions) {
    account =
        LocalCosmos.builder().physicalPartitions(physicalPartitions).listener(requests).start();
    client = clientBuilder().buildClient();
    asyncClient = clientBuilder().contentResponseOnWriteEnabled(true).buildAsyncClient();
    database = BlogSchema.withDefaultNames().provision(client, DATABASE, Optional.empty());
    store = BlogStore.builder().database(database).feedSize(FEED_SIZE).build();
  }

  CosmosClientBuilder clientBuilder() {
    return new CosmosClientBuilder()
        .endpoint(account.endpoint())
        .key(account.key())
        .gatewayMode()
        .consistencyLevel(ConsistencyLevel.SESSION);
  }

  BlogChangeFeedBuilder changeFeed() {
    return BlogChangeFeed.builder()
        .store(store)
        .client(asyncClient, DATABASE)
        .pollInterval(Duration.ofMillis(50))
        // Leases outlive what a busy machine makes of a renewal.
        .leaseIntervals(Duration.ofMillis(200), Duration.ofSeconds(2), Duration.ofSeconds(15));
  }

  CosmosContainer container(String name) {
    return database.getContainer(name);
  }

  CosmosAsyncContainer asyncContainer(String name) {
    return asyncClient.getDatabase(DATABASE).getContainer(name);
  }

  List<JsonNode> items(String container, String query) {
    return container(container)
        .queryItems(query, new CosmosQueryRequestOptions(), JsonNode.class)
        .stream()
        .toList();
  }

  @Override
  public void close() {
    asyncClient.close();
    client.close();
    account.close();
  }
}
