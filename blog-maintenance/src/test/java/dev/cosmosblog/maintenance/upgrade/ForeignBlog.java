package dev.cosmosblog.maintenance.upgrade;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.IncludedPath;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.BlogChangeFeedBuilder;
import dev.cosmosblog.local.LocalCosmos;
import dev.cosmosblog.maintenance.scan.Time;
import dev.cosmosblog.maintenance.verify.BlogVerifier;
import dev.cosmosblog.maintenance.verify.VerifyReport;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.BlogStoreBuilder;
import dev.cosmosblog.store.config.ContainerNames;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * A database that another program made, on an account of two physical partitions that all share.
 */
final class ForeignBlog {
  static final int FEED_SIZE = 3;

  /** As in the article's V1 and V2, {@code users} is by {@code /id}, and ours has another name. */
  static final ContainerNames BESIDE_FORMER =
      new ContainerNames("members", "posts", "feed", "leases");

  static final LocalCosmos ACCOUNT = LocalCosmos.builder().physicalPartitions(2).start();

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final CosmosClient CLIENT = clientBuilder().buildClient();
  private static final CosmosAsyncClient ASYNC_CLIENT =
      clientBuilder().contentResponseOnWriteEnabled(true).buildAsyncClient();

  /** Later than any reservation of a test may be on its way. */
  private static final Clock LATER = Clock.offset(Clock.systemUTC(), Duration.ofHours(1));

  final CosmosDatabase database;
  final ContainerNames names;
  private final String name = "foreign-" + NUMBER.incrementAndGet();

  private ForeignBlog(ContainerNames names) {
    this.names = names;
    CLIENT.createDatabaseIfNotExists(name);
    this.database = CLIENT.getDatabase(name);
  }

  /** With the containers of V1 and V2. */
  static ForeignBlog withFormerUsers() {
    ForeignBlog blog = new ForeignBlog(BESIDE_FORMER);
    blog.container("users", "/id");
    blog.container("posts", "/postId");
    return blog;
  }

  /** With the containers of V3. */
  static ForeignBlog withUsersByUserId() {
    ForeignBlog blog = new ForeignBlog(ContainerNames.DEFAULT);
    blog.container("users", "/userId");
    blog.container("posts", "/postId");
    blog.container("feed", "/type");
    return blog;
  }

  private static CosmosClientBuilder clientBuilder() {
    return new CosmosClientBuilder()
        .endpoint(ACCOUNT.endpoint())
        .key(ACCOUNT.key())
        .gatewayMode()
        .consistencyLevel(ConsistencyLevel.SESSION);
  }

  private void container(String container, String key) {
    database.createContainer(new CosmosContainerProperties(container, key));
  }

  BlogStoreBuilder storeBuilder() {
    return BlogStore.builder().database(database).names(names).feedSize(FEED_SIZE);
  }

  BlogStore store() {
    return storeBuilder().build();
  }

  BlogChangeFeedBuilder changeFeed(BlogStore store) {
    return BlogChangeFeed.builder()
        .store(store)
        .names(names)
        .client(ASYNC_CLIENT, name)
        .pollInterval(Duration.ofMillis(50));
  }

  /** An upgrade without bound, for which no time passes. */
  BlogUpgradeBuilder upgrade() {
    return upgrade(store());
  }

  BlogUpgradeBuilder upgrade(BlogStore store) {
    BlogUpgradeBuilder upgrade =
        BlogUpgrade.builder()
            .store(store)
            .database(database)
            .names(names)
            .dateProperty("dateCreated")
            .requestUnitsPerSecond(1e9)
            .time(new Time(LATER, System::nanoTime, wait -> {}));
    return names.equals(BESIDE_FORMER) ? upgrade.formerUsers("users") : upgrade;
  }

  ViewRebuildBuilder rebuild(BlogStore store) {
    return ViewRebuild.builder()
        .store(store)
        .database(database)
        .names(names)
        .requestUnitsPerSecond(1e9)
        .time(new Time(LATER, System::nanoTime, wait -> {}));
  }

  VerifyReport verified() throws InterruptedException {
    return BlogVerifier.builder()
        .store(store())
        .requestUnitsPerSecond(1e9)
        .time(new Time(LATER, System::nanoTime, wait -> {}))
        .build()
        .verify();
  }

  /** Creates an item from JSON in single quotes. */
  void create(String container, String json) {
    database.getContainer(container).createItem(read(json));
  }

  static ObjectNode read(String json) {
    try {
      return (ObjectNode) JSON.readTree(json.replace('\'', '"'));
    } catch (IOException e) {
      throw new IllegalArgumentException(json, e);
    }
  }

  List<JsonNode> items(String container) {
    return database
        .getContainer(container)
        .queryItems("SELECT * FROM c", new CosmosQueryRequestOptions(), JsonNode.class)
        .stream()
        .toList();
  }

  List<JsonNode> items(String container, String type) {
    return items(container).stream()
        .filter(item -> item.path("type").asText().equals(type))
        .toList();
  }

  /** The version of every item, and what each container indexes. */
  Map<String, String> versions() {
    Map<String, String> all = new TreeMap<>();
    for (CosmosContainerProperties container : database.readAllContainers().stream().toList()) {
      String key = container.getPartitionKeyDefinition().getPaths().get(0).substring(1);
      String indexed =
          container.getIndexingPolicy().getIncludedPaths().stream()
              .map(IncludedPath::getPath)
              .sorted()
              .collect(Collectors.joining(" "));
      all.put(container.getId(), indexed);
      for (JsonNode item : items(container.getId())) {
        all.put(
            container.getId() + "/" + item.path(key).asText() + "/" + item.path("id").asText(),
            item.path("_etag").asText());
      }
    }
    return all;
  }
}
