package dev.cosmoslocal;

import static dev.cosmoslocal.SdkEmulator.item;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.cosmos.ChangeFeedProcessor;
import com.azure.cosmos.ChangeFeedProcessorBuilder;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.ChangeFeedProcessorOptions;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosItemIdentity;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.CosmosStoredProcedureRequestOptions;
import com.azure.cosmos.models.CosmosUserProperties;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** Operations on items by a client in direct mode, the default of the SDK. */
@ResourceLock(Resources.SYSTEM_PROPERTIES)
class SdkDirectItemsTest {
  private static final PartitionKey A = new PartitionKey("a");

  @RegisterExtension static final DirectEmulator COSMOS = new DirectEmulator(LocalCosmos.builder());

  @Test
  void anItemIsWrittenAndReadAtItsReplicas() {
    CosmosContainer items = COSMOS.container("points");
    items.createItem(item("1", "a").put("n", 7));
    items.upsertItem(item("1", "a").put("n", 8));
    items.patchItem("1", A, CosmosPatchOperations.create().increment("/n", 1), JsonNode.class);
    var read = items.readItem("1", A, JsonNode.class);
    assertThat(read.getItem().path("n").intValue()).isEqualTo(9);
    assertThat(read.getRequestCharge()).isPositive();
    assertThat(read.getDiagnostics().toString())
        .contains("\"connectionMode\":\"DIRECT\"", "rntbd://localhost:");
    items.deleteItem("1", A, null);
    assertThat(failure(() -> items.readItem("1", A, JsonNode.class)).getStatusCode())
        .isEqualTo(404);
  }

  private static CosmosException failure(ThrowingCallable call) {
    return catchThrowableOfType(CosmosException.class, call);
  }

