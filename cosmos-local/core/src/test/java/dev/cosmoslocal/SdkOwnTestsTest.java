package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.implementation.HttpConstants;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchOperationResult;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.CosmosStoredProcedureRequestOptions;
import com.azure.cosmos.models.CosmosTriggerProperties;
import com.azure.cosmos.models.CosmosUserDefinedFunctionProperties;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.PartitionKeyDefinition;
import com.azure.cosmos.models.PartitionKeyDefinitionVersion;
import com.azure.cosmos.models.PartitionKind;
import com.azure.cosmos.models.TriggerOperation;
import com.azure.cosmos.models.TriggerType;
import com.azure.cosmos.models.UniqueKey;
import com.azure.cosmos.models.UniqueKeyPolicy;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Expectations from the SDK's own tests of the service (azure-sdk-for-java, azure-cosmos-tests).
 * Each comment names the test.
 */
class SdkOwnTestsTest {
  private static final PartitionKey KEY = new PartitionKey("p");
  private static final AtomicInteger IDS = new AtomicInteger();

  @RegisterExtension static final SdkEmulator cosmos = SdkEmulator.shared();

  private static CosmosContainer items;

  @BeforeAll
  static void createContainer() {
    items = cosmos.container("items");
  }

  /** PatchTest#itemConditionalPatchSuccess. */
  @Test
  void aConditionalPatchMovesBetweenTheElementsOfAnArray() {
    ObjectNode item = item().put("taskNum", 3).put("description", "d").put("valid", true);
    item.putArray("children").add(SdkEmulator.item("c0", "p")).add(SdkEmulator.item("c1", "p"));
    items.createItem(item);
    String id = item.path("id").textValue();
    CosmosPatchOperations patch =
        CosmosPatchOperations.create()
            .add("/children/1/CamelCase", "1st patch")
            .remove("/description")
            .replace("/taskNum", 4)
            .set("/valid", false)
            .move("/children/1/CamelCase", "/children/0/CamelCase")
            .add("/children/1/CamelCase", "2nd patch");
    assertFails(412, "", () -> patch(id, patch, "from root where root.taskNum = 4"));
    ObjectNode patched = patch(id, patch, "from root where root.taskNum = 3");
    assertThat(patched.at("/children/0/CamelCase").textValue()).isEqualTo("1st patch");
    assertThat(patched.at("/children/1/CamelCase").textValue()).isEqualTo("2nd patch");
    assertThat(patched.has("description")).isFalse();
    assertThat(patched.path("taskNum").intValue()).isEqualTo(4);
    assertThat(patched.path("valid").booleanValue()).isFalse();
  }

  /** PatchTest#itemPatchFailure. */
  @Test
  void aFailedPatchNamesItsReason() {
    ObjectNode item = item();
    items.createItem(item);
    String id = item.path("id").textValue();
    CosmosPatchOperations orphan =
        CosmosPatchOperations.create().add("/nonExistentParent/child", "bar");
    assertFails(
        404, "Resource Not Found", () -> items.patchItem("none", KEY, orphan, ObjectNode.class));
    assertFails(
        400,
        "no path found beyond: 'nonExistentParent'",
        () -> items.patchItem(id, KEY, orphan, ObjectNode.class));
    CosmosPatchItemRequestOptions otherTag = new CosmosPatchItemRequestOptions();
    otherTag.setIfMatchETag("other");
    assertFails(412, "", () -> items.patchItem(id, KEY, orphan, otherTag, ObjectNode.class));
  }

  /**
   * TransactionalBatchTest#batchErrorSessionToken. Operations: r reads an item, m reads a missing
   * item, c creates an item.
   */
  @ParameterizedTest
  @CsvSource({"m, 404", "rm, 424 404", "mr, 404 424", "cm, 424 404", "mc, 404 424"})
  void aBatchWithAReadOfAMissingItemIsNotFoundAndHasASessionToken(String steps, String statuses) {
    items.upsertItem(SdkEmulator.item("known", "p"));
    CosmosException missing = (CosmosException) thrown(() -> read("never"));
    long before = lsn(missing.getResponseHeaders().get(HttpConstants.HttpHeaders.SESSION_TOKEN));
    CosmosBatch batch = CosmosBatch.createCosmosBatch(KEY);
    for (char step : steps.toCharArray()) {
      switch (step) {
        case 'r' -> batch.readItemOperation("known");
        case 'm' -> batch.readItemOperation("never");
        default -> batch.createItemOperation(item());
      }
    }
    CosmosBatchResponse response = items.executeCosmosBatch(batch);
    assertThat(response.getStatusCode()).isEqualTo(404);
    assertThat(response.getResults().stream().map(CosmosBatchOperationResult::getStatusCode))
        .extracting(String::valueOf)
        .containsExactly(statuses.split(" "));
    assertThat(response.getResponseHeaders()).doesNotContainKey(HttpConstants.HttpHeaders.OWNER_ID);
    assertThat(lsn(response.getSessionToken())).isGreaterThanOrEqualTo(before);
  }

