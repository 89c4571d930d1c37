package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.CosmosStoredProcedureRequestOptions;
import com.azure.cosmos.models.CosmosStoredProcedureResponse;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.TriggerOperation;
import com.azure.cosmos.models.TriggerType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * SampleStoredProcedure of Azure-Samples/azure-cosmos-java-sql-api-samples, and scripts as in
 * Microsoft Learn, "How to write stored procedures, triggers, and user-defined functions in Azure
 * Cosmos DB" and "How to register and use" them.
 */
class SdkSamplesScriptsTest {
  @RegisterExtension
  static final SdkEmulator emulator =
      new SdkEmulator(LocalCosmos.builder().scriptTime(Duration.ofMinutes(1)));

  @Test
  void aProcedureCreatesAnItem() {
    CosmosContainer container =
        emulator.container(new CosmosContainerProperties("SprocTestContainer", "/id"));
    CosmosStoredProcedureProperties definition =
        new CosmosStoredProcedureProperties(
            "createMyDocument",
            """
            function createMyDocument() {
              var documentToCreate = {"id":"test_doc"}
              var context = getContext();
              var collection = context.getCollection();
              var accepted = collection.createDocument(collection.getSelfLink(), documentToCreate,
                function (err, documentCreated) {
                  if (err) throw new Error('Error' + err.message);
                  context.getResponse().setBody(documentCreated.id)
                });
              if (!accepted) return;
            }
            """);
    container
        .getScripts()
        .createStoredProcedure(definition, new CosmosStoredProcedureRequestOptions());
    assertThat(container.getScripts().readAllStoredProcedures())
        .extracting(CosmosStoredProcedureProperties::getId)
        .containsExactly("createMyDocument");

    CosmosStoredProcedureRequestOptions options = new CosmosStoredProcedureRequestOptions();
    options.setPartitionKey(new PartitionKey("test_doc"));
    CosmosStoredProcedureResponse response =
        container.getScripts().getStoredProcedure("createMyDocument").execute(null, options);
    assertThat(response.getStatusCode()).isEqualTo(200);
    assertThat(response.getResponseAsString()).isEqualTo("\"test_doc\"");
    assertThat(response.getRequestCharge()).isPositive();
    assertThat(
            container
                .readItem("test_doc", new PartitionKey("test_doc"), JsonNode.class)
                .getStatusCode())
        .isEqualTo(200);
    container.getScripts().getStoredProcedure("createMyDocument").delete();
    assertThat(container.getScripts().readAllStoredProcedures()).isEmpty();
  }

  /**
   * Creates items as long as calls are accepted, and returns their number so that the client can
   * continue.
   */
  @Test
  void aProcedureImportsAsManyItemsAsItCan() {
    SdkScripts scripts = new SdkScripts(emulator.container("import"));
    String items =
        "[" + String.join(",", IntStream.range(0, 300).mapToObj(n -> "{}").toList()) + "]";
    CosmosStoredProcedureResponse response =
        scripts.call(
            "p",
            """
            function bulkImport(text) {
              var collection = getContext().getCollection();
              var items = JSON.parse(text);
              var count = 0;
              if (items.length == 0) { getContext().getResponse().setBody(0); return; }
              tryCreate(items[count], callback);
              function tryCreate(item, callback) {
                item.pk = 'p';
                var accepted = collection.createDocument(collection.getSelfLink(), item, callback);
                if (!accepted) getContext().getResponse().setBody(count);
              }
              function callback(err, item, options) {
                if (err) throw err;
                count++;
                if (count >= items.length) getContext().getResponse().setBody(count);
                else tryCreate(items[count], callback);
              }
            }
            """,
            items);
    assertThat(response.getResponseAsString()).isEqualTo("300");
    assertThat(count(scripts.container())).isEqualTo(300);
  }

