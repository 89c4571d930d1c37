package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosContainerRequestOptions;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.CosmosUserProperties;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.PartitionKeyBuilder;
import com.azure.cosmos.models.PartitionKeyDefinition;
import com.azure.cosmos.models.PartitionKeyDefinitionVersion;
import com.azure.cosmos.models.PartitionKind;
import com.azure.cosmos.models.ThroughputProperties;
import com.azure.cosmos.models.UniqueKey;
import com.azure.cosmos.models.UniqueKeyPolicy;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.request.RequestKind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SdkMetadataTest {
  @RegisterExtension static final SdkEmulator emulator = new SdkEmulator(LocalCosmos.builder());

  /** As in the SDK's QueryValidationTests. */
  @Test
  void aContainerHasNoConflicts() {
    emulator.container("peaceful");
    try (CosmosAsyncClient client = emulator.asyncClient()) {
      CosmosAsyncContainer container = client.getDatabase("db").getContainer("peaceful");
      assertThat(container.readAllConflicts(null).byPage(1).blockFirst().getResults()).isEmpty();
      assertThat(
              container
                  .queryConflicts("SELECT TOP 1 * FROM c", null)
                  .byPage(1)
                  .blockFirst()
                  .getResults())
          .isEmpty();
    }
  }

  @Test
  void databasesAreCreatedListedAndDeleted() {
    CosmosClient client = emulator.client();
    client.createDatabase("other");
    assertThatThrownBy(() -> client.createDatabase("other")).isInstanceOf(CosmosException.class);
    assertThat(client.readAllDatabases().stream().map(d -> d.getId())).contains("db", "other");
    assertThat(
            client.queryDatabases(
                "SELECT * FROM d WHERE d.id = 'other'", new CosmosQueryRequestOptions()))
        .hasSize(1);
    client.getDatabase("other").delete();
    assertThatThrownBy(() -> client.getDatabase("other").read())
        .isInstanceOfSatisfying(
            CosmosException.class, e -> assertThat(e.getStatusCode()).isEqualTo(404));
  }

  /** The service has a path with this segment: {@code operations/partitionkeydelete}. */
  @Test
  void resourcesCanHaveTheIdOperations() {
    CosmosDatabase database = database("operations");
    database.createContainer("operations", "/pk");
    CosmosContainer container = database.getContainer("operations");
    container.createItem(SdkEmulator.item("operations", "p"));
    PartitionKey key = new PartitionKey("p");
    assertThat(container.readItem("operations", key, ObjectNode.class).getItem().path("id"))
        .hasToString("\"operations\"");
    assertThat(container.queryItems("SELECT * FROM c", null, ObjectNode.class)).hasSize(1);
    assertThat(
            container
                .deleteAllItemsByPartitionKey(key, new CosmosItemRequestOptions())
                .getStatusCode())
        .isEqualTo(200);
    database.createUser(new CosmosUserProperties().setId("operations"));
    assertThat(database.getUser("operations").read().getProperties().getId())
        .isEqualTo("operations");
    database.delete();
  }

  /** SDK for Java, ContainerQueryTest and StoredProcedureQueryTest count the pages. */
  @Test
  void listsComeInPagesOfTheRequestedSize() {
    CosmosDatabase paged = database("paged");
    for (int n = 0; n < 5; n++) {
      paged.createContainer("c" + n, "/pk");
    }
    assertThat(paged.readAllContainers().iterableByPage(2)).hasSize(3);
    assertThat(
            paged
                .queryContainers("SELECT * FROM c WHERE c.id <> 'c0'")
                .iterableByPage(2)
                .iterator()
                .next()
                .getResults())
        .hasSize(2);
    assertThat(paged.readAllContainers().stream().map(CosmosContainerProperties::getId))
        .containsExactlyInAnyOrder("c0", "c1", "c2", "c3", "c4");
  }

  /** SDK for JavaScript, offer.spec.ts; the containers of a database with throughput share it. */
  @Test
  void aContainerHasDefaultThroughputUnlessItsDatabaseSharesThroughput() {
    CosmosDatabase own = database("own-throughput");
    own.createContainer("c", "/pk");
    assertThat(own.getContainer("c").readThroughput().getProperties().getManualThroughput())
        .isEqualTo(400);
    emulator.client().createDatabase("shared", ThroughputProperties.createManualThroughput(1000));
    CosmosDatabase shared = emulator.client().getDatabase("shared");
    shared.createContainer("c", "/pk");
    assertThatThrownBy(() -> shared.getContainer("c").readThroughput())
        .isInstanceOfSatisfying(
            CosmosException.class, e -> assertThat(e.getStatusCode()).isEqualTo(400));
  }

  @Test
  void readingAContainerReportsUsageOnRequest() {
    CosmosContainer counted = emulator.container("counted");
    counted.createItem(SdkEmulator.item("1", "p"));
    var headers =
        counted
            .read(new CosmosContainerRequestOptions().setQuotaInfoEnabled(true))
            .getResponseHeaders();
    assertThat(headers)
        .containsEntry("x-ms-documentdb-collection-index-transformation-progress", "100");
    assertThat(headers.get("x-ms-resource-usage")).contains("documentsCount=1;");
    assertThat(counted.read().getResponseHeaders()).doesNotContainKey("x-ms-resource-usage");
  }

  /**
   * Otherwise, a token of one container could be ahead of the other's state. That would cause a
   * 404/1002, after which the SDK forgets both.
   */
  @Test
  void containersInSeveralDatabasesHaveTheirOwnSessions() {
    RequestCounter unavailable =
        new RequestCounter(r -> r.status() == 404 && r.kind() == RequestKind.READ_ITEM);
    try (SdkEmulator own = new SdkEmulator(LocalCosmos.builder().listener(unavailable))) {
      own.client().createDatabase("other");
      own.client().getDatabase("other").createContainer("c", "/pk");
      CosmosContainer few = own.client().getDatabase("other").getContainer("c");
      CosmosContainer many = own.container("c");
      few.createItem(SdkEmulator.item("0", "p"));
      for (int n = 0; n < 5; n++) {
        many.createItem(SdkEmulator.item("" + n, "p"));
      }
      few.readItem("0", new PartitionKey("p"), JsonNode.class);
      assertThat(unavailable.totals().requests()).isZero();
    }
  }

  private static CosmosDatabase database(String id) {
    emulator.client().createDatabase(id);
    return emulator.client().getDatabase(id);
  }

  @Test
  void containersOfTheSameNameInTwoDatabasesHaveTheirOwnSessions() {
    emulator.client().createDatabase("one");
    emulator.client().createDatabase("two");
    CosmosContainer busy = itemsOf("one");
    CosmosContainer quiet = itemsOf("two");
    for (int i = 0; i < 3; i++) {
      busy.createItem(SdkEmulator.item("i" + i, "a"));
    }
    quiet.createItem(SdkEmulator.item("i", "a"));
    busy.createItem(SdkEmulator.item("last", "a"));

    assertThat(quiet.readItem("i", new PartitionKey("a"), JsonNode.class).getStatusCode())
        .isEqualTo(200);
  }

  private static CosmosContainer itemsOf(String database) {
    emulator.client().getDatabase(database).createContainer("items", "/pk");
    return emulator.client().getDatabase(database).getContainer("items");
  }

  @Test
  void aContainerKeepsItsSettings() {
    CosmosContainerProperties properties =
        new CosmosContainerProperties("settings", "/a/b").setDefaultTimeToLiveInSeconds(100);
    properties.setUniqueKeyPolicy(
        new UniqueKeyPolicy().setUniqueKeys(List.of(new UniqueKey(List.of("/e")))));
    CosmosContainer container = emulator.container(properties);
    CosmosContainerProperties read = container.read().getProperties();
    assertThat(read.getPartitionKeyDefinition().getPaths()).containsExactly("/a/b");
    assertThat(read.getDefaultTimeToLiveInSeconds()).isEqualTo(100);
    assertThat(read.getIndexingPolicy().getIncludedPaths()).hasSize(1);
    read.setDefaultTimeToLiveInSeconds(50);
    assertThat(container.replace(read).getProperties().getDefaultTimeToLiveInSeconds())
        .isEqualTo(50);
    read.setUniqueKeyPolicy(new UniqueKeyPolicy());
    assertThatThrownBy(() -> container.replace(read))
        .isInstanceOfSatisfying(
            CosmosException.class, e -> assertThat(e.getStatusCode()).isEqualTo(403));
    assertThat(
            emulator.database().readAllContainers().stream().map(CosmosContainerProperties::getId))
        .contains("settings");
  }

  @Test
  void throughputIsStoredAndCanBeReplaced() {
    CosmosDatabase database = emulator.database();
    database.createContainerIfNotExists(
        "manual", "/pk", ThroughputProperties.createManualThroughput(400));
    CosmosContainer manual = database.getContainer("manual");
    assertThat(manual.readThroughput().getProperties().getManualThroughput()).isEqualTo(400);
    assertThat(manual.readThroughput().getMinThroughput()).isEqualTo(400);
    manual.replaceThroughput(ThroughputProperties.createManualThroughput(500));
    assertThat(manual.readThroughput().getProperties().getManualThroughput()).isEqualTo(500);
    database.createContainerIfNotExists(
        "auto", "/pk", ThroughputProperties.createAutoscaledThroughput(4000));
    assertThat(database.getContainer("auto").readThroughput().getMinThroughput()).isEqualTo(1_000);
    assertThat(
            database
                .getContainer("auto")
                .readThroughput()
                .getProperties()
                .getAutoscaleMaxThroughput())
        .isEqualTo(4000);
  }

  @Test
  void itemsAreFoundByHierarchicalKeysAndTheirPrefixes() {
    PartitionKeyDefinition key =
        new PartitionKeyDefinition()
            .setPaths(List.of("/tenant", "/user"))
            .setKind(PartitionKind.MULTI_HASH)
            .setVersion(PartitionKeyDefinitionVersion.V2);
    CosmosContainer items = emulator.container(new CosmosContainerProperties("levels", key));
    for (int i = 0; i < 12; i++) {
      ObjectNode item =
          SdkEmulator.item("i" + i, "x").put("tenant", "t" + i % 2).put("user", "u" + i % 3);
      items.createItem(item);
    }
    PartitionKey full = new PartitionKeyBuilder().add("t0").add("u0").build();
    PartitionKey prefix = new PartitionKeyBuilder().add("t0").build();
    assertThat(items.readItem("i0", full, JsonNode.class).getStatusCode()).isEqualTo(200);
    assertThat(count(items, new CosmosQueryRequestOptions().setPartitionKey(full))).isEqualTo(2);
    assertThat(count(items, new CosmosQueryRequestOptions().setPartitionKey(prefix))).isEqualTo(6);
    FeedRange range = FeedRange.forLogicalPartition(full);
    assertThat(count(items, new CosmosQueryRequestOptions().setFeedRange(range))).isEqualTo(2);
    assertThat(count(items, new CosmosQueryRequestOptions())).isEqualTo(12);
  }

  @Test
  void aQueryWithoutFromReturnsOneRow() {
    CosmosContainer items = emulator.container("none");
    assertThat(
            items.queryItems("SELECT VALUE 1 + 1", new CosmosQueryRequestOptions(), Integer.class))
        .containsExactly(2);
  }

  @Test
  void aSessionAheadOfTheEmulatorIsNotAvailable() {
    CosmosContainer items = emulator.container("session");
    String token = items.createItem(SdkEmulator.item("1", "a")).getSessionToken();
    String ahead = token.substring(0, token.indexOf('#')) + "#99999";
    assertThatThrownBy(
            () ->
                items.readItem(
                    "1",
                    new PartitionKey("a"),
                    new CosmosItemRequestOptions().setSessionToken(ahead),
                    JsonNode.class))
        .isInstanceOfSatisfying(
            CosmosException.class,
            e -> {
              assertThat(e.getStatusCode()).isEqualTo(404);
              assertThat(e.getSubStatusCode()).isEqualTo(1002);
            });
  }

  private static long count(CosmosContainer items, CosmosQueryRequestOptions options) {
    return items.queryItems("SELECT * FROM c", options, JsonNode.class).stream().count();
  }
}
