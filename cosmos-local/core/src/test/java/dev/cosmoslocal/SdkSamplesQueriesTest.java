package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** QueriesQuickstart of Azure-Samples/azure-cosmos-java-sql-api-samples, query by query. */
class SdkSamplesQueriesTest {
  private static final int OTHERS = 250;

  private static LocalCosmos emulator;
  private static CosmosClient client;
  private static CosmosContainer container;

  @BeforeAll
  static void start() {
    emulator = LocalCosmos.start();
    client =
        SdkEmulator.builder(emulator).consistencyLevel(ConsistencyLevel.EVENTUAL).buildClient();
    client.createDatabaseIfNotExists("AzureSampleFamilyDB");
    client
        .getDatabase("AzureSampleFamilyDB")
        .createContainerIfNotExists("FamilyContainer", "/lastName");
    container = client.getDatabase("AzureSampleFamilyDB").getContainer("FamilyContainer");
    container.createItem(SampleFamily.andersen("AndersenFamily"));
    container.createItem(SampleFamily.wakefield("WakefieldFamily"));
    for (int n = 0; n < OTHERS; n++) {
      container.createItem(SampleFamily.childless("other" + n, "Name" + n % 20));
    }
  }

  @AfterAll
  static void stop() {
    client.close();
    emulator.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 10})
  void pagesContinueByTheirTokens(int parallelism) {
    List<String> ids = new ArrayList<>();
    String continuation = null;
    double charge = 0;
    int pages = 0;
    do {
      CosmosQueryRequestOptions options =
          new CosmosQueryRequestOptions()
              .setMaxDegreeOfParallelism(parallelism)
              .setMaxBufferedItemCount(100);
      FeedResponse<JsonNode> page =
          container
              .queryItems("SELECT * FROM Families", options, JsonNode.class)
              .iterableByPage(continuation, 30)
              .iterator()
              .next();
      page.getResults().forEach(family -> ids.add(family.path("id").asText()));
      charge += page.getRequestCharge();
      continuation = page.getContinuationToken();
      pages++;
    } while (continuation != null);
    assertThat(ids).hasSize(OTHERS + 2).doesNotHaveDuplicates();
    assertThat(pages).isGreaterThan(OTHERS / 30);
    assertThat(charge).isPositive();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT * FROM c WHERE c.id = 'AndersenFamily' | 1",
        "SELECT * FROM c WHERE c.id != 'AndersenFamily' | 251",
        "SELECT * FROM c WHERE c.id <> 'AndersenFamily' | 251",
        "SELECT * FROM c WHERE NOT (c.id = 'AndersenFamily') | 251",
        "SELECT * FROM c WHERE c.lastName = 'Andersen' AND c.id != 'AndersenFamily' | 0",
        "SELECT * FROM Families f WHERE f.children[0].grade > 5 | 1",
        "SELECT * FROM Families f WHERE f.address.state > 'NY' | 1",
        "SELECT * FROM Families f WHERE f.lastName = 'Andersen' ORDER BY f.children[0].grade | 1",
        "SELECT DISTINCT c.lastName from c | 22",
        "SELECT VALUE c FROM c IN f.children | 3",
        "SELECT f.id FROM Families f JOIN c IN f.children | 3",
        "SELECT f.id as family, c.firstName AS child, p.givenName AS pet FROM Families f JOIN c IN"
            + " f.children join p IN c.pets | 3",
        "SELECT * FROM family WHERE STARTSWITH(family.lastName, 'An') | 1"
      })
  void eachQueryFindsTheExpectedItems(String query, int rows) {
    assertThat(rows(new SqlQuerySpec(query), new CosmosQueryRequestOptions())).hasSize(rows);
  }

  @Test
  void anOrderHoldsOverAllPartitions() {
    assertThat(strings("SELECT VALUE c.address.city FROM c ORDER BY c.address.city DESC"))
        .containsExactly("Seattle", "NY");
    assertThat(strings("SELECT VALUE f.id FROM f ORDER BY f.children[0].grade DESC"))
        .hasSize(OTHERS + 2)
        .startsWith("WakefieldFamily", "AndersenFamily");
    assertThat(strings("SELECT VALUE c.lastName FROM c ORDER BY c.lastName"))
        .hasSize(OTHERS + 2)
        .isSorted();
  }

  @Test
  void aggregatesCoverAllPartitions() {
    assertThat(numbers("SELECT VALUE COUNT(f) FROM Families f WHERE f.lastName = 'Andersen'"))
        .containsExactly(1);
    assertThat(numbers("SELECT VALUE COUNT(child) FROM child IN f.children")).containsExactly(3);
    assertThat(numbers("SELECT VALUE MAX(child.grade) FROM child IN f.children"))
        .containsExactly(8);
  }

  @Test
  void aJoinCanBeFiltered() {
    SqlQuerySpec pets =
        new SqlQuerySpec(
            """
            SELECT f.id as family, c.firstName AS child, p.givenName AS pet
            FROM Families f
            JOIN c IN f.children
            join p IN c.pets
            WHERE p.givenName = 'Fluffy'
            """);
    assertThat(rows(pets, new CosmosQueryRequestOptions()))
        .singleElement()
        .hasToString(
            "{\"family\":\"AndersenFamily\",\"child\":\"Henriette Thaulow\",\"pet\":\"Fluffy\"}");
  }

  @Test
  void numberAndArrayFunctionsSkipItemsWithoutOperands() {
    assertThat(numbers("SELECT VALUE FLOOR(family.children[0].grade) FROM family"))
        .containsExactlyInAnyOrder(5, 8);
    assertThat(numbers("SELECT VALUE ARRAY_LENGTH(f.children) FROM f WHERE f.registered = true"))
        .containsExactlyInAnyOrder(1, 2);
  }

  @Test
  void parametersAreReplacedByValues() {
    CosmosQueryRequestOptions scoped =
        new CosmosQueryRequestOptions().setPartitionKey(new PartitionKey("Andersen"));
    SqlParameter id = new SqlParameter("@id", "AndersenFamily");
    SqlQuerySpec byId = new SqlQuerySpec("SELECT * FROM Families f WHERE (f.id = @id)", id);
    assertThat(rows(byId, scoped)).hasSize(1);
    SqlQuerySpec byCity =
        new SqlQuerySpec(
            "SELECT * FROM Families f WHERE f.id = @id AND f.address.city = @city",
            List.of(id, new SqlParameter("@city", "Seattle")));
    assertThat(rows(byCity, scoped)).hasSize(1);
    byCity.setParameters(List.of(id, new SqlParameter("@city", "NY")));
    assertThat(rows(byCity, new CosmosQueryRequestOptions())).isEmpty();
  }

  private static List<JsonNode> rows(SqlQuerySpec query, CosmosQueryRequestOptions options) {
    return container.queryItems(query, options, JsonNode.class).stream().toList();
  }

  private static List<String> strings(String query) {
    return container.queryItems(query, new CosmosQueryRequestOptions(), String.class).stream()
        .toList();
  }

  private static List<Integer> numbers(String query) {
    return container.queryItems(query, new CosmosQueryRequestOptions(), Integer.class).stream()
        .toList();
  }
}
