package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The function of Microsoft's "How to write stored procedures, triggers, and user-defined
 * functions", and more.
 */
class SdkFunctionsTest {
  private static final String TAX =
      """
      function tax(income) {
          if (income == undefined)
              throw 'no input';

          if (income < 1000)
              return income * 0.1;
          else if (income < 10000)
              return income * 0.2;
          else
              return income * 0.4;
      }
      """;

  // The service's 5 s could be too short on a busy machine, and these tests don't test time.
  @RegisterExtension
  static final SdkEmulator emulator =
      new SdkEmulator(LocalCosmos.builder().scriptTime(Duration.ofMinutes(1)));

  private static CosmosContainer items;
  private static SdkScripts scripts;

  @BeforeAll
  static void start() {
    items = emulator.container("items");
    scripts = new SdkScripts(items);
    scripts.function("tax", TAX);
    scripts.function("shape", "function (a, b) { return {a: a, none: b === undefined}; }");
    scripts.function("nothing", "function () {}");
    int[] incomes = {500, 2_000, 20_000, 50_000};
    for (int i = 0; i < incomes.length; i++) {
      items.createItem(SdkEmulator.item("i" + i, "pk" + i).put("income", incomes[i]));
    }
  }

  @Test
  void aFunctionFiltersOverAllPartitions() {
    assertThat(query("SELECT VALUE c.id FROM c WHERE udf.tax(c.income) > 8000"))
        .extracting(JsonNode::textValue)
        .containsExactly("i3");
  }

  @Test
  void aFunctionReturnsValuesOfEachType() {
    assertThat(query("SELECT VALUE udf.tax(c.income) FROM c ORDER BY c.income"))
        .extracting(JsonNode::intValue)
        .containsExactly(50, 400, 8_000, 20_000);
    assertThat(query("SELECT c.id, udf.shape(c.id, c.none) AS s FROM c WHERE c.id = 'i0'"))
        .extracting(JsonNode::toString)
        .containsExactly("{\"id\":\"i0\",\"s\":{\"a\":\"i0\",\"none\":true}}");
    assertThat(query("SELECT VALUE SUM(udf.tax(c.income)) FROM c"))
        .extracting(JsonNode::intValue)
        .containsExactly(28_450);
    assertThat(query("SELECT VALUE udf.nothing() FROM c")).isEmpty();
    assertThat(query("SELECT VALUE udf.tax(udf.tax(10000))"))
        .extracting(JsonNode::intValue)
        .containsExactly(800);
  }

  @Test
  void aFunctionCanBeAGroupingKey() {
    assertThat(
            query(
                "SELECT udf.tax(c.income) > 1000 AS high, COUNT(1) AS n FROM c"
                    + " GROUP BY udf.tax(c.income) > 1000"))
        .extracting(row -> row.path("high").booleanValue() + "=" + row.path("n").intValue())
        .containsExactlyInAnyOrder("false=2", "true=2");
  }

  @Test
  void orderByAFunctionIsRejectedAsByTheService() {
    assertThat(failure("SELECT * FROM c ORDER BY udf.tax(c.income)").getMessage())
        .contains("could not be mapped to a document path");
  }

  @Test
  void aFunctionThatThrowsOrIsMissingFailsTheQuery() {
    CosmosException thrown = failure("SELECT VALUE udf.tax(c.none) FROM c");
    assertThat(thrown.getStatusCode()).isEqualTo(400);
    assertThat(thrown.getMessage()).contains("no input");
    assertThat(failure("SELECT VALUE udf.missing(1) FROM c").getMessage())
        .contains("'missing' does not exist");
  }

  @Test
  void aFunctionSeesOnlyItsArguments() {
    scripts.function("look", "function () { return typeof getContext + typeof __ + typeof java; }");
    assertThat(query("SELECT VALUE udf.look()"))
        .extracting(JsonNode::textValue)
        .containsExactly("undefinedundefinedundefined");
  }

  @Test
  void aProcedureQueriesWithFunctions() {
    String body =
        """
        function () {
          var query = 'SELECT VALUE udf.tax(c.income) FROM c';
          __.queryDocuments(__.getSelfLink(), query, function (err, rows) {
            if (err) throw err;
            __.response.setBody(rows);
          });
        }
        """;
    assertThat(scripts.call("pk1", body).getResponseAsString()).isEqualTo("[400]");
  }

  @Test
  void oneFunctionServesThousandsOfRows() {
    CosmosContainer many = emulator.container("many");
    new SdkScripts(many).function("tax", TAX);
    for (int i = 0; i < 2_000; ) {
      CosmosBatch batch = CosmosBatch.createCosmosBatch(new PartitionKey("rows"));
      for (int last = i + 100; i < last; i++) {
        batch.createItemOperation(SdkEmulator.item("r" + i, "rows").put("income", i));
      }
      assertThat(many.executeCosmosBatch(batch).isSuccessStatusCode()).isTrue();
    }
    List<JsonNode> rows =
        many
            .queryItems(
                "SELECT VALUE COUNT(1) FROM c WHERE udf.tax(c.income) >= 0",
                new CosmosQueryRequestOptions().setPartitionKey(new PartitionKey("rows")),
                JsonNode.class)
            .stream()
            .toList();
    assertThat(rows).extracting(JsonNode::intValue).containsExactly(2_000);
  }

  private static List<JsonNode> query(String text) {
    return StreamSupport.stream(
            items.queryItems(text, new CosmosQueryRequestOptions(), JsonNode.class).spliterator(),
            false)
        .toList();
  }

  private static CosmosException failure(String text) {
    return catchThrowableOfType(CosmosException.class, () -> query(text));
  }
}
