package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemIdentity;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.PartitionKeyDefinition;
import com.azure.cosmos.models.PartitionKeyDefinitionVersion;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.request.RequestKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("slow")
class SdkQueriesTest {
  private static final int ITEMS = 60;
  private static final Map<Integer, SdkEmulator> EMULATORS = new HashMap<>();
  private static final List<CosmosContainer> CONTAINERS = new ArrayList<>();

  @BeforeAll
  static void start() {
    for (int partitions : List.of(1, 5)) {
      SdkEmulator emulator = new SdkEmulator(LocalCosmos.builder().physicalPartitions(partitions));
      EMULATORS.put(partitions, emulator);
      for (PartitionKeyDefinitionVersion version :
          List.of(PartitionKeyDefinitionVersion.V1, PartitionKeyDefinitionVersion.V2)) {
        PartitionKeyDefinition key =
            new PartitionKeyDefinition().setPaths(List.of("/pk")).setVersion(version);
        String id = "c" + version + partitions;
        CosmosContainer container = emulator.container(new CosmosContainerProperties(id, key));
        for (int i = 0; i < ITEMS; i++) {
          container.createItem(item(i));
        }
        CONTAINERS.add(container);
      }
    }
  }

  private static ObjectNode item(int i) {
    ObjectNode item = SdkEmulator.item("i" + i, "p" + i % 12).put("n", i).put("g", "g" + i % 3);
    if (i % 4 != 0) {
      item.put("s", "s" + i % 7);
    }
    item.putObject("addr").put("city", "g" + i % 3);
    return item;
  }

  @AfterAll
  static void stop() {
    EMULATORS.values().forEach(SdkEmulator::close);
  }

  static List<CosmosContainer> containers() {
    return CONTAINERS;
  }

