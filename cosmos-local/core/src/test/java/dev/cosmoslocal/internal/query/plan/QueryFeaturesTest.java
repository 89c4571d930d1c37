package dev.cosmoslocal.internal.query.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmoslocal.internal.query.Queries;
import dev.cosmoslocal.internal.query.QueryText;
import dev.cosmoslocal.internal.query.parse.QueryException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The features that plans need (QueryPlanHandler of azure-cosmos-dotnet-v3). */
final class QueryFeaturesTest {

  /** The features that the SDK for Java names (QueryPlanRetriever, 4.81.0). */
  private static final String JAVA =
      "Aggregate, CompositeAggregate, MultipleOrderBy, MultipleAggregates, OrderBy, OffsetAndLimit,"
          + " Distinct, GroupBy, Top, DCount, NonValueAggregate, NonStreamingOrderBy, HybridSearch,"
          + " WeightedRankFusion";

  private static QueryPlan plan(String query) {
    return Queries.ENGINE.plan(QueryText.of(query));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT VALUE COUNT(1) FROM c | Aggregate",
        "SELECT COUNT(1) FROM c | NonValueAggregate",
        "SELECT COUNT(1), MAX(c.n) FROM c | NonValueAggregate,MultipleAggregates",
        "SELECT VALUE COUNTIF(c.n > 1) FROM c | Aggregate,CountIf",
        "SELECT VALUE MAKESET(c.n) FROM c | Aggregate,ListAndSetAggregate",
        "SELECT c.g FROM c GROUP BY c.g | GroupBy",
        "SELECT c.g, SUM(c.n) FROM c GROUP BY c.g | NonValueAggregate,GroupBy",
        "SELECT DISTINCT c.g FROM c | Distinct",
        "SELECT * FROM c ORDER BY c.n | OrderBy",
        "SELECT * FROM c ORDER BY c.n, c.g | MultipleOrderBy",
        "SELECT TOP 2 * FROM c | Top",
        "SELECT * FROM c OFFSET 1 LIMIT 2 | OffsetAndLimit",
        "SELECT VALUE COUNT(1) FROM (SELECT DISTINCT c.g FROM c) | Distinct"
      })
  void aPlanIsRejectedIfTheClientLacksAFeature(String query, String needed) {
    List<String> features = Arrays.asList(needed.split(","));
    for (String feature : features) {
      String others = String.join(",", features.stream().filter(f -> !f.equals(feature)).toList());
      assertThatThrownBy(() -> plan(query).forClient(others))
          .as("%s without %s", query, feature)
          .isInstanceOf(QueryException.class)
          .hasMessage(
              "Query contains 1 or more unsupported features. Upgrade your SDK to a version that"
                  + " does support the requested features:\n"
                  + "Query contained "
                  + feature
                  + ", which the calling client does not support.");
    }
    assertThat(plan(query).forClient(needed)).isNotNull();
  }

  @Test
  void aFilterNeedsNoFeature() {
    assertThat(plan("SELECT c.a FROM c WHERE c.a > 1").forClient("").json()).isNotEmpty();
  }

  @Test
  void theSdkForJavaGetsOnlyPlansThatItCanFollow() {
    assertThat(plan("SELECT c.g, MIN(c.n), MAX(c.n) FROM c GROUP BY c.g").forClient(JAVA))
        .isNotNull();
    assertThatThrownBy(() -> plan("SELECT VALUE COUNTIF(c.a) FROM c").forClient(JAVA))
        .hasMessageContaining("CountIf");
  }
}
