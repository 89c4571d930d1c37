package dev.cosmoslocal.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.Headers;
import io.netty.util.AsciiString;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Conditions of item reads and writes, alone and in batches. */
class ItemConditionsTest {
  private static final String DOCS = "dbs/db/colls/c/docs";

  private final Rest rest = new Rest(1);

  @BeforeEach
  void make() {
    rest.send("POST", "dbs", "{'id':'db'}");
    rest.send("POST", "dbs/db/colls", Rest.settings("c", ""));
    upsert("{'id':'1','pk':'p'}", Headers.PREFER, "");
  }

  private ApiResponse send(String path, Map<AsciiString, String> headers, String body) {
    Map<AsciiString, String> all = new HashMap<>(headers);
    all.put(Headers.PARTITION_KEY, "[\"p\"]");
    return rest.send("POST", path, all, body);
  }

  private ApiResponse upsert(String item, AsciiString header, String value) {
    return send(DOCS, Map.of(Headers.UPSERT, "true", header, value), item);
  }

  private ApiResponse batch(JsonNode operations) {
    return send(
        DOCS, Map.of(Headers.BATCH, "true", Headers.BATCH_ATOMIC, "true"), operations.toString());
  }

  private static ObjectNode operation(String type, String id) {
    return Json.object().put("operationType", type).put("id", id);
  }

  private static String statuses(ApiResponse response) {
    return response.status()
        + " "
        + String.join(" ", Json.parse(response.body()).findValuesAsText("statusCode"));
  }

  /** SDK for .NET, RequestOptions.IfNoneMatchEtag, and an item that must not exist. */
  @Test
  void anUpsertWithIfNoneMatchKeepsTheExistingItem() {
    String tag = upsert("{'id':'1','pk':'p'}", Headers.PREFER, "").headers().get(Headers.ETAG);
    assertThat(upsert("{'id':'1','pk':'p'}", Headers.IF_NONE_MATCH, "*").status()).isEqualTo(412);
    assertThat(upsert("{'id':'1','pk':'p'}", Headers.IF_NONE_MATCH, tag).status()).isEqualTo(412);
    assertThat(upsert("{'id':'1','pk':'p'}", Headers.IF_NONE_MATCH, "\"x\"").status())
        .isEqualTo(200);
    assertThat(upsert("{'id':'2','pk':'p'}", Headers.IF_NONE_MATCH, "*").status()).isEqualTo(201);
  }

  /**
   * SDK for Java, TransactionalBatchTest#batchSessionTokenPropertiesTest, and SDK for .NET,
   * BatchSinglePartitionKeyTests.RunBatchSessionTokenPropertiesTestAsync: the other operations
   * succeed and report so.
   */
  @ParameterizedTest
  @ValueSource(strings = {"ifMatch", "ifNoneMatch"})
  void a304DoesNotFailABatch(String condition) {
    String tag = upsert("{'id':'1','pk':'p'}", Headers.PREFER, "").headers().get(Headers.ETAG);
    ArrayNode operations = Json.array();
    ObjectNode create = Json.object().put("operationType", "Create");
    create.set("resourceBody", Json.object().put("id", "new").put("pk", "p"));
    operations.add(create).add(operation("Read", "1").put(condition, tag));
    operations.add(operation("Read", "1"));
    ApiResponse response = batch(operations);
    assertThat(statuses(response)).isEqualTo("207 201 304 200");
    assertThat(Json.parse(response.body()).path(1).has("resourceBody")).isFalse();
    assertThat(response.headers()).containsKey(Headers.CONTENT_PATH);
    assertThat(statuses(batch(Json.array().add(operation("Read", "new"))))).isEqualTo("200 200");
  }

  @Test
  void aReadInABatchWithAnOldEntityTagReturnsTheItem() {
    for (String condition : new String[] {"ifMatch", "ifNoneMatch"}) {
      ObjectNode read = operation("Read", "1").put(condition, "\"other\"");
      assertThat(statuses(batch(Json.array().add(read)))).as(condition).isEqualTo("200 200");
    }
  }

  /**
   * SDK for Java, TransactionalBatchTest#batchServerResponseTooLarge, and SDK for .NET,
   * BatchSinglePartitionKeyTests.BatchServerResponseTooLargeAsync.
   */
  @Test
  void aBatchWithATooLargeResponseIsRolledBack() {
    upsert("{'id':'1','pk':'p','x':'" + "y".repeat(1024 * 1024) + "'}", Headers.PREFER, "");
    ArrayNode operations = Json.array().add(operation("Delete", "1"));
    ObjectNode again = Json.object().put("operationType", "Create");
    again.set(
        "resourceBody",
        Json.object().put("id", "1").put("pk", "p").put("x", "z".repeat(1024 * 1024)));
    operations.add(again);
    for (int i = 0; i < 8; i++) {
      operations.add(operation("Read", "1"));
    }
    assertThat(statuses(batch(operations))).isEqualTo("207" + " 424".repeat(9) + " 413");
    JsonNode left = Json.parse(batch(Json.array().add(operation("Read", "1"))).body());
    assertThat(left.at("/0/resourceBody/x").asText()).startsWith("y");
  }

  /**
   * Microsoft Learn, "Unique key constraints": a missing value counts as null, of which there may
   * be one.
   */
  @Test
  void onlyOneItemCanOmitAUniqueKey() {
    rest.send(
        "POST",
        "dbs/db/colls",
        Rest.settings("unique", ",'uniqueKeyPolicy':{'uniqueKeys':[{'paths':['/a']}]}"));
    String docs = "dbs/db/colls/unique/docs";
    assertThat(send(docs, Map.of(), "{'id':'1','pk':'p'}").status()).isEqualTo(201);
    assertThat(send(docs, Map.of(), "{'id':'2','pk':'p','a':null}").status()).isEqualTo(409);
    assertThat(send(docs, Map.of(), "{'id':'3','pk':'p','a':1}").status()).isEqualTo(201);
  }

  /** SDK for Java, IndexingDirective. */
  @ParameterizedTest
  @CsvSource({"Include, 201", "exclude, 201", "Default, 201", "Sometimes, 400"})
  void anUnknownIndexingDirectiveIsRefused(String directive, int status) {
    Map<AsciiString, String> headers = Map.of(AsciiString.of("x-ms-indexing-directive"), directive);
    assertThat(send(DOCS, headers, "{'id':'i','pk':'p'}").status()).isEqualTo(status);
  }
}
