package dev.cosmoslocal.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.Headers;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests on items that the test suites of other SDKs and emulators send. */
class OtherSuitesItemsTest {
  private static final String DOCS = "dbs/db/colls/c/docs";

  private final Rest rest = new Rest(5);

  @BeforeEach
  void make() {
    rest.send("POST", "dbs", "{'id':'db'}");
    rest.send("POST", "dbs/db/colls", Rest.settings("c", ""));
  }

  private static Map<AsciiString, String> in(String key, String... more) {
    Map<AsciiString, String> headers = new HashMap<>(Map.of(Headers.PARTITION_KEY, key));
    for (int i = 0; i < more.length; i += 2) {
      headers.put(AsciiString.of(more[i]), more[i + 1]);
    }
    return headers;
  }

  private ApiResponse create(String item, String key) {
    return rest.send("POST", DOCS, in(key), item);
  }

  private ApiResponse get(String path) {
    return rest.send("GET", path, in("[\"p\"]"), "");
  }

  private static JsonNode json(ApiResponse response) {
    return Json.parse(response.body());
  }

  private ApiResponse bulk(String operations) {
    return rest.send(
        "POST",
        DOCS,
        Map.of(
            Headers.BATCH,
            "true",
            Headers.BATCH_CONTINUE,
            "true",
            Headers.PARTITION_KEY,
            "['p']".replace('\'', '"')),
        operations);
  }

  private ApiResponse batch(String operations, String... headers) {
    Map<AsciiString, String> all = in("[\"p\"]", headers);
    all.put(Headers.BATCH, "true");
    all.put(Headers.BATCH_ATOMIC, "true");
    return rest.send("POST", DOCS, all, operations);
  }

  private String byRid(String rid) {
    String container = rest.json("GET", "dbs/db/colls/c", "").path("_self").asText();
    return container.substring(0, container.length() - 1) + "/docs/" + rid;
  }

  @Test
  void anItemIsReadReplacedPatchedAndDeletedByItsResourceId() {
    JsonNode made = json(create("{'id':'1','pk':'p'}", "[\"p\"]"));
    String path = byRid(made.path("_rid").asText());
    assertThat(path + "/").isEqualTo(made.path("_self").asText());
    assertThat(json(get(path)).path("id").asText()).isEqualTo("1");
    assertThat(rest.send("PUT", path, in("[\"p\"]"), "{'id':'1','pk':'p','n':2}").status())
        .isEqualTo(200);
    String patch = "{'operations':[{'op':'incr','path':'/n','value':1}]}";
    assertThat(rest.send("PATCH", path, in("[\"p\"]"), patch).status()).isEqualTo(200);
    assertThat(json(get(DOCS + "/1")).path("n").asInt()).isEqualTo(3);
    assertThat(rest.send("GET", path, in("[\"q\"]"), "").status()).isEqualTo(404);
    assertThat(rest.send("DELETE", path, in("[\"p\"]"), "").status()).isEqualTo(204);
    assertThat(get(path).status()).isEqualTo(404);
    assertThat(get(DOCS + "/1").status()).isEqualTo(404);
  }

  @Test
  void anIdMayBeUsedUnderTheResourceIdOfTheContainer() {
    create("{'id':'1','pk':'p'}", "[\"p\"]");
    assertThat(get(byRid("1")).status()).isEqualTo(200);
  }