  @Test
  void aProcedureDeletesTheResultsOfAQueryPageByPage() {
    SdkScripts scripts = new SdkScripts(emulator.container("delete"));
    IntStream.range(0, 250).forEach(n -> scripts.container().createItem(toDo("d" + n)));
    CosmosStoredProcedureResponse response =
        scripts.call(
            "p",
            """
            function bulkDelete(query) {
              var collection = getContext().getCollection();
              var link = collection.getSelfLink();
              var body = { deleted: 0, continuation: true };
              queryAndDelete();
              function queryAndDelete(continuation) {
                var accepted = collection.queryDocuments(link, query, {continuation: continuation},
                  function (err, found, options) {
                    if (err) throw err;
                    if (found.length > 0) deleteAll(found);
                    else if (options.continuation) queryAndDelete(options.continuation);
                    else { body.continuation = false; answer(); }
                  });
                if (!accepted) answer();
              }
              function deleteAll(found) {
                if (found.length == 0) { queryAndDelete(); return; }
                var accepted = collection.deleteDocument(found[0]._self, {}, function (err) {
                  if (err) throw err;
                  body.deleted++;
                  found.shift();
                  deleteAll(found);
                });
                if (!accepted) answer();
              }
              function answer() { getContext().getResponse().setBody(body); }
            }
            """,
            "SELECT c._self FROM c WHERE c.done = false");
    assertThat(response.getResponseAsString())
        .isEqualTo("{\"deleted\":250,\"continuation\":false}");
    assertThat(count(scripts.container())).isZero();
  }

  @Test
  void aPreTriggerStampsAnItemAndAPostTriggerCountsIt() {
    SdkScripts scripts = new SdkScripts(emulator.container("triggers"));
    scripts.container().createItem(SdkEmulator.item("_metadata", "p").put("created", 0));
    String stamp =
        scripts.trigger(
            TriggerType.PRE,
            TriggerOperation.CREATE,
            """
            function validateToDoItemTimestamp() {
              var request = getContext().getRequest();
              var item = request.getBody();
              if (!("timestamp" in item)) item["timestamp"] = new Date().getTime();
              request.setBody(item);
            }
            """);
    String count =
        scripts.trigger(
            TriggerType.POST,
            TriggerOperation.CREATE,
            """
            function updateMetadata() {
              var context = getContext();
              var container = context.getCollection();
              var created = context.getResponse().getBody();
              var query = 'SELECT * FROM root r WHERE r.id = "_metadata"';
              var accepted = container.queryDocuments(container.getSelfLink(), query,
                function (err, items) {
                  if (err) throw new Error("Error" + err.message);
                  if (items.length != 1) throw 'Unable to find metadata document';
                  var metadata = items[0];
                  metadata.created += 1;
                  metadata.last = [created.id];
                  var replaced = container.replaceDocument(metadata._self, metadata,
                    function (err) { if (err) throw "Unable to update metadata, abort"; });
                  if (!replaced) throw "Unable to update metadata, abort";
                });
              if (!accepted) throw "Unable to update metadata, abort";
            }
            """);
    CosmosItemRequestOptions options =
        new CosmosItemRequestOptions()
            .setPreTriggerInclude(List.of(stamp))
            .setPostTriggerInclude(List.of(count));
    PartitionKey key = new PartitionKey("p");
    scripts.container().createItem(toDo("first"), key, options);
    scripts.container().createItem(toDo("second"), key, options);
    JsonNode metadata = scripts.container().readItem("_metadata", key, JsonNode.class).getItem();
    assertThat(metadata.path("created").intValue()).isEqualTo(2);
    assertThat(metadata.path("last")).hasToString("[\"second\"]");
    assertThat(
            scripts
                .container()
                .readItem("first", key, JsonNode.class)
                .getItem()
                .path("timestamp")
                .isNumber())
        .isTrue();
  }

  @Test
  void aFunctionIsUsedInAQuery() {
    SdkScripts scripts = new SdkScripts(emulator.container("incomes"));
    scripts.function(
        "Tax",
        """
        function tax(income) {
          if (income == undefined) throw 'no input';
          if (income < 1000) return income * 0.1;
          else if (income < 10000) return income * 0.2;
          else return income * 0.4;
        }
        """);
    for (int income : List.of(500, 5_000, 60_000)) {
      scripts.container().createItem(SdkEmulator.item("i" + income, "p").put("income", income));
    }
    assertThat(
            scripts
                .container()
                .queryItems(
                    "SELECT VALUE t.id FROM Incomes t WHERE udf.Tax(t.income) > 20000",
                    new CosmosQueryRequestOptions(),
                    String.class))
        .containsExactly("i60000");
  }

  private static ObjectNode toDo(String id) {
    return SdkEmulator.item(id, "p").put("category", "Personal").put("done", false);
  }

  private static int count(CosmosContainer container) {
    return container
        .queryItems("SELECT VALUE COUNT(1) FROM c", new CosmosQueryRequestOptions(), Integer.class)
        .iterator()
        .next();
  }
}
