package dev.cosmosblog.maintenance.verify;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.BlogChangeFeedBuilder;
import dev.cosmosblog.local.LocalCosmos;
import dev.cosmosblog.maintenance.scan.Time;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.BlogSchema;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.internal.item.ItemPlace;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A blog whose items are written behind the store's back. All blogs share one account of two
 * physical partitions, each in a database of its own.
 */
final class DamagedBlog implements AutoCloseable {
  static final int FEED_SIZE = 3;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final LocalCosmos ACCOUNT = LocalCosmos.builder().physicalPartitions(2).start();
  private static final CosmosClient CLIENT = clientBuilder().buildClient();
  private static final CosmosAsyncClient ASYNC_CLIENT =
      clientBuilder().contentResponseOnWriteEnabled(true).buildAsyncClient();

  /** Later than any reservation of a test may be on its way. */
  static final Clock LATER = Clock.offset(Clock.systemUTC(), Duration.ofHours(1));

  final CosmosDatabase database;
  final BlogStore store;
  private final String name = "blog-" + NUMBER.incrementAndGet();

  DamagedBlog() {
    database = BlogSchema.withDefaultNames().provision(CLIENT, name, Optional.empty());
    store = BlogStore.builder().database(database).feedSize(FEED_SIZE).build();
  }

  private static CosmosClientBuilder clientBuilder() {
    return new CosmosClientBuilder()
        .endpoint(ACCOUNT.endpoint())
        .key(ACCOUNT.key())
        .gatewayMode()
        .consistencyLevel(ConsistencyLevel.SESSION);
  }

  BlogChangeFeedBuilder changeFeed() {
    return BlogChangeFeed.builder()
        .store(store)
        .client(ASYNC_CLIENT, name)
        .pollInterval(Duration.ofMillis(50));
  }

  void drain() {
    changeFeed().buildStepped().drain();
  }

  /** A verifier without bound for which no time passes. */
  BlogVerifierBuilder verifier() {
    return BlogVerifier.builder()
        .store(store)
        .requestUnitsPerSecond(1e9)
        .time(new Time(LATER, System::nanoTime, wait -> {}));
  }

  List<JsonNode> items(BlogContainer container) {
    return container(container)
        .queryItems("SELECT * FROM c", new CosmosQueryRequestOptions(), JsonNode.class)
        .stream()
        .toList();
  }

  /** All items of all containers. */
  Map<ItemPlace, JsonNode> dump() {
    Map<ItemPlace, JsonNode> all = new HashMap<>();
    for (BlogContainer container : BlogContainer.values()) {
      items(container).forEach(item -> all.put(place(container, item), item));
    }
    return all;
  }

  static ItemPlace place(BlogContainer container, JsonNode item) {
    String key =
        switch (container) {
          case USERS -> "userId";
          case POSTS -> "postId";
          case FEED -> "type";
        };
    return new ItemPlace(container, item.path(key).asText(), item.path("id").asText());
  }

  com.azure.cosmos.CosmosContainer container(BlogContainer container) {
    return database.getContainer(container.name().toLowerCase(Locale.ROOT));
  }

  void patch(ItemPlace place, CosmosPatchOperations patch) {
    container(place.container())
        .patchItem(place.id(), new PartitionKey(place.partition()), patch, JsonNode.class);
  }

  void delete(ItemPlace place) {
    container(place.container())
        .deleteItem(
            place.id(), new PartitionKey(place.partition()), new CosmosItemRequestOptions());
  }

  /** Creates an item from JSON in single quotes. */
  void create(BlogContainer container, String json) {
    ObjectNode item;
    try {
      item = (ObjectNode) JSON.readTree(json.replace('\'', '"'));
    } catch (java.io.IOException e) {
      throw new IllegalArgumentException(json, e);
    }
    container(container).createItem(item);
  }

  @Override
  public void close() {
    // The account goes with the process.
  }
}
