package dev.cosmosblog.maintenance;

import static dev.cosmosblog.store.internal.item.BlogContainer.FEED;
import static dev.cosmosblog.store.internal.item.BlogContainer.LISTINGS;
import static dev.cosmosblog.store.internal.item.BlogContainer.POSTS;
import static dev.cosmosblog.store.internal.item.BlogContainer.USERS;

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
import dev.cosmosblog.maintenance.internal.RunTimer;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogDatabaseBuilder;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A blog whose items tests write behind the store's back. */
final class DamagedBlog implements AutoCloseable {
  static final int FRONT_PAGE_SIZE = 3;
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Later than any reservation of a test may be on its way. */
  static final Clock LATER = Clock.offset(Clock.systemUTC(), Duration.ofHours(1));

  final CosmosDatabase database;
  final BlogStore store;

  /** The operations of everything that is built on the database. */
  final AtomicInteger operations = new AtomicInteger();

  final BlogDatabase connected;

  private final TestBackend backend;

  DamagedBlog(TestBackend backend) {
    this(backend, backend.freshDatabase(), false);
  }

  private DamagedBlog(TestBackend backend, CosmosDatabase database, boolean hasListings) {
    this.backend = backend;
    this.database = database;
    BlogDatabaseBuilder builder =
        BlogDatabase.builder()
            .clients(backend.client(), backend.asyncClient(), database.getId())
            .frontPageSize(FRONT_PAGE_SIZE)
            .listener(report -> operations.incrementAndGet());
    connected = (hasListings ? builder.listings() : builder).build();
    storeSettings();
    store = BlogStore.on(connected);
  }

  /** Replaces the blog's settings by those of this object. */
  final void storeSettings() {
    connected.schema().changeSettings().provision();
  }

  /** The same blog with listings. */
  DamagedBlog withListings() {
    return new DamagedBlog(backend, database, true);
  }

  BlogChangeFeedBuilder changeFeed() {
    return BlogChangeFeed.builder(connected).pollInterval(Duration.ofMillis(50));
  }

  void drain() {
    changeFeed().buildStepped().drain();
  }

  /** A verifier without a budget, for which no time passes. */
  BlogVerifierBuilder verifier() {
    return BlogVerifier.builder(connected)
        .requestUnitsPerSecond(1e9)
        .timer(new RunTimer(LATER, System::nanoTime, time -> {}));
  }

  ViewRebuildBuilder rebuild() {
    return ViewRebuild.builder(connected)
        .requestUnitsPerSecond(1e9)
        .timer(new RunTimer(LATER, System::nanoTime, time -> {}));
  }

  BlogUpgradeBuilder upgrade() {
    return BlogUpgrade.builder(connected)
        .requestUnitsPerSecond(1e9)
        .timer(new RunTimer(LATER, System::nanoTime, time -> {}));
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
    for (BlogContainer container : List.of(USERS, POSTS, FEED, LISTINGS)) {
      if (container != LISTINGS || connected.hasListings()) {
        items(container).forEach(item -> all.put(place(container, item), item));
      }
    }
    return all;
  }

  static ItemPlace place(BlogContainer container, JsonNode item) {
    String key =
        switch (container) {
          case USERS -> "userId";
          case POSTS -> "postId";
          case FEED -> "type";
          case LEASES -> "id";
          case LISTINGS -> "bucket";
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

  void create(BlogContainer container, ObjectNode item) {
    container(container).createItem(item);
  }

  /** Creates an item from JSON in single quotes. */
  void create(BlogContainer container, String json) {
    container(container).createItem(read(json));
  }

  /** Creates or replaces an item from JSON in single quotes. */
  void put(BlogContainer container, String json) {
    container(container).upsertItem(read(json));
  }

  private static ObjectNode read(String json) {
    try {
      return (ObjectNode) JSON.readTree(json.replace('\'', '"'));
    } catch (java.io.IOException e) {
      throw new IllegalArgumentException(json, e);
    }
  }

  @Override
  public void close() {
    database.delete();
  }
}