  /** Returns the rows of all pages. */
  private ArrayNode query(String query) {
    Map<AsciiString, String> headers = new HashMap<>();
    headers.put(Headers.QUERY, "true");
    headers.put(Headers.CONTENT_TYPE, "application/query+json");
    headers.put(Headers.CROSS_PARTITION, "true");
    ArrayNode rows = Json.array();
    String continuation;
    do {
      ApiResponse page = rest.send("POST", DOCS, headers, query);
      assertThat(page.status()).isEqualTo(200);
      json(page).path("Documents").forEach(rows::add);
      continuation = page.headers().get(Headers.CONTINUATION);
      headers.put(Headers.CONTINUATION, continuation == null ? "" : continuation);
    } while (continuation != null);
    return rows;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'query':'SELECT * FROM c WHERE c.pk = []'}",
        "{'query':'SELECT * FROM c WHERE c.pk IN ([])'}",
        "{'query':'SELECT * FROM c WHERE c.pk = {}'}",
        "{'query':'SELECT * FROM c WHERE c.pk = @p','parameters':[{'name':'@p','value':[]}]}",
        "{'query':'SELECT * FROM c WHERE c.pk = @p','parameters':[{'name':'@p','value':{'a':1}}]}"
      })
  void aFilterOnThePartitionKeyMayHaveAnArrayOrAnObject(String query) {
    create("{'id':'1','pk':'p'}", "[\"p\"]");
    assertThat(query(query)).isEmpty();
  }

  @Test
  void keysThatAreObjectsOrArraysCountAsUndefined() {
    assertThat(create("{'id':'1','pk':{'a':1}}", "[{}]").status()).isEqualTo(201);
    assertThat(create("{'id':'2','pk':[1]}", "[{}]").status()).isEqualTo(201);
    assertThat(create("{'id':'3'}", "[{}]").status()).isEqualTo(201);
    assertThat(query("{'query':'SELECT VALUE c.id FROM c WHERE c.pk = {\\'a\\':1}'}"))
        .hasToString("[\"1\"]");
    assertThat(query("{'query':'SELECT VALUE c.id FROM c WHERE c.pk IN ([1], 7)'}"))
        .hasToString("[\"2\"]");
    assertThat(rest.send("GET", DOCS + "/1", in("[{}]"), "").status()).isEqualTo(200);
    assertThat(create("{'id':'4','pk':{'a':1}}", "[{\"a\":1}]").status()).isEqualTo(400);
  }

  @Test
  void aReplaceCanChangeTheId() {
    JsonNode made = json(create("{'id':'1','pk':'p'}", "[\"p\"]"));
    create("{'id':'taken','pk':'p'}", "[\"p\"]");
    String renamed = "{'id':'2','pk':'p'}";
    ApiResponse done = rest.send("PUT", DOCS + "/1", in("[\"p\"]"), renamed);
    assertThat(done.status()).isEqualTo(200);
    assertThat(json(done).path("_rid")).isEqualTo(made.path("_rid"));
    assertThat(get(DOCS + "/1").status()).isEqualTo(404);
    assertThat(get(DOCS + "/2").status()).isEqualTo(200);
    String other = "{'id':'taken','pk':'p'}";
    assertThat(rest.send("PUT", DOCS + "/2", in("[\"p\"]"), other).status()).isEqualTo(409);
    assertThat(create("{'id':'1','pk':'p'}", "[\"p\"]").status()).isEqualTo(201);
    assertThat(query("{'query':'SELECT VALUE c.id FROM c'}")).hasSize(3);
  }

  @Test
  void aBatchCanSwapIds() {
    create("{'id':'1','pk':'p','n':1}", "[\"p\"]");
    create("{'id':'2','pk':'p','n':2}", "[\"p\"]");
    ApiResponse done =
        batch(
            """
            [{'operationType':'Replace','id':'1','resourceBody':{'id':'3','pk':'p','n':1}},
             {'operationType':'Replace','id':'2','resourceBody':{'id':'1','pk':'p','n':2}},
             {'operationType':'Replace','id':'3','resourceBody':{'id':'2','pk':'p','n':1}}]
            """);
    assertThat(done.status()).isEqualTo(200);
    assertThat(json(get(DOCS + "/1")).path("n").asInt()).isEqualTo(2);
    assertThat(json(get(DOCS + "/2")).path("n").asInt()).isEqualTo(1);
    assertThat(get(DOCS + "/3").status()).isEqualTo(404);
    assertThat(query("{'query':'SELECT VALUE c.id FROM c'}")).hasSize(2);
  }

  /** SDK for JavaScript, changeFeed.spec.ts and changeFeedIterator of a whole container. */
  @Test
  void theChangeFeedOfAllPartitionsIsReadPageByPage() {
    List<String> read = new ArrayList<>();
    String tag = changes("", read);
    assertThat(read).isEmpty();
    for (int i = 0; i < 20; i++) {
      create("{'id':'" + i + "','pk':'" + i + "'}", "[\"" + i + "\"]");
    }
    tag = changes(tag, read);
    assertThat(read).hasSize(20).doesNotHaveDuplicates();
    create("{'id':'last','pk':'p'}", "[\"p\"]");
    String end = changes(tag, read);
    assertThat(read).hasSize(21).endsWith("last");
    changes(end, read);
    assertThat(read).hasSize(21);
    List<String> sinceNow = new ArrayList<>();
    changes(changes("*", sinceNow), sinceNow);
    assertThat(sinceNow).isEmpty();
  }

  @Test
  void aBusyPartitionDoesNotDelayChangesOfOthers() {
    List<String> read = new ArrayList<>();
    String tag = changes("", read);
    for (int i = 0; i < 20; i++) {
      create("{'id':'" + i + "','pk':'" + i + "'}", "[\"" + i + "\"]");
    }
    for (int page = 0; page < 20; page++) {
      for (String busy : List.of("0", "5", "13")) {
        rest.send(
            "POST",
            DOCS,
            in("[\"" + busy + "\"]", "x-ms-documentdb-is-upsert", "True"),
            "{'id':'" + busy + "','pk':'" + busy + "'}");
      }
      ApiResponse next = feed(Headers.IF_NONE_MATCH, tag);
      tag = next.headers().get(Headers.ETAG);
      read.addAll(json(next).path("Documents").findValuesAsText("id"));
    }
    assertThat(Set.copyOf(read)).hasSize(20);
  }

  @Test
  void theFirstResponseFromAPointInTimeHasOnlyPositions() {
    create("{'id':'before','pk':'p'}", "[\"p\"]");
    String time = "Thu, 01 Jan 2026 00:00:00 GMT";
    ApiResponse opened = feed(Headers.IF_MODIFIED_SINCE, time);
    assertThat(opened.status()).isEqualTo(200);
    assertThat(json(opened).path("Documents")).isEmpty();
    List<String> read = new ArrayList<>();
    changes(opened.headers().get(Headers.ETAG), read);
    assertThat(read).containsExactly("before");
    ApiResponse later = feed(Headers.IF_MODIFIED_SINCE, "Fri, 01 Jan 2100 00:00:00 GMT");
    assertThat(later.status()).isEqualTo(304);
    changes(later.headers().get(Headers.ETAG), read);
    assertThat(read).containsExactly("before");
  }

  private ApiResponse feed(AsciiString header, String value) {
    return rest.send(
        "GET",
        DOCS,
        Map.of(Headers.A_IM, "Incremental Feed", header, value, Headers.MAX_ITEM_COUNT, "3"),
        "");
  }

  /** Reads all pages until there are no changes. */
  private String changes(String tag, List<String> read) {
    String from = tag;
    for (int pages = 0; pages < 100; pages++) {
      ApiResponse page = feed(Headers.IF_NONE_MATCH, from);
      assertThat(page.status()).isIn(200, 304);
      from = page.headers().get(Headers.ETAG);
      assertThat(from).isNotNull();
      if (page.status() == 304) {
        return from;
      }
      read.addAll(json(page).path("Documents").findValuesAsText("id"));
    }
    throw new AssertionError("The feed has no end.");
  }

  /** SDK for Java, BulkExecutor and CosmosBulkItemRequestOptions. */
  @Test
  void bulkOperationsCanRequestMinimalResponses() {
    ApiResponse done =
        bulk(
            """
            [{'operationType':'Create','partitionKey':'[\\'p\\']','minimalReturnPreference':true,
              'resourceBody':{'id':'1','pk':'p'}},
             {'operationType':'Create','partitionKey':'[\\'p\\']',
              'resourceBody':{'id':'2','pk':'p'}},
             {'operationType':'Read','partitionKey':'[\\'p\\']','minimalReturnPreference':true,
              'id':'1'}]
            """);
    JsonNode outcomes = json(done);
    assertThat(outcomes.findValuesAsText("statusCode")).containsExactly("201", "201", "200");
    assertThat(outcomes.path(0).has("resourceBody")).isFalse();
    assertThat(outcomes.path(1).has("resourceBody")).isTrue();
    assertThat(outcomes.path(2).has("resourceBody")).isTrue();
  }

  @Test
  void aBulkOperationOnAContainerWithoutAKeyHasAnEmptyOne() {
    rest.send(
        "POST", "dbs/db/colls", Map.of(Headers.VERSION, "2017-02-22"), "{'id':'unpartitioned'}");
    ApiResponse done =
        rest.send(
            "POST",
            "dbs/db/colls/unpartitioned/docs",
            Map.of(Headers.BATCH, "true", Headers.BATCH_CONTINUE, "true"),
            "[{'operationType':'Create','partitionKey':'[]','resourceBody':{'id':'1'}}]");
    assertThat(json(done).findValuesAsText("statusCode")).containsExactly("201");
  }

  @Test
  void aBulkReadWithTheCurrentEntityTagReturns304() {
    String tag =
        create("{'id':'1','pk':'p'}", "[\"p\"]").headers().get(Headers.ETAG).replace("\"", "");
    ObjectNode read =
        Json.object().put("operationType", "Read").put("id", "1").put("partitionKey", "[\"p\"]");
    for (String condition : List.of("ifMatch", "ifNoneMatch")) {
      ObjectNode asked = read.deepCopy().put(condition, '"' + tag + '"');
      JsonNode outcome = json(bulk(Json.array().add(asked).toString())).path(0);
      assertThat(outcome.path("statusCode").asInt()).as(condition).isEqualTo(304);
      assertThat(outcome.has("resourceBody")).as(condition).isFalse();
    }
    JsonNode other = json(bulk(Json.array().add(read.put("ifMatch", "\"x\"")).toString()));
    assertThat(other.path(0).path("statusCode").asInt()).isEqualTo(200);
  }

  /** SDK for Java, TransactionalBatchTest#batchSessionTokenPropertiesTest. */
  @Test
  void aBatchThatReadsWaitsForItsSessionToken() {
    ApiResponse made = create("{'id':'1','pk':'p'}", "[\"p\"]");
    String token = made.headers().get(AsciiString.of("x-ms-session-token"));
    String future = token.substring(0, token.indexOf('#')) + "#1000";
    String read = "[{'operationType':'Read','id':'1'}]";
    assertThat(batch(read, "x-ms-session-token", token).status()).isEqualTo(200);
    ApiResponse refused = batch(read, "x-ms-session-token", future);
    assertThat(refused.status()).isEqualTo(404);
    assertThat(refused.headers().get(Headers.SUB_STATUS)).isEqualTo("1002");
    String write = "[{'operationType':'Upsert','resourceBody':{'id':'1','pk':'p'}}]";
    assertThat(batch(write, "x-ms-session-token", future).status()).isEqualTo(200);
  }

  /** SDK for JavaScript, ttl.spec.ts. */
  @ParameterizedTest
  @CsvSource({"-10, 400", "0, 400", "1.5, 400", "-1, 201", "5, 201"})
  void theTimeToLiveOfAnItemIsCheckedInEveryContainer(String ttl, int status) {
    assertThat(create("{'id':'1','pk':'p','ttl':" + ttl + "}", "[\"p\"]").status())
        .isEqualTo(status);
  }

  @Test
  void responsesContainTheirPhysicalPartition() {
    ApiResponse made = create("{'id':'1','pk':'p'}", "[\"p\"]");
    String token = made.headers().get(AsciiString.of("x-ms-session-token"));
    assertThat(made.headers().get(Headers.PARTITION_RANGE))
        .isEqualTo(token.substring(0, token.indexOf(':')));
    ApiResponse query = rest.send("POST", DOCS, asQuery(), "{'query':'SELECT * FROM c'}");
    ApiResponse batch =
        batch(
            "[{'operationType':'Read','id':'1','partitionKey':'[\\'p\\']'},"
                + "{'operationType':'Read','id':'2','partitionKey':'[\\'p\\']'}]");
    assertThat(batch.status()).isEqualTo(207);
    for (ApiResponse answer : List.of(get(DOCS + "/1"), get(DOCS), query, batch)) {
      assertThat(answer.headers().get(Headers.PARTITION_RANGE))
          .isEqualTo(made.headers().get(Headers.PARTITION_RANGE));
    }
  }

  @Test
  void systemPropertiesAreOmittedOnRequest() {
    create("{'id':'1','pk':'p'}", "[\"p\"]");
    Map<AsciiString, String> headers = in("[\"p\"]", "x-ms-exclude-system-properties", "True");
    JsonNode expected = Json.parse("{\"id\":\"1\",\"pk\":\"p\"}");
    assertThat(json(rest.send("GET", DOCS + "/1", headers, ""))).isEqualTo(expected);
    assertThat(json(rest.send("PUT", DOCS + "/1", headers, "{'id':'1','pk':'p'}")))
        .isEqualTo(expected);
    assertThat(json(rest.send("GET", DOCS, headers, "")).at("/Documents/0")).isEqualTo(expected);
    assertThat(json(get(DOCS + "/1")).has("_rid")).isTrue();
  }

  @Test
  void systemPropertiesAreOmittedFromWritesBatchesAndQueries() {
    String[] plain = {"x-ms-exclude-system-properties", "True"};
    JsonNode expected = Json.parse("{\"id\":\"1\",\"pk\":\"p\"}");
    assertThat(json(rest.send("POST", DOCS, in("[\"p\"]", plain), "{'id':'1','pk':'p'}")))
        .isEqualTo(expected);
    String read = "[{'operationType':'Read','id':'1','partitionKey':'[\\'p\\']'}]";
    Map<AsciiString, String> asBulk = in("[\"p\"]", plain);
    asBulk.put(Headers.BATCH, "true");
    assertThat(json(rest.send("POST", DOCS, asBulk, read)).at("/0/resourceBody"))
        .isEqualTo(expected);
    Map<AsciiString, String> asBatch = new HashMap<>(asBulk);
    asBatch.put(Headers.BATCH_ATOMIC, "true");
    assertThat(json(rest.send("POST", DOCS, asBatch, read)).at("/0/resourceBody"))
        .isEqualTo(expected);
    assertThat(queried("SELECT * FROM c", plain)).isEqualTo(expected);
    assertThat(queried("SELECT VALUE c.id FROM c", plain).asText()).isEqualTo("1");
  }

  /** Returns the rows of a rewritten query; clients break ties by the _rid of each row. */
  @Test
  void systemPropertiesAreOmittedFromRowsThatAClientMerges() {
    String rid = json(create("{'id':'1','pk':'p'}", "[\"p\"]")).path("_rid").asText();
    String rewritten =
        "SELECT c._rid, [{\\\"item\\\": c.id}] AS orderByItems, %s AS payload FROM c";
    JsonNode row = queried(rewritten.formatted("c"), "x-ms-exclude-system-properties", "True");
    assertThat(row.path("_rid").asText()).isEqualTo(rid);
    assertThat(row.path("payload").toString()).isEqualTo("{\"id\":\"1\",\"pk\":\"p\"}");
    JsonNode value = queried(rewritten.formatted("c.id"), "x-ms-exclude-system-properties", "True");
    assertThat(value.path("payload").asText()).isEqualTo("1");
    assertThat(queried(rewritten.formatted("c")).at("/payload/_rid").asText()).isEqualTo(rid);
  }

  private JsonNode queried(String query, String... headers) {
    Map<AsciiString, String> all = in("[\"p\"]", headers);
    all.put(Headers.QUERY, "True");
    all.put(Headers.CONTENT_TYPE, "application/query+json");
    return json(rest.send("POST", DOCS, all, "{\"query\":\"" + query + "\"}")).at("/Documents/0");
  }

  @Test
  void anUnknownBatchOperationMemberIsRejectedByName() {
    String operation =
        "[{'operationType':'Upsert','resourceBody':{'id':'1','pk':'p'},"
            + "'partitionKey':'[\\'p\\']','indexingDirective':'Exclude'}]";
    for (ApiResponse refused : List.of(batch(operation), bulk(operation))) {
      assertThat(refused.status()).isEqualTo(400);
      assertThat(json(refused).path("message").asText()).contains("indexingDirective");
    }
    assertThat(get(DOCS + "/1").status()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          condition | {'condition':5,'operations':[{'op':'set','path':'/n','value':2}]}
          condition | {'condition':false,'operations':[{'op':'set','path':'/n','value':2}]}
          condition | {'condition':{},'operations':[{'op':'set','path':'/n','value':2}]}
          Condition | {'Condition':'FROM c WHERE false','operations':[{'op':'remove','path':'/n'}]}
          ifMatch   | {'ifMatch':'x','operations':[{'op':'set','path':'/n','value':2}]}
          if        | {'operations':[{'op':'set','path':'/n','value':2,'if':'c.n = 0'}]}
          Value     | [{'op':'set','path':'/n','value':2,'Value':3}]
          """)
  void aPatchIsNotAppliedWithoutItsCondition(String named, String patch) {
    create("{'id':'1','pk':'p','n':1}", "[\"p\"]");
    String operation =
        "[{'operationType':'Patch','id':'1','partitionKey':'[\\'p\\']','resourceBody':%s}]";
    List<ApiResponse> refused = new ArrayList<>();
    refused.add(rest.send("PATCH", DOCS + "/1", in("[\"p\"]"), patch));
    if (patch.startsWith("{")) {
      refused.add(batch(operation.formatted(patch)));
    }
    for (ApiResponse answer : refused) {
      assertThat(answer.status()).isEqualTo(400);
      assertThat(json(answer).path("message").asText()).contains(named);
    }
    bulk(operation.formatted(patch));
    assertThat(json(get(DOCS + "/1")).path("n").asInt()).isEqualTo(1);
  }

  @Test
  void aNullConditionCountsAsMissing() {
    create("{'id':'1','pk':'p','n':1}", "[\"p\"]");
    String patch = "{'condition':null,'operations':[{'op':'set','path':'/n','value':2}]}";
    assertThat(rest.send("PATCH", DOCS + "/1", in("[\"p\"]"), patch).status()).isEqualTo(200);
    String operation =
        "[{'operationType':'Upsert','resourceBody':{'id':'1','pk':'p'},"
            + "'partitionKey':'[\\'p\\']','ifMatch':null,'ifNoneMatch':null}]";
    assertThat(batch(operation).status()).isEqualTo(200);
    assertThat(json(bulk(operation)).at("/0/statusCode").asInt()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ifMatch", "ifNoneMatch"})
  void aBatchOperationIsNotRunWithoutItsEntityTag(String condition) {
    create("{'id':'1','pk':'p','n':1}", "[\"p\"]");
    String operation =
        "[{'operationType':'Upsert','resourceBody':{'id':'1','pk':'p'},"
            + "'partitionKey':'[\\'p\\']','"
            + condition
            + "':5}]";
    ApiResponse refused = batch(operation);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(json(refused).path("message").asText()).contains(condition);
    assertThat(json(bulk(operation)).at("/0/statusCode").asInt()).isEqualTo(400);
    assertThat(json(get(DOCS + "/1")).path("n").asInt()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          Parameters | {'query':'SELECT * FROM c','Parameters':[]}
          parameters | {'query':'SELECT * FROM c','parameters':{'name':'@p','value':1}}
          parameters | {'query':'SELECT * FROM c','parameters':'@p'}
          Value      | {'query':'SELECT * FROM c','parameters':[{'name':'@p','Value':1}]}
          """)
  void anUnknownQueryMemberIsRejectedByName(String named, String query) {
    ApiResponse refused = rest.send("POST", DOCS, asQuery(), query);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(json(refused).path("message").asText()).contains(named);
  }

  /** SDK for .NET, SqlQuerySpec. */
  @Test
  void theMembersOfAQueryThatClientsSendAreAccepted() {
    String query = "{'query':'SELECT * FROM c','clientQLCompatibilityLevel':0,'parameters':%s}";
    assertThat(rest.send("POST", DOCS, asQuery(), query.formatted("null")).status()).isEqualTo(200);
    assertThat(rest.send("POST", DOCS, asQuery(), query.formatted("[]")).status()).isEqualTo(200);
  }

  private static Map<AsciiString, String> asQuery() {
    Map<AsciiString, String> headers = in("[\"p\"]");
    headers.put(Headers.QUERY, "True");
    headers.put(Headers.CONTENT_TYPE, "application/query+json");
    return headers;
  }

  /** SDK for Java, CosmosPatchTest and its message. */
  @Test
  void aPatchBelowAMissingPathReportsThePath() {
    create("{'id':'1','pk':'p'}", "[\"p\"]");
    String patch = "{'operations':[{'op':'add','path':'/a/b/c','value':1}]}";
    ApiResponse refused = rest.send("PATCH", DOCS + "/1", in("[\"p\"]"), patch);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(json(refused).path("message").asText())
        .contains(
            "Add Operation only support adding a leaf node of an existing node(array or object), no"
                + " path found beyond: 'a'");
  }
}
