package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.CosmosStoredProcedureRequestOptions;
import com.azure.cosmos.models.CosmosStoredProcedureResponse;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.PartitionKeyDefinition;
import com.azure.cosmos.models.PartitionKeyDefinitionVersion;
import com.azure.cosmos.models.UniqueKey;
import com.azure.cosmos.models.UniqueKeyPolicy;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SdkItemsTest {
  @RegisterExtension static final SdkEmulator cosmos = SdkEmulator.shared();

  private static CosmosContainer items;

  @BeforeAll
  static void createContainer() {
    items = cosmos.container("items");
  }

  @Test
  void aCreatedItemIsReadWithItsSystemProperties() {
    CosmosItemResponse<ObjectNode> created =
        items.createItem(SdkEmulator.item("c1", "a").put("n", 1.5));
    ObjectNode read = read("c1", "a").getItem();
    assertThat(created.getStatusCode()).isEqualTo(201);
    assertThat(created.getSessionToken()).matches("[0-4]:-1#[0-9]+");
    assertThat(read.path("n").doubleValue()).isEqualTo(1.5);
    assertThat(read.path("_etag").textValue()).isEqualTo(created.getETag());
    assertThat(read.path("_ts").longValue()).isPositive();
    assertThat(read.path("_rid").textValue()).hasSize(24);
    assertThat(read.path("_self").textValue()).startsWith("dbs/").contains("/docs/");
  }

  /**
   * The ids and responses of the SDK's own CosmosItemIdEncodingTest, for direct mode and the
   * compute gateway.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "This is a test",
        "  Test",
        "Test   ",
        "WithUnicode鱀",
        "WithAllowedSpecial,=.:~+-@()^${}[]!_Chars",
        "BQE1D3PdG4N4bzU9TKaCIM3qc0TVcZ2-Y3jnsRfwdHC1ombkX3F1dot-"
            + "SG0-UTq9AbgdX3kOWoP6qL6lJqWeKgV3zwWWPZO",
        "IdEndingWithPercentEncodedWhitespace%20",
        "WithPercentEncodedSpecialChar%E9%B1%80",
        "Disallowed?Chars",
        "Disallowed#Chars",
        "With\rCarriageReturn",
        "With\tTab",
        "With\nLineFeed",
        "a b+c%é€😀=\"'|&*<>;`"
      })
  void anItemWithAnyLegalIdIsWrittenReadAndDeleted(String id) {
    PartitionKey key = new PartitionKey(id);
    ObjectNode item = SdkEmulator.item(id, id);
    assertThat(items.createItem(item, key, null).getStatusCode()).isEqualTo(201);
    assertThat(read(id, id).getItem().path("id").textValue()).isEqualTo(id);
    assertThat(items.replaceItem(item, id, key, null).getStatusCode()).isEqualTo(200);
    assertThat(delete(id, id, new CosmosItemRequestOptions()).getStatusCode()).isEqualTo(204);
  }

  @Test
  void creatingTwiceConflicts() {
    items.createItem(SdkEmulator.item("twice", "a"));
    assertStatus(409, 0, () -> items.createItem(SdkEmulator.item("twice", "a")));
    assertThat(items.createItem(SdkEmulator.item("twice", "b")).getStatusCode()).isEqualTo(201);
  }

  @Test
  void aMissingItemIsNotFound() {
    assertStatus(404, 0, () -> read("missing", "a"));
    assertStatus(404, 0, () -> delete("missing", "a", new CosmosItemRequestOptions()));
    assertStatus(
        404,
        0,
        () ->
            items.replaceItem(
                SdkEmulator.item("missing", "a"),
                "missing",
                new PartitionKey("a"),
                new CosmosItemRequestOptions()));
  }

  /** As in the SDK's CosmosNotFoundTests. */
  @Test
  void anItemOfAMissingContainerIsNotFound() {
    CosmosContainer gone = cosmos.container("gone");
    gone.createItem(SdkEmulator.item("1", "a"));
    gone.delete();
    assertStatus(404, 0, () -> gone.readItem("1", new PartitionKey("a"), ObjectNode.class));
    CosmosContainer never = cosmos.database().getContainer("never");
    assertStatus(404, 1003, () -> never.readItem("1", new PartitionKey("a"), ObjectNode.class));
  }

  @Test
  void anUpsertCreatesThenReplaces() {
    assertThat(items.upsertItem(SdkEmulator.item("u", "a")).getStatusCode()).isEqualTo(201);
    assertThat(items.upsertItem(SdkEmulator.item("u", "a").put("n", 2)).getStatusCode())
        .isEqualTo(200);
    assertThat(read("u", "a").getItem().path("n").intValue()).isEqualTo(2);
  }

  @Test
  void aReplaceWithAnOldEntityTagIsRefused() {
    String first = items.createItem(SdkEmulator.item("e", "a")).getETag();
    CosmosItemRequestOptions ifFirst = new CosmosItemRequestOptions().setIfMatchETag(first);
    items.replaceItem(SdkEmulator.item("e", "a").put("n", 1), "e", new PartitionKey("a"), ifFirst);
    CosmosItemRequestOptions again = new CosmosItemRequestOptions().setIfMatchETag(first);
    assertStatus(
        412,
        0,
        () -> items.replaceItem(SdkEmulator.item("e", "a"), "e", new PartitionKey("a"), again));
    assertStatus(
        412, 0, () -> delete("e", "a", new CosmosItemRequestOptions().setIfMatchETag(first)));
    assertThat(read("e", "a").getItem().path("n").intValue()).isEqualTo(1);
  }

  @Test
  void readingWithTheCurrentEntityTagReturnsNoContentAndCostsOneRu() {
    ObjectNode large = SdkEmulator.item("n", "a").put("text", "x".repeat(50_000));
    String tag = items.createItem(large).getETag();
    CosmosItemResponse<ObjectNode> response =
        items.readItem(
            "n",
            new PartitionKey("a"),
            new CosmosItemRequestOptions().setIfNoneMatchETag(tag),
            ObjectNode.class);
    assertThat(response.getStatusCode()).isEqualTo(304);
    assertThat(response.getItem()).isNull();
    assertThat(response.getRequestCharge()).isEqualTo(1);
  }

  @Test
  void aDeletedItemIsGone() {
    items.createItem(SdkEmulator.item("d", "a"));
    assertThat(delete("d", "a", new CosmosItemRequestOptions()).getStatusCode()).isEqualTo(204);
    assertStatus(404, 0, () -> read("d", "a"));
  }

  @Test
  void aPartitionKeyThatDiffersFromTheItemsIsRefused() {
    assertStatus(
        400,
        1001,
        () ->
            items.createItem(
                SdkEmulator.item("x", "a"), new PartitionKey("b"), new CosmosItemRequestOptions()));
  }

  @Test
  void anItemOfThreeMegabytesIsTooLarge() {
    assertStatus(
        413, 0, () -> items.createItem(SdkEmulator.item("big", "a").put("t", "x".repeat(3 << 20))));
    assertStatus(
        413, 0, () -> items.createItem(SdkEmulator.item("big", "a").put("t", "x".repeat(5 << 20))));
    assertThat(items.createItem(SdkEmulator.item("small", "a")).getStatusCode()).isEqualTo(201);
  }

  @Test
  void writeResponsesHaveNoContentUnlessRequested() {
    CosmosItemResponse<ObjectNode> response =
        items.createItem(
            SdkEmulator.item("quiet", "a"),
            new PartitionKey("a"),
            new CosmosItemRequestOptions().setContentResponseOnWriteEnabled(false));
    assertThat(response.getItem()).isNull();
    assertThat(response.getETag()).isNotEmpty();
  }

  @Test
  void everyTypeOfPartitionKeyFindsItsItem() {
    for (PartitionKey key :
        List.of(
            new PartitionKey(1.5),
            new PartitionKey(true),
            PartitionKey.NONE,
            new PartitionKey(null))) {
      ObjectNode item = SdkEmulator.item("k", "a");
      item.remove("pk");
      if (!key.equals(PartitionKey.NONE)) {
        item.putPOJO("pk", keyValue(key));
      }
      items.createItem(item, key, new CosmosItemRequestOptions());
      assertThat(items.readItem("k", key, ObjectNode.class).getStatusCode())
          .as("%s", key)
          .isEqualTo(200);
    }
  }

  @ParameterizedTest
  @EnumSource(PartitionKeyDefinitionVersion.class)
  void longPartitionKeysAreDistinct(PartitionKeyDefinitionVersion version) {
    PartitionKeyDefinition definition = new PartitionKeyDefinition();
    definition.setPaths(List.of("/pk")).setVersion(version);
    CosmosContainer container =
        cosmos.container(new CosmosContainerProperties("long" + version, definition));
    for (int length : new int[] {50, 100, 101, 102, 500, 2_048}) {
      String key = "k".repeat(length);
      container.createItem(SdkEmulator.item("same", key));
      assertThat(
              container
                  .readItem("same", new PartitionKey(key), ObjectNode.class)
                  .getItem()
                  .path("pk")
                  .textValue())
          .isEqualTo(key);
    }
    assertThat(
            container.queryItems(
                "SELECT * FROM c", new CosmosQueryRequestOptions(), ObjectNode.class))
        .hasSize(6);
    assertStatus(400, 0, () -> container.createItem(SdkEmulator.item("1", "k".repeat(2_049))));
  }

  @Test
  void aUniqueKeyIsEnforcedWithinALogicalPartition() {
    CosmosContainerProperties properties = new CosmosContainerProperties("unique", "/pk");
    properties.setUniqueKeyPolicy(
        new UniqueKeyPolicy().setUniqueKeys(List.of(new UniqueKey(List.of("/email")))));
    CosmosContainer unique = cosmos.container(properties);
    unique.createItem(SdkEmulator.item("1", "a").put("email", "x"));
    assertStatus(409, 0, () -> unique.createItem(SdkEmulator.item("2", "a").put("email", "x")));
    assertThat(unique.createItem(SdkEmulator.item("2", "b").put("email", "x")).getStatusCode())
        .isEqualTo(201);
    unique.deleteItem("1", new PartitionKey("a"), new CosmosItemRequestOptions());
    assertThat(unique.createItem(SdkEmulator.item("3", "a").put("email", "x")).getStatusCode())
        .isEqualTo(201);
  }

  @Test
  void aUniqueKeyIsEnforcedAfterAnIncrement() {
    CosmosContainer unique = uniqueNumbers("incremented");
    unique.createItem(SdkEmulator.item("1", "a").put("n", 5));
    unique.createItem(SdkEmulator.item("2", "a").put("n", 4));

    assertStatus(
        409,
        0,
        () ->
            unique.patchItem(
                "2",
                new PartitionKey("a"),
                CosmosPatchOperations.create().increment("/n", 1),
                ObjectNode.class));
  }

  @Test
  void aUniqueKeyIsEnforcedAfterAnotherItemTookItOver() {
    CosmosContainer unique = uniqueNumbers("taken");
    unique.createItem(SdkEmulator.item("expiring", "a").put("n", 5).put("ttl", 1));
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                unique
                    .queryItems(
                        "SELECT * FROM c", new CosmosQueryRequestOptions(), ObjectNode.class)
                    .stream()
                    .findAny()
                    .isEmpty());
    unique.createItem(SdkEmulator.item("next", "a").put("n", 5));
    assertStatus(409, 0, () -> unique.createItem(SdkEmulator.item("third", "a").put("n", 5)));

    unique.createItem(SdkEmulator.item("other", "a").put("n", 6));
    CosmosBatch swap = CosmosBatch.createCosmosBatch(new PartitionKey("a"));
    swap.replaceItemOperation("next", SdkEmulator.item("next", "a").put("n", 7));
    swap.replaceItemOperation("other", SdkEmulator.item("other", "a").put("n", 5));
    swap.replaceItemOperation("next", SdkEmulator.item("next", "a").put("n", 6));
    assertThat(unique.executeCosmosBatch(swap).isSuccessStatusCode()).isTrue();
    for (int taken : List.of(5, 6)) {
      assertStatus(409, 0, () -> unique.createItem(SdkEmulator.item("new", "a").put("n", taken)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"{n: 6}", "{n: 7, ttl: 0}"})
  void aRefusedChangeOfAnIdInAScriptLeavesTheItem(String properties) {
    CosmosContainer unique = uniqueNumbers("renamed" + properties.length());
    CosmosItemResponse<ObjectNode> item = unique.createItem(SdkEmulator.item("a", "p").put("n", 5));
    unique.createItem(SdkEmulator.item("c", "p").put("n", 6));
    String body =
        """
        function (link) {
          var next = Object.assign({id: 'b', pk: 'p'}, %s);
          getContext().getCollection().replaceDocument(link, next, function (err) {
            getContext().getResponse().setBody(err.number);
          });
        }\
        """
            .formatted(properties);
    unique.getScripts().createStoredProcedure(new CosmosStoredProcedureProperties("rename", body));
    String link =
        unique
            .readItem("a", new PartitionKey("p"), ObjectNode.class)
            .getItem()
            .path("_self")
            .textValue();

    CosmosStoredProcedureResponse done =
        unique
            .getScripts()
            .getStoredProcedure("rename")
            .execute(
                List.of(link),
                new CosmosStoredProcedureRequestOptions().setPartitionKey(new PartitionKey("p")));

    assertThat(done.getResponseAsString()).isIn("409", "400");
    assertThat(unique.readItem("a", new PartitionKey("p"), ObjectNode.class).getETag())
        .isEqualTo(item.getETag());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"c = 1", "c IN ('a')", "c > 1", "STARTSWITH(c, 'a')", "c BETWEEN 1 AND 2"})
  void anItemIsNoNumberOrText(String condition) {
    items.upsertItem(SdkEmulator.item("whole", "a"));
    assertThat(
            items.queryItems(
                "SELECT * FROM c WHERE " + condition,
                new CosmosQueryRequestOptions(),
                ObjectNode.class))
        .isEmpty();
  }

  private static CosmosContainer uniqueNumbers(String name) {
    CosmosContainerProperties properties = new CosmosContainerProperties(name, "/pk");
    properties.setDefaultTimeToLiveInSeconds(-1);
    properties.setUniqueKeyPolicy(
        new UniqueKeyPolicy().setUniqueKeys(List.of(new UniqueKey(List.of("/n")))));
    return cosmos.container(properties);
  }

  @Test
  void aRecreatedContainerIsFound() {
    CosmosContainer first = cosmos.container("again");
    first.createItem(SdkEmulator.item("1", "a"));
    try (var other = SdkEmulator.builder(cosmos.local()).buildClient()) {
      other.getDatabase(cosmos.database().getId()).getContainer("again").delete();
      other.getDatabase(cosmos.database().getId()).createContainer("again", "/pk");
    }
    assertThat(first.createItem(SdkEmulator.item("1", "a")).getStatusCode()).isEqualTo(201);
  }

  @Test
  void allItemsOfAPartitionKeyAreDeletedAtOnce() {
    items.createItem(SdkEmulator.item("1", "gone"));
    items.createItem(SdkEmulator.item("2", "gone"));
    items.deleteAllItemsByPartitionKey(new PartitionKey("gone"), new CosmosItemRequestOptions());
    assertStatus(404, 0, () -> read("1", "gone"));
    assertStatus(404, 0, () -> read("2", "gone"));
  }

  private static Object keyValue(PartitionKey key) {
    return key.equals(new PartitionKey(1.5))
        ? 1.5
        : key.equals(new PartitionKey(true)) ? true : null;
  }

  private static CosmosItemResponse<ObjectNode> read(String id, String pk) {
    return items.readItem(id, new PartitionKey(pk), ObjectNode.class);
  }

  private static CosmosItemResponse<Object> delete(
      String id, String pk, CosmosItemRequestOptions options) {
    return items.deleteItem(id, new PartitionKey(pk), options);
  }

  private static void assertStatus(int status, int subStatus, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            CosmosException.class,
            e -> {
              assertThat(e.getStatusCode()).isEqualTo(status);
              assertThat(e.getSubStatusCode()).isEqualTo(subStatus);
            });
  }
}
