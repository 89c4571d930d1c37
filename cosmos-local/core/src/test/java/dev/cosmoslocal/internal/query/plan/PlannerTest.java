package dev.cosmoslocal.internal.query.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.query.Queries;
import dev.cosmoslocal.internal.query.QueryText;
import dev.cosmoslocal.internal.query.TestItems;
import dev.cosmoslocal.internal.query.parse.QueryException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Plans equal those of the service (baselines of its query plan library). */
final class PlannerTest {

  private static final String FILTER = Planner.RESUME_FILTER;

  private static JsonNode info(String query, Object... parameters) {
    return Queries.ENGINE.plan(Queries.query(query, parameters)).json().get("queryInfo");
  }

  private static String rewritten(String query, Object... parameters) {
    return info(query, parameters).get("rewrittenQuery").textValue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM c",
        "SELECT c.a, c.b FROM c WHERE c.a > 1",
        "SELECT TOP 5 * FROM c",
        "SELECT DISTINCT c.x FROM c",
        "SELECT * FROM c WHERE STARTSWITH(c.id, @p)"
      })
  void aQueryWhoseRowsNeedNoMergingIsNotRewritten(String query) {
    assertThat(rewritten(query, "@p", "x")).isEmpty();
  }

  @Test
  void aPlanHasAllMembersOfAServicePlan() {
    assertThat(Queries.ENGINE.plan(QueryText.of("SELECT * FROM c")).json())
        .isEqualTo(
            TestItems.json(
                "{'partitionedQueryExecutionInfoVersion':2,'queryInfo':{'distinctType':'None',"
                    + "'top':null,'offset':null,'limit':null,'orderBy':[],'orderByExpressions':[],"
                    + "'groupByExpressions':[],'groupByAliases':[],'aggregates':[],"
                    + "'groupByAliasToAggregateType':{},'rewrittenQuery':'','hasSelectValue':false,"
                    + "'dCountInfo':null,'hasNonStreamingOrderBy':false},"
                    + "'hybridSearchQueryInfo':null}"));
  }

  @Test
  void aTopParameterBecomesANumber() {
    assertThat(info("SELECT TOP @Top * FROM c", "@Top", 7).get("top").intValue()).isEqualTo(7);
  }

  @ParameterizedTest
  @MethodSource("rewrites")
  void queriesAreRewrittenLikeThoseOfTheService(String query, String expected) {
    assertThat(rewritten(query)).isEqualTo(expected);
  }

  static Stream<Arguments> rewrites() {
    return Stream.of(
        arguments(
            "SELECT TOP 10 * FROM c ORDER BY c.k DESC",
            "SELECT TOP 10 c._rid, [{\"item\": c.k}] AS orderByItems, c AS payload\nFROM c\nWHERE ("
                + FILTER
                + ")\nORDER BY c.k DESC"),
        arguments(
            "SELECT * FROM c WHERE c.a = 1 ORDER BY c.k",
            "SELECT c._rid, [{\"item\": c.k}] AS orderByItems, c AS payload\n"
                + "FROM c\nWHERE ((c.a = 1) AND ("
                + FILTER
                + "))\nORDER BY c.k"),
        arguments(
            "SELECT c.x, c.y, c.z + 1 FROM c ORDER BY c.x, c.y DESC",
            "SELECT c._rid, [{\"item\": c.x}, {\"item\": c.y}] AS orderByItems, {\"x\": c.x, \"y\":"
                + " c.y, \"$1\": (c.z + 1)} AS payload\nFROM c\nWHERE ("
                + FILTER
                + ")\nORDER BY c.x, c.y DESC"),
        arguments(
            "SELECT DISTINCT VALUE c.blah FROM c ORDER BY c.blah",
            "SELECT c._rid, [{\"item\": c.blah}] AS orderByItems, c.blah AS payload\nFROM c\nWHERE"
                + " (("
                + FILTER
                + ") AND IS_DEFINED(c.blah))\nORDER BY c.blah"),
        arguments("SELECT VALUE COUNT(1) FROM c", "SELECT VALUE [{\"item\": COUNT(1)}]\nFROM c"),
        arguments(
            "SELECT VALUE AVG(c.x) FROM c",
            "SELECT VALUE [{\"item\": {\"sum\": SUM(c.x), \"count\": COUNT(c.x)}}]\nFROM c"),
        arguments(
            "SELECT VALUE MIN(c.x) FROM c",
            "SELECT VALUE [{\"item\": MIN(c.x), \"item2\": {\"min\": MIN(c.x), \"count\":"
                + " COUNT(c.x)}}]\nFROM c"),
        arguments(
            "SELECT VALUE MAKELIST(c.x) FROM c",
            "SELECT VALUE [{\"item\": MAKELIST(c.x)}]\nFROM c"),
        arguments(
            "SELECT COUNT(1) AS n, SUM(c.x) FROM c",
            "SELECT {\"n\": {\"item\": COUNT(1)}, \"$1\": {\"item\": SUM(c.x)}} AS payload\n"
                + "FROM c"),
        arguments(
            "SELECT c.g, COUNT(1) AS n FROM c GROUP BY c.g",
            "SELECT [{\"item\": c.g}] AS groupByItems, {\"g\": c.g, \"n\": {\"item\": COUNT(1)}} AS"
                + " payload\nFROM c\nGROUP BY c.g"),
        arguments(
            "SELECT VALUE COUNT(1) FROM c GROUP BY c.g",
            "SELECT [{\"item\": c.g}] AS groupByItems, [{\"item\": COUNT(1)}] AS payload\nFROM"
                + " c\nGROUP BY c.g"),
        arguments(
            "SELECT * FROM c WHERE c.blah = 5 OFFSET 1 LIMIT 2",
            "SELECT *\nFROM c\nWHERE (c.blah = 5)\nOFFSET 0 LIMIT 3"),
        // QueryPlanBaselineTests.OffsetLimit of azure-cosmos-dotnet-v3: the sum can exceed the
        // limit of its parts.
        arguments(
            "SELECT * FROM c OFFSET 2147483647 LIMIT 10",
            "SELECT *\nFROM c\nOFFSET 0 LIMIT 2147483657"),
        arguments(
            "SELECT c.k, c.x AS y, 1 FROM Root c OFFSET 0 LIMIT 1",
            "SELECT c.k, c.x AS y, 1\nFROM Root AS c\nOFFSET 0 LIMIT 1"),
        arguments(
            "SELECT DISTINCT * FROM c WHERE c.key = 5 OFFSET 1 LIMIT 2",
            "SELECT DISTINCT *\nFROM c\nWHERE (c.key = 5)"),
        arguments(
            "SELECT VALUE COUNT(1) FROM c WHERE c.key = 5 OFFSET 1 LIMIT 2",
            "SELECT VALUE [{\"item\": COUNT(1)}]\nFROM c\nWHERE (c.key = 5)"));
  }

  @ParameterizedTest
  @MethodSource("rewrites")
  void theRewrittenQueryRuns(String query, String expected) {
    TestItems items =
        TestItems.of("{'id':'1','k':1,'x':2,'g':'a','blah':5,'key':5,'a':1,'_rid':'r'}");
    String partition = expected.replace(FILTER, "true");

    assertThat(Queries.rows(items, partition)).as(query).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT VALUE COUNT(1) FROM (SELECT DISTINCT c.x FROM c WHERE c.y = 1) | ''",
        "SELECT COUNT(1) FROM (SELECT DISTINCT c.x FROM c WHERE c.y = 1) AS r | ''",
        "SELECT COUNT(r) AS n FROM (SELECT DISTINCT c.x FROM c WHERE c.y = 1) AS r | n"
      })
  void rowsOfADistinctAreCountedByTheClient(String query, String alias) {
    JsonNode info = info(query);

    assertThat(info.get("dCountInfo").get("dCountAlias").textValue()).isEqualTo(alias);
    assertThat(info.get("distinctType").textValue()).isEqualTo("Unordered");
    assertThat(info.get("rewrittenQuery").textValue())
        .isEqualTo("SELECT DISTINCT c.x\nFROM c\nWHERE (c.y = 1)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT VALUE COUNT(r.x) FROM (SELECT DISTINCT c.x FROM c) AS r",
        "SELECT VALUE COUNT(1) FROM (SELECT c.x FROM c GROUP BY c.x)",
        "SELECT VALUE r FROM (SELECT DISTINCT c.x FROM c) AS r",
        "SELECT VALUE COUNT(1) FROM (SELECT DISTINCT c.x FROM c) AS r WHERE r.x > 1",
        "SELECT VALUE COUNT(1) + 1 FROM c"
      })
  void aQueryThatOnlyOnePartitionCanAnswerIsNotRewritten(String query) {
    QueryText text = QueryText.of(query);

    assertThatThrownBy(() -> Queries.ENGINE.plan(text)).isInstanceOf(QueryException.class);
    JsonNode info = Queries.ENGINE.planOfOneKey(text).json().get("queryInfo");
    assertThat(info.get("rewrittenQuery").textValue()).isEmpty();
    assertThat(info.get("hasSelectValue").booleanValue()).isTrue();
  }

  @Test
  void topOfAnOrderedDistinctBecomesALimit() {
    JsonNode info = info("SELECT DISTINCT TOP 3 VALUE c.n FROM c ORDER BY c.n");

    assertThat(info.get("top").isNull()).isTrue();
    assertThat(info.get("offset").intValue()).isZero();
    assertThat(info.get("limit").intValue()).isEqualTo(3);
  }

  @Test
  void thePlanOfAnOrderedQueryNamesItsKeys() {
    JsonNode info = info("SELECT * FROM c ORDER BY c.a, c[\"order\"] DESC");

    assertThat(info.get("orderBy")).isEqualTo(TestItems.json("['Ascending','Descending']"));
    assertThat(info.get("orderByExpressions"))
        .isEqualTo(TestItems.JSON.createArrayNode().add("c.a").add("c[\"order\"]"));
  }

  @Test
  void thePlanOfAnAggregateNamesItsColumns() {
    JsonNode info = info("SELECT c.g, COUNT(1) AS n FROM c GROUP BY c.g");

    assertThat(info.get("groupByExpressions")).isEqualTo(TestItems.json("['c.g']"));
    assertThat(info.get("groupByAliases")).isEqualTo(TestItems.json("['g','n']"));
    assertThat(info.get("groupByAliasToAggregateType"))
        .isEqualTo(TestItems.json("{'g':null,'n':'Count'}"));
    assertThat(info.get("aggregates")).isEmpty();
  }

  @Test
  void thePlanOfAValueAggregateListsItsKind() {
    JsonNode info = info("SELECT VALUE AVG(c.x) FROM c");

    assertThat(info.get("aggregates")).isEqualTo(TestItems.json("['Average']"));
    assertThat(info.get("hasSelectValue").booleanValue()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT VALUE {'sum': SUM(r)} FROM r",
        "SELECT VALUE [SUM(r)] FROM r",
        "SELECT VALUE FLOOR(AVG(r)) FROM r",
        "SELECT VALUE MAX(MIN(r)) FROM r",
        "SELECT * FROM c ORDER BY LOWER(c.x)",
        "SELECT * FROM c OFFSET 0 LIMIT 2147483648",
        "SELECT VALUE BADFUNC(c) FROM c"
      })
  void aQueryThatTheServiceRejectsIsRejected(String query) {
    assertThatThrownBy(() -> Queries.ENGINE.plan(QueryText.of(query)))
        .isInstanceOf(QueryException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT * FROM c WHERE c.pk = 'a' | [['a']]",
        "SELECT * FROM c WHERE c['pk'] = @p AND c.x > 1 | [['v']]",
        "SELECT * FROM c WHERE 'a' = c.pk | [['a']]",
        "SELECT * FROM c WHERE c.pk IN ('b', 'a', 'b') | [['a'],['b']]",
        "SELECT * FROM c WHERE c.pk = 1 OR c.pk = 2 | [[1],[2]]",
        "SELECT * FROM c WHERE (c.id = 'x' AND c.pk = 1) OR (c.id = 'y' AND c.pk = 2) | [[1],[2]]",
        "SELECT * FROM c WHERE c.pk = 1 AND c.pk = 2 | []",
        "SELECT VALUE r FROM r JOIN t IN r.tags WHERE r.pk = null AND t = 1 | [[null]]"
      })
  void aPinnedPartitionKeyIsFound(String query, String expected) {
    assertThat(pinned(query, List.of(List.of("pk")))).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM c",
        "SELECT * FROM c WHERE c.pk > 1",
        "SELECT * FROM c WHERE NOT (c.pk = 1)",
        "SELECT * FROM c WHERE c.pk = 1 OR c.x = 2",
        "SELECT * FROM c WHERE c.pk NOT IN (1)",
        "SELECT * FROM c WHERE c.a.pk = 1",
        "SELECT VALUE c FROM c JOIN t IN c.tags WHERE t.pk = 1"
      })
  void anUnpinnedPartitionKeyIsNotFound(String query) {
    assertThat(pinned(query, List.of(List.of("pk")))).isEqualTo("none");
  }

  @Test
  void aHierarchicalKeyIsPinnedByAllItsPaths() {
    String query = "SELECT * FROM c WHERE c.a = 1 AND c.b.d IN (2, 3)";

    assertThat(pinned(query, List.of(List.of("a"), List.of("b", "d")))).isEqualTo("[[1,2],[1,3]]");
    assertThat(pinned(query, List.of(List.of("a"), List.of("x")))).isEqualTo("none");
  }

  private static String pinned(String query, List<List<String>> paths) {
    return Queries.ENGINE
        .plan(Queries.query(query, "@p", "v"))
        .pinned(paths)
        .map(tuples -> tuples.toString().replace('"', '\'').replace(" ", ""))
        .orElse("none");
  }
}