  /** Uses a separate emulator, because other tests run concurrently. */
  @Test
  void aQueryWithAPartitionKeyReadsOnePartition() {
    RequestCounter counter = new RequestCounter(r -> r.kind() == RequestKind.QUERY);
    try (SdkEmulator emulator =
        new SdkEmulator(LocalCosmos.builder().physicalPartitions(5).listener(counter))) {
      for (PartitionKeyDefinitionVersion version : PartitionKeyDefinitionVersion.values()) {
        PartitionKeyDefinition key =
            new PartitionKeyDefinition().setPaths(List.of("/pk")).setVersion(version);
        CosmosContainer items =
            emulator.container(new CosmosContainerProperties("c" + version, key));
        for (int i = 0; i < ITEMS; i++) {
          items.createItem(item(i));
        }
        CosmosQueryRequestOptions scoped =
            new CosmosQueryRequestOptions().setPartitionKey(new PartitionKey("p3"));
        counter.reset();
        assertThat(numbers(rows(items, "SELECT * FROM c WHERE c.n > 10", scoped)))
            .containsExactlyInAnyOrder(15, 27, 39, 51);
        assertThat(counter.totals().partitionsAsked()).isEqualTo(1);
        counter.reset();
        assertThat(numbers(rows(items, "SELECT * FROM c WHERE c.pk = 'p3'"))).hasSize(5);
        assertThat(counter.totals().partitionsAsked()).isEqualTo(1);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("containers")
  void aFilterRunsOverAllPartitions(CosmosContainer items) {
    SqlQuerySpec query =
        new SqlQuerySpec("SELECT VALUE c.n FROM c WHERE c.n < @n", new SqlParameter("@n", 7));
    List<Integer> found = new ArrayList<>();
    items.queryItems(query, new CosmosQueryRequestOptions(), Integer.class).forEach(found::add);
    assertThat(found).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6);
  }

  @ParameterizedTest
  @MethodSource("containers")
  void ordersHoldOverAllPartitionsAndPages(CosmosContainer items) {
    assertThat(numbers(paged(items, "SELECT * FROM c ORDER BY c.n DESC", 7)))
        .containsExactlyElementsOf(IntStream.range(0, ITEMS).mapToObj(i -> ITEMS - 1 - i).toList());
    List<JsonNode> byText = paged(items, "SELECT * FROM c ORDER BY c.s", 7);
    assertThat(byText).hasSize(ITEMS);
    assertThat(byText.stream().map(i -> i.path("s").asText("")).toList())
        .isSortedAccordingTo(Comparator.naturalOrder());
  }

  @ParameterizedTest
  @MethodSource("containers")
  void topAndOffsetAndLimitCountOverAllPartitions(CosmosContainer items) {
    assertThat(numbers(rows(items, "SELECT TOP 5 * FROM c ORDER BY c.n")))
        .containsExactly(0, 1, 2, 3, 4);
    assertThat(numbers(rows(items, "SELECT * FROM c ORDER BY c.n OFFSET 3 LIMIT 4")))
        .containsExactly(3, 4, 5, 6);
    assertThat(rows(items, "SELECT TOP 5 * FROM c")).hasSize(5);
    // The translation of LINQ's Skip(57) without a Take by the SDK for .NET.
    assertThat(rows(items, "SELECT * FROM c OFFSET 57 LIMIT 2147483647")).hasSize(3);
    assertThat(numbers(rows(items, "SELECT * FROM c ORDER BY c.n OFFSET 58 LIMIT 2147483647")))
        .containsExactly(58, 59);
    assertThat(rows(items, "SELECT * FROM c OFFSET 55 LIMIT 10")).hasSize(5);
    SqlQuerySpec top = new SqlQuerySpec("SELECT TOP @t * FROM c", new SqlParameter("@t", 3));
    assertThat(items.queryItems(top, new CosmosQueryRequestOptions(), JsonNode.class)).hasSize(3);
  }

  @ParameterizedTest
  @MethodSource("containers")
  void aggregatesRunOverAllPartitions(CosmosContainer items) {
    assertThat(value(items, "SELECT VALUE COUNT(1) FROM c")).isEqualTo(60);
    assertThat(value(items, "SELECT VALUE SUM(c.n) FROM c")).isEqualTo(1770);
    assertThat(value(items, "SELECT VALUE AVG(c.n) FROM c")).isEqualTo(29.5);
    assertThat(value(items, "SELECT VALUE MIN(c.n) FROM c")).isEqualTo(0);
    assertThat(value(items, "SELECT VALUE MAX(c.n) FROM c WHERE c.n < 30")).isEqualTo(29);
    assertThat(value(items, "SELECT VALUE COUNT(1) FROM c WHERE c.n = -1")).isEqualTo(0);
    JsonNode row = rows(items, "SELECT COUNT(1) AS n, MAX(c.n) AS m FROM c").get(0);
    assertThat(row.path("n").intValue()).isEqualTo(60);
    assertThat(row.path("m").intValue()).isEqualTo(59);
  }

  @ParameterizedTest
  @MethodSource("containers")
  void groupsAndDistinctValuesAreMergedOverAllPartitions(CosmosContainer items) {
    List<JsonNode> groups = rows(items, "SELECT c.g, COUNT(1) AS n FROM c GROUP BY c.g");
    assertThat(groups).hasSize(3).allSatisfy(g -> assertThat(g.path("n").intValue()).isEqualTo(20));
    assertThat(rows(items, "SELECT DISTINCT c.g FROM c")).hasSize(3);
    assertThat(
            rows(items, "SELECT DISTINCT VALUE c.g FROM c ORDER BY c.g").stream()
                .map(JsonNode::asText))
        .containsExactly("g0", "g1", "g2");
  }

  /** The second query is LINQ's (LinqGeneralBaselineTests.TestGroupByTranslation of .NET). */
  @ParameterizedTest
  @MethodSource("containers")
  void partsOfGroupKeysAreSelectedOverAllPartitions(CosmosContainer items) {
    String members = "{\"k\": root[\"g\"]}[\"k\"] AS city";
    for (String query :
        List.of(
            "SELECT c.addr.city, COUNT(1) AS n FROM c GROUP BY c.addr",
            "SELECT " + members + ", COUNT(1) AS n FROM root GROUP BY root[\"g\"]")) {
      List<JsonNode> groups = rows(items, query);
      assertThat(groups.stream().map(group -> group.path("city").asText()))
          .as(query)
          .containsExactlyInAnyOrder("g0", "g1", "g2");
      assertThat(groups).allMatch(group -> group.path("n").intValue() == 20);
    }
  }

  /** The SDK requests at most TOP rows from a partition, even if rows are equal (class Fetcher). */
  @ParameterizedTest
  @MethodSource("containers")
  void topCountsDistinctValues(CosmosContainer items) {
    for (String query :
        List.of(
            "SELECT DISTINCT TOP 2 VALUE c.g FROM c ORDER BY c.g",
            "SELECT DISTINCT VALUE c.g FROM c ORDER BY c.g OFFSET 0 LIMIT 2")) {
      assertThat(rows(items, query).stream().map(JsonNode::asText))
          .as(query)
          .containsExactly("g0", "g1");
    }
  }

  @ParameterizedTest
  @MethodSource("containers")
  void pagesContinueWhereTheyStopped(CosmosContainer items) {
    for (String query :
        List.of(
            "SELECT * FROM c",
            "SELECT * FROM c ORDER BY c.s DESC",
            "SELECT TOP 50 * FROM c ORDER BY c.n")) {
      List<JsonNode> all = paged(items, query, 6);
      int expected = query.contains("50") ? 50 : ITEMS;
      assertThat(all.stream().map(i -> i.path("id").asText()))
          .as(query)
          .hasSize(expected)
          .doesNotHaveDuplicates();
    }
  }

  @ParameterizedTest
  @MethodSource("containers")
  void readManyReadsItemsByTheirKeys(CosmosContainer items) {
    List<CosmosItemIdentity> keys =
        IntStream.range(0, 20)
            .mapToObj(i -> new CosmosItemIdentity(new PartitionKey("p" + i % 12), "i" + i))
            .toList();
    assertThat(items.readMany(keys, JsonNode.class).getResults()).hasSize(20);
    assertThat(items.readMany(keys.subList(0, 1), JsonNode.class).getResults()).hasSize(1);
    assertThat(items.readAllItems(new PartitionKey("p0"), JsonNode.class)).hasSize(5);
  }

  @ParameterizedTest
  @MethodSource("containers")
  void aFeedRangeReturnsOnlyItsItems(CosmosContainer items) {
    int sum = 0;
    for (FeedRange range : items.getFeedRanges()) {
      sum +=
          rows(items, "SELECT * FROM c", new CosmosQueryRequestOptions().setFeedRange(range))
              .size();
    }
    assertThat(sum).isEqualTo(ITEMS);
    FeedRange logical = FeedRange.forLogicalPartition(new PartitionKey("p1"));
    assertThat(
            rows(items, "SELECT * FROM c", new CosmosQueryRequestOptions().setFeedRange(logical)))
        .hasSize(5);
  }

  @ParameterizedTest
  @MethodSource("containers")
  void aSyntaxErrorIsABadRequest(CosmosContainer items) {
    assertThatThrownBy(() -> rows(items, "SELEC * FROM c"))
        .isInstanceOfSatisfying(
            CosmosException.class,
            e -> {
              assertThat(e.getStatusCode()).isEqualTo(400);
              assertThat(e.getMessage()).contains("SC1001");
            });
  }

  /**
   * The SDK has no aggregator for COUNTIF and doesn't list it as a feature (azure-sdk-for-java pull
   * request 47759).
   */
  @ParameterizedTest
  @MethodSource("containers")
  void aQueryThatTheSdkCantMergeIsABadRequest(CosmosContainer items) {
    assertThatThrownBy(() -> rows(items, "SELECT VALUE COUNTIF(c.n > 3) FROM c"))
        .isInstanceOfSatisfying(
            CosmosException.class,
            e -> {
              assertThat(e.getStatusCode()).isEqualTo(400);
              assertThat(e.getMessage()).contains("Query contained CountIf");
            });
  }

  @ParameterizedTest
  @MethodSource("containers")
  void queriesThatCantBeMergedRunInOnePartition(CosmosContainer items) {
    CosmosQueryRequestOptions scoped =
        new CosmosQueryRequestOptions().setPartitionKey(new PartitionKey("p3"));
    for (String query :
        List.of(
            "SELECT DISTINCT VALUE MAX(c.n) FROM c",
            "SELECT DISTINCT VALUE c.g FROM c GROUP BY c.g",
            "SELECT VALUE COUNT(1) FROM (SELECT c.g FROM c GROUP BY c.g)",
            "SELECT VALUE MAX(c.n) + 1 FROM c")) {
      assertThat(rows(items, query, scoped)).as(query).hasSize(1);
      assertThatThrownBy(() -> rows(items, query)).as(query).isInstanceOf(CosmosException.class);
    }
  }

  private static double value(CosmosContainer items, String query) {
    return rows(items, query).get(0).doubleValue();
  }

  private static List<Integer> numbers(List<JsonNode> rows) {
    return rows.stream().map(r -> r.path("n").intValue()).toList();
  }

  @ParameterizedTest
  @MethodSource("containers")
  void metricsComeOnRequest(CosmosContainer items) {
    List<String> metrics = new ArrayList<>();
    items
        .queryItems(
            "SELECT * FROM c WHERE c.n < 6",
            new CosmosQueryRequestOptions().setQueryMetricsEnabled(true),
            JsonNode.class)
        .iterableByPage()
        .forEach(
            page -> metrics.add(page.getResponseHeaders().get("x-ms-documentdb-query-metrics")));
    assertThat(metrics).isNotEmpty().allSatisfy(m -> assertThat(m).contains("retrievedDocument"));
  }

  private static List<JsonNode> rows(CosmosContainer items, String query) {
    return rows(items, query, new CosmosQueryRequestOptions());
  }

  private static List<JsonNode> rows(
      CosmosContainer items, String query, CosmosQueryRequestOptions options) {
    List<JsonNode> rows = new ArrayList<>();
    items.queryItems(query, options, JsonNode.class).forEach(rows::add);
    return rows;
  }

  private static List<JsonNode> paged(CosmosContainer items, String query, int size) {
    List<JsonNode> rows = new ArrayList<>();
    String continuation = null;
    do {
      FeedResponse<JsonNode> page =
          items
              .queryItems(query, new CosmosQueryRequestOptions(), JsonNode.class)
              .iterableByPage(continuation, size)
              .iterator()
              .next();
      rows.addAll(page.getResults());
      continuation = page.getContinuationToken();
    } while (continuation != null);
    return rows;
  }
}