  @Test
  void idsAndPartitionKeysMayHaveAnyCharacters() {
    CosmosContainer items = COSMOS.container("ids");
    for (String id : List.of("a b+c?%é", "%25", "日本", "\"quoted\"", "a=b&c;d")) {
      items.createItem(item(id, id));
      assertThat(items.readItem(id, new PartitionKey(id), JsonNode.class).getStatusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void queriesAndReadsOfManyItemsRunOverAllPartitions() {
    CosmosContainer items = COSMOS.container("queries");
    IntStream.range(0, 60).forEach(i -> items.createItem(item("i" + i, "p" + i).put("n", i)));
    assertThat(query(items, "SELECT * FROM c WHERE c.n < 50")).hasSize(50);
    assertThat(query(items, "SELECT TOP 3 VALUE c.n FROM c ORDER BY c.n DESC").toString())
        .isEqualTo("[59, 58, 57]");
    assertThat(query(items, "SELECT VALUE COUNT(1) FROM c").toString()).isEqualTo("[60]");
    List<CosmosItemIdentity> some =
        Stream.of("1", "2", "3")
            .map(n -> new CosmosItemIdentity(new PartitionKey("p" + n), "i" + n))
            .toList();
    assertThat(items.readMany(some, JsonNode.class).getResults()).hasSize(3);
  }

  private static List<JsonNode> query(CosmosContainer items, String text) {
    return items.queryItems(text, new CosmosQueryRequestOptions(), JsonNode.class).stream()
        .toList();
  }

  @Test
  void batchesAreAtomicAndBulkRequestsAreNot() {
    CosmosContainer items = COSMOS.container("batches");
    CosmosBatch batch = CosmosBatch.createCosmosBatch(A);
    batch.createItemOperation(item("1", "a"));
    batch.createItemOperation(item("1", "a"));
    assertThat(items.executeCosmosBatch(batch).getStatusCode()).isEqualTo(409);
    assertThat(query(items, "SELECT * FROM c")).isEmpty();
    List<CosmosItemOperation> creates = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      String key = "p" + i;
      creates.add(
          CosmosBulkOperations.getCreateItemOperation(item("1", key), new PartitionKey(key)));
    }
    items
        .executeBulkOperations(creates)
        .forEach(each -> assertThat(each.getResponse().getStatusCode()).isEqualTo(201));
    assertThat(query(items, "SELECT * FROM c")).hasSize(40);
  }

  @Test
  void aStoredProcedureRunsAtThePrimary() {
    CosmosContainer items = COSMOS.container("scripts");
    items
        .getScripts()
        .createStoredProcedure(
            new CosmosStoredProcedureProperties(
                "make",
                "function (n) { console.log('é made ' + n); var c = getContext();"
                    + " c.getCollection().createDocument(c.getCollection().getSelfLink(),"
                    + " {id: n, pk: 'a'}, function (e, d) { c.getResponse().setBody(d.id); }); }"));
    var options = new CosmosStoredProcedureRequestOptions().setPartitionKey(A);
    options.setScriptLoggingEnabled(true);
    var done = items.getScripts().getStoredProcedure("make").execute(List.of("7"), options);
    assertThat(done.getResponseAsString()).isEqualTo("\"7\"");
    assertThat(done.getScriptLog()).isEqualTo("é made 7");
    assertThat(items.readItem("7", A, JsonNode.class).getStatusCode()).isEqualTo(200);
  }

  @Test
  void theChangeFeedReturnsEachChange() {
    CosmosContainer items = COSMOS.container("changes");
    IntStream.range(0, 30).forEach(i -> items.createItem(item("i" + i, "p" + i)));
    var options =
        CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(FeedRange.forFullRange());
    assertThat(items.queryChangeFeed(options, JsonNode.class).stream()).hasSize(30);
  }

  @Test
  void aChangeFeedProcessorReceivesChanges() {
    COSMOS.container("feed");
    COSMOS.client().getDatabase("db").createContainerIfNotExists("leases", "/id");
    Set<String> seen = ConcurrentHashMap.newKeySet();
    try (CosmosAsyncClient client = COSMOS.asyncClient()) {
      var database = client.getDatabase("db");
      ChangeFeedProcessor processor =
          new ChangeFeedProcessorBuilder()
              .hostName("host")
              .options(new ChangeFeedProcessorOptions().setStartFromBeginning(true))
              .feedContainer(database.getContainer("feed"))
              .leaseContainer(database.getContainer("leases"))
              .handleChanges(
                  changes -> changes.forEach(change -> seen.add(change.path("id").asText())))
              .buildChangeFeedProcessor();
      processor.start().block(Duration.ofSeconds(30));
      IntStream.range(0, 20)
          .forEach(i -> COSMOS.container("feed").createItem(item("i" + i, "p" + i)));
      Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> seen.size() == 20);
      processor.stop().block(Duration.ofSeconds(30));
    }
  }

  @Test
  void databasesContainersAndUsersAreRead() {
    COSMOS.container("metadata");
    var database = COSMOS.client().getDatabase("db");
    assertThat(COSMOS.client().readAllDatabases()).hasSize(1);
    assertThat(database.read().getProperties().getId()).isEqualTo("db");
    assertThat(database.readAllContainers()).isNotEmpty();
    assertThat(database.queryContainers("SELECT * FROM c WHERE c.id = 'metadata'")).hasSize(1);
    database.createUser(new CosmosUserProperties().setId("ann"));
    var ann = database.getUser("ann").read().getProperties();
    database.getUser("ann").replace(ann.setId("anna"));
    assertThat(database.readAllUsers()).singleElement().matches(u -> u.getId().equals("anna"));
  }

  @Test
  void aLargeItemIsWrittenAndRead() {
    CosmosContainer items = COSMOS.container("large");
    ObjectNode large = item("1", "a").put("text", "x".repeat(1_900_000));
    items.createItem(large);
    assertThat(items.readItem("1", A, JsonNode.class).getItem().path("text").textValue())
        .hasSize(1_900_000);
    ObjectNode tooLarge = item("2", "a").put("text", "x".repeat(5_000_000));
    assertThat(failure(() -> items.createItem(tooLarge)).getStatusCode()).isEqualTo(413);
    assertThat(items.readItem("1", A, JsonNode.class).getStatusCode()).isEqualTo(200);
  }
}
