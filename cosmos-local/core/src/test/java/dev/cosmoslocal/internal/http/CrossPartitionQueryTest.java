package dev.cosmoslocal.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.throughput.Admission;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.Exchange;
import dev.cosmoslocal.internal.exchange.Headers;
import dev.cosmoslocal.internal.query.parse.QueryException;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CrossPartitionQueryTest {
  private static final int ITEMS = 20;
  private static final List<String> DOCS = List.of("dbs", "db", "colls", "c", "docs");

  private Account account;
  private Router router;

  @BeforeEach
  void fill() {
    useAccount(4);
  }

  private void useAccount(int partitions) {
    account = new Account(Clock.systemUTC(), partitions);
    router =
        Router.of(
            account,
            () -> "",
            new ServerConfig(0, "a2V5", Clock.systemUTC(), () -> "id", served -> {}));
    send("POST", List.of("dbs"), Map.of(), "{\"id\":\"db\"}");
    send(
        "POST",
        List.of("dbs", "db", "colls"),
        Map.of(),
        "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":2}}");
    for (int n = 0; n < ITEMS; n++) {
      String item = "{\"id\":\"%d\",\"pk\":\"p%d\",\"n\":%d}".formatted(n, n, n);
      send("POST", DOCS, Map.of(Headers.PARTITION_KEY, "[\"p" + n + "\"]"), item);
    }
  }

  private ApiResponse send(
      String method, List<String> path, Map<AsciiString, String> headers, String body) {
    HttpHeaders all = new DefaultHttpHeaders();
    headers.forEach(all::add);
    ApiRequest request = new ApiRequest(method, path, all, body.getBytes(StandardCharsets.UTF_8));
    return router.route(request).handler().handle(new Exchange(request, Admission.UNLIMITED));
  }

  private ApiResponse query(String text, String continuation) {
    Map<AsciiString, String> headers =
        Map.of(
            Headers.QUERY,
            "true",
            Headers.CROSS_PARTITION,
            "true",
            Headers.MAX_ITEM_COUNT,
            "3",
            Headers.CONTINUATION,
            continuation,
            Headers.CONTENT_TYPE,
            "application/query+json");
    return send("POST", DOCS, headers, Json.object().put("query", text).toString());
  }

  private ApiResponse all(String continuation) {
    return send(
        "GET", DOCS, Map.of(Headers.MAX_ITEM_COUNT, "3", Headers.CONTINUATION, continuation), "");
  }

  /** Reads one page. */
  private interface Pages {
    ApiResponse page(String continuation);
  }

  private static Set<String> ids(Pages pages) {
    Set<String> ids = new TreeSet<>();
    Optional<String> continuation = Optional.of("");
    while (continuation.isPresent()) {
      ApiResponse response = pages.page(continuation.get());
      JsonNode documents = Json.parse(response.body()).path("Documents");
      assertThat(documents.size()).isLessThanOrEqualTo(3);
      documents.forEach(item -> assertThat(ids.add(item.path("id").asText())).isTrue());
      continuation = Optional.ofNullable(response.headers().get(Headers.CONTINUATION));
    }
    return ids;
  }

  @Test
  void allItemsAreReadPartitionByPartition() {
    assertThat(ids(this::all)).hasSize(ITEMS);
  }

  @Test
  void aFilterReturnsRowsPartitionByPartition() {
    assertThat(ids(next -> query("SELECT c.id FROM c WHERE c.n >= 8", next))).hasSize(12);
  }

  /**
   * Query plans without a list of features, from recordings of the service and the tests of
   * azure-sdk-for-rust.
   */
  @Test
  void aPlanDependsOnTheFeaturesOfTheClient() {
    String query = "{\"query\":\"SELECT VALUE COUNT(1) FROM c\"}";
    Map<AsciiString, String> headers = Map.of(Headers.QUERY_PLAN, "True");
    assertThatThrownBy(() -> send("POST", DOCS, headers, query))
        .isInstanceOf(QueryException.class)
        .hasMessageContaining("Query contained Aggregate, which the calling client");
    assertThat(
            send(
                    "POST",
                    DOCS,
                    Map.of(Headers.QUERY_PLAN, "True", Headers.QUERY_FEATURES, "Aggregate, Top"),
                    query)
                .status())
        .isEqualTo(200);
  }

  @Test
  void aQueryThatNeedsMergingIsRejectedWithItsPlan() {
    for (String text :
        List.of(
            "SELECT * FROM c ORDER BY c.n",
            "SELECT VALUE COUNT(1) FROM c",
            "SELECT DISTINCT c.pk FROM c",
            "SELECT TOP 2 * FROM c",
            "SELECT c.pk, COUNT(1) AS n FROM c GROUP BY c.pk")) {
      ApiResponse response = query(text, "");
      assertThat(response.status()).as(text).isEqualTo(400);
      assertThat(response.headers()).containsEntry(Headers.SUB_STATUS, "1004");
      String plan = Json.parse(response.body()).path("additionalErrorInfo").asText();
      assertThat(Json.parse(plan).path("queryInfo").isObject()).isTrue();
    }
  }

  /** SDK for JavaScript, aggregateQuery.spec.ts, "SinglePartition SELECT". */
  @Test
  void aQueryOfOnePartitionKeyNeedsNoPlan() {
    Map<AsciiString, String> headers =
        Map.of(Headers.QUERY, "true", Headers.CONTENT_TYPE, "application/query+json");
    String text = "{\"query\":\"SELECT COUNT(1) FROM c WHERE c.pk = 'p7'\"}";
    JsonNode page = Json.parse(send("POST", DOCS, headers, text).body());
    assertThat(page.path("Documents")).hasToString("[{\"$1\":1}]");
    assertThat(ids(next -> query("SELECT c.id FROM c WHERE c.pk = 'p7' ORDER BY c.n", next)))
        .containsExactly("7");
  }

  @Test
  void aClientThatReadsPartitionsInParallelGetsThePlan() {
    Map<AsciiString, String> headers =
        Map.of(
            Headers.QUERY,
            "true",
            Headers.CROSS_PARTITION,
            "true",
            Headers.PARALLEL,
            "true",
            Headers.CONTENT_TYPE,
            "application/query+json");
    ApiResponse response = send("POST", DOCS, headers, "{\"query\":\"SELECT * FROM c\"}");
    assertThat(response.headers()).containsEntry(Headers.SUB_STATUS, "1004");
  }

  @Test
  void aQueryOverAllPartitionsMustBeEnabled() {
    Map<AsciiString, String> headers =
        Map.of(Headers.QUERY, "true", Headers.CONTENT_TYPE, "application/query+json");
    assertThatThrownBy(() -> send("POST", DOCS, headers, "{\"query\":\"SELECT * FROM c\"}"))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining(Headers.CROSS_PARTITION.toString());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void splitsBetweenPagesNeitherRepeatNorLoseItems(int partitions) {
    useAccount(partitions);
    Set<String> seen =
        ids(
            next -> {
              ApiResponse page = all(next);
              splitAll();
              return page;
            });
    assertThat(seen).hasSize(ITEMS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT c.id FROM c ORDER BY c.n DESC",
        "SELECT TOP 11 c.id FROM c",
        "SELECT TOP 11 c.id FROM c ORDER BY c.n",
        "SELECT c.id FROM c OFFSET 4 LIMIT 11",
        "SELECT c.id FROM c ORDER BY c.n OFFSET 4 LIMIT 11",
        "SELECT DISTINCT c.id FROM c",
        "SELECT c.id, COUNT(1) AS k FROM c GROUP BY c.id",
        "SELECT c.id FROM c WHERE c.n > 3"
      })
  void aQueryOfTheOnlyPartitionContinuesAfterItsSplit(String text) {
    useAccount(1);
    List<String> expected = rows(text, () -> {});
    assertThat(expected).hasSizeGreaterThan(6);
    useAccount(1);
    List<String> rows = rows(text, this::splitAll);
    if (text.contains("WHERE")) {
      // Without an order, the partitions are read one after the other.
      assertThat(rows).containsExactlyInAnyOrderElementsOf(expected);
    } else {
      assertThat(rows).isEqualTo(expected);
    }
  }

  /** Reads the pages as a client that knows of one partition, and doesn't enable others. */
  private List<String> rows(String text, Runnable betweenPages) {
    Map<AsciiString, String> headers = new HashMap<>();
    headers.put(Headers.QUERY, "true");
    headers.put(Headers.CONTENT_TYPE, "application/query+json");
    headers.put(Headers.MAX_ITEM_COUNT, "3");
    headers.put(Headers.CONTINUATION, "");
    List<String> rows = new ArrayList<>();
    while (headers.containsKey(Headers.CONTINUATION)) {
      ApiResponse response =
          send("POST", DOCS, headers, Json.object().put("query", text).toString());
      assertThat(response.status()).isEqualTo(200);
      Json.parse(response.body()).path("Documents").forEach(row -> rows.add(row.toString()));
      headers.remove(Headers.CONTINUATION);
      Optional.ofNullable(response.headers().get(Headers.CONTINUATION))
          .ifPresent(next -> headers.put(Headers.CONTINUATION, next));
      betweenPages.run();
    }
    return rows;
  }

  @Test
  void aQueryOfOnePartitionKeyContinuesAfterTheFirstSplit() {
    useAccount(1);
    for (String id : List.of("a", "b", "c", "d")) {
      String item = "{\"id\":\"%s\",\"pk\":\"p7\"}".formatted(id);
      send("POST", DOCS, Map.of(Headers.PARTITION_KEY, "[\"p7\"]"), item);
    }
    Set<String> seen =
        ids(
            next -> {
              ApiResponse page = query("SELECT c.id FROM c WHERE c.pk = 'p7' ORDER BY c.id", next);
              splitAll();
              return page;
            });
    assertThat(seen).containsExactly("7", "a", "b", "c", "d");
  }

  /** Longer sort values are not part of a continuation, which counts the rows instead. */
  @Test
  void aQueryWithLongSortValuesEndsWithTheSplitOfItsPartition() {
    useAccount(1);
    addLongTexts(n -> "p" + n);
    Map<AsciiString, String> range = Map.of(Headers.PARTITION_RANGE, "0");
    assertThat(ids(next -> sortedByText(range, next))).hasSize(ITEMS + 5);
    String next = sortedByText(range, "").headers().getOrDefault(Headers.CONTINUATION, "none");
    splitAll();
    for (String child : List.of("1", "2")) {
      assertThatThrownBy(() -> sortedByText(Map.of(Headers.PARTITION_RANGE, child), next))
          .isInstanceOfSatisfying(
              EngineException.class, refusal -> assertThat(refusal.status()).isEqualTo(400))
          .hasMessageContaining("Start the query again");
    }
  }

  @Test
  void aQueryOfOnePartitionKeyWithLongSortValuesContinuesAfterASplit() {
    useAccount(1);
    addLongTexts(n -> "p7");
    Set<String> seen =
        ids(
            next -> {
              ApiResponse page = sortedByText(Map.of(Headers.PARTITION_KEY, "[\"p7\"]"), next);
              splitAll();
              return page;
            });
    assertThat(seen).containsExactly("7", "a0", "a1", "a2", "a3", "a4");
  }

  private void addLongTexts(IntFunction<String> keys) {
    for (int n = 0; n < 5; n++) {
      String key = keys.apply(n);
      String item =
          "{\"id\":\"a%d\",\"pk\":\"%s\",\"t\":\"%s\"}".formatted(n, key, "x".repeat(4_000));
      send("POST", DOCS, Map.of(Headers.PARTITION_KEY, "[\"" + key + "\"]"), item);
    }
  }

  private ApiResponse sortedByText(Map<AsciiString, String> scope, String continuation) {
    Map<AsciiString, String> headers = new HashMap<>(scope);
    headers.put(Headers.QUERY, "true");
    headers.put(Headers.CONTENT_TYPE, "application/query+json");
    headers.put(Headers.MAX_ITEM_COUNT, "3");
    headers.put(Headers.CONTINUATION, continuation);
    return send("POST", DOCS, headers, "{\"query\":\"SELECT c.id FROM c ORDER BY c.t DESC\"}");
  }

  private void splitAll() {
    Container container = account.database("db").container("c");
    if (container.partitionCount() < 16) {
      container.ranges().forEach(range -> container.split(range.id()));
    }
  }

  @Test
  void aMalformedContinuationIsRefused() {
    for (String token : List.of("nonsense", "FF~", "~nonsense", "~~05")) {
      assertThatThrownBy(() -> all(token)).as(token).hasMessageContaining("ontinuation");
    }
  }

  @Test
  void aPatchBodyMayBeAnArray() {
    List<String> path = List.of("dbs", "db", "colls", "c", "docs", "3");
    ApiResponse response =
        send(
            "PATCH",
            path,
            Map.of(Headers.PARTITION_KEY, "[\"p3\"]"),
            "[{\"op\":\"incr\",\"path\":\"/n\",\"value\":4}]");
    assertThat(Json.parse(response.body()).path("n").asInt()).isEqualTo(7);
  }
}