  /** UniqueIndexTest#replaceAndDeleteWithUniqueIndex, on items without a partition key. */
  @Test
  void uniqueKeysHoldWhenItemsAreReplacedAndDeleted() {
    CosmosContainerProperties properties = new CosmosContainerProperties("unique", "/mypk");
    properties.setUniqueKeyPolicy(
        new UniqueKeyPolicy()
            .setUniqueKeys(List.of(new UniqueKey(List.of("/name", "/description")))));
    CosmosContainer container = cosmos.container(properties);
    container.createItem(named("1", "عمر خیّام", "poet"));
    container.replaceItem(named("1", "عمر خیّام", "poet"), "1", PartitionKey.NONE, null);
    container.createItem(named("2", "عمر خیّام", "mathematician"));
    assertFails(
        409,
        "",
        () -> container.replaceItem(named("2", "عمر خیّام", "poet"), "2", PartitionKey.NONE, null));
    container.replaceItem(named("1", "Rabindranath Tagore", "poet"), "1", PartitionKey.NONE, null);
    container.deleteItem("1", PartitionKey.NONE, null);
    assertThat(container.createItem(named("1", "عمر خیّام", "poet")).getStatusCode())
        .isEqualTo(201);
  }

  /** CosmosMultiHashTest#invalidPartitionKeys. */
  @Test
  void aHierarchicalKeyHasAtMostThreePaths() {
    PartitionKeyDefinition four =
        new PartitionKeyDefinition()
            .setKind(PartitionKind.MULTI_HASH)
            .setVersion(PartitionKeyDefinitionVersion.V2)
            .setPaths(List.of("/country", "/city", "/zipcode", "/street"));
    assertFails(
        400,
        "Too many partition key paths (4) specified. A maximum of 3 is allowed.",
        () -> cosmos.database().createContainer(new CosmosContainerProperties("four", four)));
  }

  /** CosmosSyncStoredProcTest, executeStoredProcedure and …WithScriptLoggingEnabled. */
  @Test
  void aProcedureRunsWithoutAPartitionKeyAndLogsIfAsked() {
    String body =
        "function() { console.log(\"The value of %s is %s.\", \"x\", 1);"
            + " getContext().getResponse().setBody(\"Success!\"); }";
    items.getScripts().createStoredProcedure(new CosmosStoredProcedureProperties("logs", body));
    CosmosStoredProcedureRequestOptions options = new CosmosStoredProcedureRequestOptions();
    options.setPartitionKey(PartitionKey.NONE);
    var procedure = items.getScripts().getStoredProcedure("logs");
    assertThat(procedure.execute(null, options).getScriptLog()).isNull();
    options.setScriptLoggingEnabled(true);
    assertThat(procedure.execute(null, options).getScriptLog()).isEqualTo("The value of x is 1.");
  }

  /** QueryValidationTests#queryOptionNullValidation. */
  @Test
  void everyListCanBeQueriedWithoutOptions() {
    String query = "Select top 1 * from c";
    items.upsertItem(SdkEmulator.item("known", "p"));
    var scripts = items.getScripts();
    scripts.createStoredProcedure(new CosmosStoredProcedureProperties("s", "function() {}"));
    scripts.createTrigger(
        new CosmosTriggerProperties("t", "function() {}")
            .setTriggerType(TriggerType.PRE)
            .setTriggerOperation(TriggerOperation.CREATE));
    scripts.createUserDefinedFunction(
        new CosmosUserDefinedFunctionProperties("u", "function() {}"));
    assertThat(cosmos.client().queryDatabases(query, null)).hasSize(1);
    assertThat(cosmos.database().queryContainers(query, null)).hasSize(1);
    assertThat(items.queryItems(query, null, ObjectNode.class)).hasSize(1);
    assertThat(scripts.queryStoredProcedures(query, null)).hasSize(1);
    assertThat(scripts.queryTriggers(query, null)).hasSize(1);
    assertThat(scripts.queryUserDefinedFunctions(query, null)).hasSize(1);
  }

  private static ObjectNode item() {
    return SdkEmulator.item("i" + IDS.incrementAndGet(), "p");
  }

  private static ObjectNode named(String id, String name, String description) {
    ObjectNode item = SdkEmulator.item(id, "").put("name", name).put("description", description);
    item.remove("pk");
    return item;
  }

  private static ObjectNode patch(String id, CosmosPatchOperations patch, String predicate) {
    CosmosPatchItemRequestOptions options = new CosmosPatchItemRequestOptions();
    options.setFilterPredicate(predicate);
    return items.patchItem(id, KEY, patch, options, ObjectNode.class).getItem();
  }

  private static void read(String id) {
    items.readItem(id, KEY, ObjectNode.class);
  }

  private static Throwable thrown(ThrowingCallable call) {
    return catchThrowable(call);
  }

  /** The LSN of a session token {@code <range>:<version>#<lsn>}. */
  private static long lsn(String sessionToken) {
    return Long.parseLong(sessionToken.substring(sessionToken.indexOf('#') + 1));
  }

  private static void assertFails(int status, String message, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            CosmosException.class,
            e -> {
              assertThat(e.getStatusCode()).isEqualTo(status);
              assertThat(e.getMessage()).contains(message);
            });
  }
}
