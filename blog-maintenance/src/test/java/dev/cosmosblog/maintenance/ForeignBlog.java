package dev.cosmosblog.maintenance;

import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.IncludedPath;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.BlogChangeFeedBuilder;
import dev.cosmosblog.maintenance.internal.RunTimer;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogDatabaseBuilder;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.config.ContainerNames;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/** A database that another program made. */
final class ForeignBlog implements AutoCloseable {
  static final int FRONT_PAGE_SIZE = 3;

  /** As in the article's V1 and V2, {@code users} is by {@code /id}, and ours has another name. */
  static final ContainerNames BESIDE_FORMER =
      new ContainerNames("members", "posts", "feed", "leases");

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Later than any reservation of a test may be on its way. */
  static final RunTimer AT_ONCE =
      new RunTimer(
          Clock.offset(Clock.systemUTC(), Duration.ofHours(1)), System::nanoTime, time -> {});

  final CosmosDatabase database;
  final ContainerNames names;
  private final TestBackend backend;

  private ForeignBlog(TestBackend backend, ContainerNames names) {
    this.backend = backend;
    this.names = names;
    this.database = backend.freshDatabase();
  }

  /** With the containers of V1 and V2. */
  static ForeignBlog withFormerUsers(TestBackend backend) {
    ForeignBlog blog = new ForeignBlog(backend, BESIDE_FORMER);
    blog.container("users", "/id");
    blog.container("posts", "/postId");
    return blog;
  }

  /** With the containers of V3. */
  static ForeignBlog withUsersByUserId(TestBackend backend) {
    ForeignBlog blog = new ForeignBlog(backend, ContainerNames.DEFAULT);
    blog.container("users", "/userId");
    blog.container("posts", "/postId");
    blog.container("feed", "/type");
    return blog;
  }

  private void container(String container, String key) {
    database.createContainer(new CosmosContainerProperties(container, key));
  }

  BlogDatabaseBuilder databaseBuilder() {
    return BlogDatabase.builder()
        .clients(backend.client(), backend.asyncClient(), database.getId())
        .containerNames(names)
        .frontPageSize(FRONT_PAGE_SIZE);
  }

  BlogDatabase connected() {
    return databaseBuilder().build();
  }

  /** Creates what the library needs, and waits until the indexes are complete. */
  void provision() {
    BlogDatabase blog = connected();
    blog.provision();
    Awaitility.await("the indexes")
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> blog.schema().indexProgress() >= 100);
  }

  BlogStore store() {
    return BlogStore.on(connected());
  }

  BlogChangeFeedBuilder changeFeed() {
    return BlogChangeFeed.builder(connected()).pollInterval(Duration.ofMillis(50));
  }

  /** An upgrade without a budget, for which no time passes. */
  BlogUpgradeBuilder upgrade() {
    return upgrade(connected());
  }

  BlogUpgradeBuilder upgrade(BlogDatabase blog) {
    BlogUpgradeBuilder upgrade =
        BlogUpgrade.builder(blog)
            .dateProperty("dateCreated")
            .requestUnitsPerSecond(1e9)
            .timer(AT_ONCE);
    return names.equals(BESIDE_FORMER) ? upgrade.formerUsers("users") : upgrade;
  }

  ViewRebuildBuilder rebuild() {
    return rebuild(connected());
  }

  ViewRebuildBuilder rebuild(BlogDatabase blog) {
    return ViewRebuild.builder(blog).requestUnitsPerSecond(1e9).timer(AT_ONCE);
  }

  MaintenanceReport verified() throws InterruptedException {
    return BlogVerifier.builder(connected())
        .requestUnitsPerSecond(1e9)
        .timer(AT_ONCE)
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

  @Override
  public void close() {
    database.delete();
  }
}
