package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosContainerRequestOptions;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.ExcludedPath;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.IncludedPath;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The API of the data explorer. Tests in {@code examples/web} run its page in a browser. */
class ExplorerTest {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String NO_FAULTS =
      "{\"faults\":[],\"enforceThroughput\":false,\"distance\":\"NONE\",\"replicaLagMs\":0,"
          + "\"indexBuildMs\":0,\"recoveryPointMs\":0,\"logicalPartitionKb\":0}";

  @RegisterExtension
  static final SdkEmulator cosmos =
      new SdkEmulator(
          LocalCosmos.builder()
              .explorer()
              .clock(SettableClock.frozenAt(Instant.parse("2026-01-01T00:00:00Z")))
              .physicalPartitionThroughput(20));

  private static CosmosContainer items;

  @BeforeAll
  static void fill() {
    items = cosmos.container("items");
    for (int i = 0; i < 40; i++) {
      items.createItem(
          SdkEmulator.item("i" + i, "p" + i % 13)
              .put("rank", i)
              .put("number", i % 7)
              .put("kind", i % 3));
    }
  }

  @AfterEach
  void calm() throws Exception {
    send("PUT", "switches", NO_FAULTS);
  }

  private static HttpResponse<String> send(
      String method, String path, String body, String... headers) throws Exception {
    String[] address = cosmos.local().explorer().orElseThrow().split("#");
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address[0] + path))
            .header("x-cosmos-local-token", address[1])
            .method(method, HttpRequest.BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static JsonNode json(String method, String path, String body) throws Exception {
    HttpResponse<String> answer = send(method, path, body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JSON.readTree(answer.body());
  }

  private static String body(String query) throws IOException {
    return JSON.writeValueAsString(Map.of("query", query));
  }

  private static HttpResponse<String> query(String text) throws Exception {
    return send(
        "POST",
        "api/dbs/db/colls/items/docs",
        body(text),
        "content-type",
        "application/query+json",
        "x-ms-documentdb-isquery",
        "True",
        "x-ms-documentdb-query-enablecrosspartition",
        "True");
  }

  @Test
  void theExplorerIsDisabledByDefault() throws Exception {
    try (LocalCosmos plain = LocalCosmos.start()) {
      assertThat(plain.explorer()).isEmpty();
      for (String path : List.of("", "explorer.js", "overview", "api/dbs")) {
        HttpRequest request =
            HttpRequest.newBuilder(URI.create(plain.endpoint() + "_explorer/" + path)).build();
        assertThat(HTTP.send(request, HttpResponse.BodyHandlers.discarding()).statusCode())
            .isEqualTo(401);
      }
    }
  }

  @Test
  void theExplorerNeedsALoopbackAddress() throws IOException {
    InetAddress other = InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1});
    assertThatThrownBy(() -> LocalCosmos.builder().explorer().address(other).start())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("127.0.0.1");
  }

  @Test
  void eachStartHasItsOwnToken() throws Exception {
    try (LocalCosmos other = LocalCosmos.builder().explorer().start()) {
      String[] address = other.explorer().orElseThrow().split("#");
      assertThat(address[1]).hasSizeGreaterThan(40);
      String here = cosmos.local().explorer().orElseThrow().split("#")[0];
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(here + "overview"))
              .header("x-cosmos-local-token", address[1])
              .build();
      HttpResponse<String> answer = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(401);
      assertThat(answer.body()).doesNotContain(address[1]);
    }
  }

  @Test
  void thePageLoadsOnlyItsOwnFiles() throws Exception {
    HttpResponse<String> page = send("GET", "", "");
    assertThat(page.headers().firstValue("content-type")).contains("text/html; charset=utf-8");
    assertThat(page.headers().firstValue("content-security-policy").orElseThrow())
        .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
        .doesNotContain("unsafe");
    assertThat(page.headers().map()).doesNotContainKey("access-control-allow-origin");
    String all = page.body();
    for (String file : List.of("explorer.css", "explorer.js")) {
      HttpResponse<String> answer = send("GET", file, "");
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("x-content-type-options")).contains("nosniff");
      all += answer.body();
    }
    assertThat(all).doesNotContain("innerHTML", "eval(", " style=").doesNotContain("//cdn");
    assertThat(Pattern.compile("https?://").matcher(all).results()).isEmpty();
    assertThat(all.length()).as("unminified, without a framework").isLessThan(70_000);
    assertThat(send("GET", "explorer.map", "").statusCode()).isEqualTo(404);
  }

  @Test
  void theOverviewListsContainersWithKeysAndItemCounts() throws Exception {
    JsonNode database = json("GET", "overview", "").at("/databases/0");
    assertThat(database.path("id").textValue()).isEqualTo("db");
    JsonNode container = JSON.missingNode();
    for (JsonNode each : database.path("containers")) {
      container = each.path("id").textValue().equals("items") ? each : container;
    }
    assertThat(container.at("/partitionKey/paths/0").textValue()).isEqualTo("/pk");
    assertThat(container.path("items").longValue()).isEqualTo(40);
    assertThat(container.path("partitions").intValue()).isEqualTo(5);
  }

  @Test
  void partitionsShowSizeAndChargeAndCanBeSplit() throws Exception {
    cosmos.container("splitting").createItem(SdkEmulator.item("1", "p"));
    cosmos.container("splitting").createItem(SdkEmulator.item("2", "q"));
    String path = "partitions/dbs/db/colls/splitting";
    JsonNode before = json("GET", path, "").path("partitions");
    assertThat(before).hasSize(5);
    double charge = 0;
    long bytes = 0;
    for (JsonNode partition : before) {
      charge += partition.path("charge").doubleValue();
      bytes += partition.path("bytes").longValue();
    }
    assertThat(charge).as("two creates").isBetween(10.0, 20.0);
    assertThat(bytes).isBetween(20L, 200L);

    json("POST", "split/dbs/db/colls/splitting/pkranges/0", "");
    assertThat(json("GET", path, "").path("partitions")).hasSize(6);
  }

  @Test
  void writesRequireTheEntityTagThatWasRead() throws Exception {
    cosmos.container("edited").createItem(SdkEmulator.item("1", "p"));
    String path = "api/dbs/db/colls/edited/docs/1";
    String[] key = {"x-ms-documentdb-partitionkey", "[\"p\"]"};
    String tag = send("GET", path, "", key).headers().firstValue("etag").orElseThrow();
    String item = "{\"id\":\"1\",\"pk\":\"p\",\"text\":\"mine\"}";

    HttpResponse<String> first = send("PUT", path, item, key[0], key[1], "if-match", tag);
    assertThat(first.statusCode()).isEqualTo(200);
    HttpResponse<String> second =
        send("PUT", path, item.replace("mine", "theirs"), key[0], key[1], "if-match", tag);
    assertThat(second.statusCode()).isEqualTo(412);
    assertThat(send("GET", path, "", key).body()).contains("mine");
  }

  @Test
  void throttledQueriesAreCounted() throws Exception {
    String all = "SELECT * FROM c";
    for (int i = 0; i < 5; i++) {
      assertThat(query(all).statusCode()).isEqualTo(200);
    }
    json("PUT", "switches", "{\"enforceThroughput\":true}");
    List<Integer> statuses = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      statuses.add(query(all).statusCode());
    }
    assertThat(statuses).startsWith(200).endsWith(429);
    HttpResponse<String> merged =
        send("POST", "merged/dbs/db/colls/items", body("SELECT TOP 1 * FROM c"));
    assertThat(merged.statusCode()).isEqualTo(429);
    assertThat(
            json("GET", "partitions/dbs/db/colls/items", "")
                .at("/partitions/0/refused")
                .longValue())
        .isPositive();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT TOP 5 c.id, c.number FROM c ORDER BY c.rank DESC",
        "SELECT c.kind, COUNT(1) AS n, SUM(c.number) AS s FROM c GROUP BY c.kind",
        "SELECT DISTINCT VALUE c.number FROM c WHERE c.kind < 2",
        "SELECT VALUE AVG(c.number) FROM c",
        "SELECT c.id FROM c WHERE c.pk IN ('p1', 'p2') ORDER BY c.rank OFFSET 1 LIMIT 3"
      })
  void aMergedQueryHasTheSameRowsAndChargeAsTheSdk(String text) throws Exception {
    List<JsonNode> rows = new ArrayList<>();
    double charge = 0;
    for (FeedResponse<JsonNode> page :
        items.queryItems(text, new CosmosQueryRequestOptions(), JsonNode.class).iterableByPage()) {
      page.getResults().forEach(row -> rows.add(plain(row)));
      charge += page.getRequestCharge();
    }
    HttpResponse<String> answer = send("POST", "merged/dbs/db/colls/items", body(text));
    List<JsonNode> merged = new ArrayList<>();
    JSON.readTree(answer.body()).path("Documents").forEach(row -> merged.add(plain(row)));
    if (text.contains("ORDER BY")) {
      assertThat(merged).containsExactlyElementsOf(rows);
    } else {
      assertThat(merged).containsExactlyInAnyOrderElementsOf(rows);
    }
    double told = Double.parseDouble(answer.headers().firstValue("x-ms-request-charge").get());
    assertThat(told).isCloseTo(charge, within(0.5));
  }

  /** The SDK sums to floating-point numbers. */
  private static JsonNode plain(JsonNode row) {
    try {
      return JSON.readTree(row.toString().replaceAll("(\\d)\\.0\\b", "$1"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void explainReturnsThePlanAndIndexUsage() throws Exception {
    JsonNode told =
        json(
            "POST",
            "explain/dbs/db/colls/items",
            body("SELECT * FROM c WHERE c.number > 3 AND c._etag = '1' ORDER BY c.kind"));
    assertThat(told.at("/plan/queryInfo/orderBy/0").textValue()).isEqualTo("Ascending");
    assertThat(told.path("index").toString())
        .contains("{\"path\":\"/number\",\"comparison\":\"GREATER\",\"indexed\":true}")
        .contains("{\"path\":\"/_etag\",\"comparison\":\"EQUAL\",\"indexed\":false}")
        .contains("\"orderIndexed\":true");
  }

  @Test
  void faultsAffectClientsButNotTheExplorer() throws Exception {
    json(
        "PUT",
        "switches",
        "{\"faults\":[{\"fault\":\"500\",\"requests\":\"QUERY\",\"container\":\"items\"}]}");
    assertThatThrownBy(
            () ->
                items
                    .queryItems("SELECT * FROM c", new CosmosQueryRequestOptions(), JsonNode.class)
                    .forEach(row -> {}))
        .hasMessageContaining("500");
    assertThat(query("SELECT * FROM c").statusCode()).isEqualTo(200);
    JsonNode state = json("GET", "switches", "");
    assertThat(state.at("/faults/0/fault").textValue()).isEqualTo("500");
    assertThat(state.at("/injected/0").longValue()).isPositive();

    json("PUT", "switches", NO_FAULTS);
    assertThat(items.queryItems("SELECT * FROM c", new CosmosQueryRequestOptions(), JsonNode.class))
        .hasSize(40);
  }

  private static Set<String> seen(CosmosContainer container) {
    CosmosItemRequestOptions weak =
        new CosmosItemRequestOptions().setConsistencyLevel(ConsistencyLevel.EVENTUAL);
    Set<String> texts = new TreeSet<>();
    for (int i = 0; i < 40; i++) {
      texts.add(
          container
              .readItem("1", new PartitionKey("p"), weak, JsonNode.class)
              .getItem()
              .path("text")
              .asText());
    }
    return texts;
  }

  private static CosmosContainer withVersion(String name, String text) {
    CosmosContainer container = cosmos.container(name);
    container.upsertItem(SdkEmulator.item("1", "p").put("text", text));
    return container;
  }

  @Test
  void replicasLagOnlyWhileTheSwitchIsOn() throws Exception {
    withVersion("lagging", "first");
    json("PUT", "switches", "{\"replicaLagMs\":5000}");
    assertThat(seen(withVersion("lagging", "second"))).containsExactly("first", "second");
    json("PUT", "switches", "{\"replicaLagMs\":0}");
    assertThat(seen(cosmos.container("lagging"))).containsExactly("second");
    assertThat(seen(withVersion("lagging", "third"))).containsExactly("third");
  }

  @Test
  void aFailoverLosesOnlyWritesSinceTheSwitch() throws Exception {
    String second = "{\"milliseconds\":1000}";
    assertThat(send("POST", "failover", second).statusCode()).isEqualTo(400);
    withVersion("lost", "kept");
    json("PUT", "switches", "{\"recoveryPointMs\":1000}");
    withVersion("lost", "one");
    withVersion("lost", "two");
    assertThat(json("POST", "failover", second).path("transactions").longValue()).isEqualTo(2);
    assertThat(seen(cosmos.container("lost"))).containsExactly("kept");
    for (String wrong : List.of("{}", "{\"milliseconds\":-1}", "{\"milliseconds\":1001}", "[]")) {
      assertThat(send("POST", "failover", wrong).statusCode()).as(wrong).isEqualTo(400);
    }
  }

  @Test
  void indexBuildsTakeTheConfiguredTime() throws Exception {
    CosmosContainer container = withVersion("indexed", "a");
    json("PUT", "switches", "{\"indexBuildMs\":60000}");
    CosmosContainerProperties settings = container.read().getProperties();
    IndexingPolicy policy = new IndexingPolicy();
    policy.setIncludedPaths(List.of(new IncludedPath("/text/?")));
    policy.setExcludedPaths(List.of(new ExcludedPath("/*")));
    container.replace(settings.setIndexingPolicy(policy));
    policy.setIncludedPaths(List.of(new IncludedPath("/text/?"), new IncludedPath("/more/?")));
    container.replace(settings.setIndexingPolicy(policy));
    CosmosContainerRequestOptions quota =
        new CosmosContainerRequestOptions().setQuotaInfoEnabled(true);
    assertThat(
            container
                .read(quota)
                .getResponseHeaders()
                .get("x-ms-documentdb-collection-index-transformation-progress"))
        .isEqualTo("0");
  }

  @Test
  void theLogicalPartitionLimitCountsExistingItems() throws Exception {
    CosmosContainer container = withVersion("full", "x".repeat(1500));
    json("PUT", "switches", "{\"logicalPartitionKb\":2}");
    container.createItem(SdkEmulator.item("2", "p"));
    assertThatThrownBy(
            () -> container.createItem(SdkEmulator.item("3", "p").put("t", "y".repeat(600))))
        .hasMessageContaining("2048 bytes");
    container.createItem(SdkEmulator.item("3", "q").put("t", "y".repeat(600)));
    json("PUT", "switches", "{\"logicalPartitionKb\":0}");
    container.createItem(SdkEmulator.item("3", "p").put("t", "y".repeat(600)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"enforceThroughput\":true,\"replicaLagMs\":-1}",
        "{\"enforceThroughput\":true,\"replicaLagMs\":1.5}",
        "{\"enforceThroughput\":true,\"indexBuildMs\":\"long\"}",
        "{\"enforceThroughput\":true,\"recoveryPointMs\":900001}",
        "{\"enforceThroughput\":true,\"logicalPartitionKb\":99999999999}",
        "{\"enforceThroughput\":\"yes\"}",
        "{\"enforceThroughput\":true,\"faults\":{}}",
        "{\"enforceThroughput\":true,\"distance\":\"MOON\"}",
        "{\"enforceThroughput\":true,\"faults\":[{\"fault\":\"200\"}]}",
        "{\"enforceThroughput\":true,\"faults\":[{\"fault\":\"503\",\"requests\":\"SOME\"}]}",
        "{\"enforceThroughput\":true,\"faults\":[{\"fault\":\"503\",\"percent\":101}]}",
        "{\"enforceThroughput\":true,\"faults\":[{\"fault\":\"DELAY\",\"milliseconds\":-1}]}",
        "[]"
      })
  void aWrongSwitchIsReportedAndChangesNothing(String change) throws Exception {
    HttpResponse<String> answer = send("PUT", "switches", change);
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(JSON.readTree(answer.body()).path("message").textValue()).endsWith(".");
    assertThat(json("GET", "switches", "").path("enforceThroughput").booleanValue()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET partitions/dbs/db",
        "GET partitions/dbs/none/colls/items",
        "POST merged/dbs/db/colls/none",
        "POST explain/dbs/db",
        "POST split/dbs/db/colls/none/pkranges/0",
        "GET failover",
        "GET nothing",
        "DELETE overview"
      })
  void missingResourcesAnswer404(String request) throws Exception {
    String[] parts = request.split(" ");
    assertThat(send(parts[0], parts[1], "{\"query\":\"SELECT 1\"}").statusCode()).isEqualTo(404);
  }
}
