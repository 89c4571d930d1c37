package dev.cosmoslocal.internal.query;

import static dev.cosmoslocal.internal.query.Queries.rows;
import static dev.cosmoslocal.internal.query.Queries.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.query.page.PageLimits;
import dev.cosmoslocal.internal.query.parse.QueryException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Queries from Microsoft's documentation and from the baselines of the SDKs for .NET and
 * JavaScript. Each test names its source.
 */
class OtherSuitesQueriesTest {
  private static JsonNode info(String query) {
    return Queries.ENGINE.plan(Queries.query(query)).json().path("queryInfo");
  }

  /** In QueryPlanBaselineTests.Distinct.xml, only the ORDER BY value has Ordered. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT DISTINCT VALUE c.a FROM c ORDER BY c.a | Ordered",
        "SELECT DISTINCT c.a FROM c ORDER BY c.a DESC | Ordered",
        "SELECT DISTINCT c.a, c.b FROM c ORDER BY c.b, c.a | Ordered",
        "SELECT DISTINCT c.a FROM c ORDER BY c.a, c.b | Ordered",
        "SELECT DISTINCT c.city FROM c ORDER BY c.age | Unordered",
        "SELECT DISTINCT c.a, c.b FROM c ORDER BY c.a | Unordered",
        "SELECT DISTINCT c.a FROM c ORDER BY c.b, c.a | Unordered",
        "SELECT DISTINCT * FROM c ORDER BY c.a | Unordered",
        "SELECT DISTINCT c.a FROM c | Unordered"
      })
  void aDistinctIsOrderedIfEqualRowsAreAdjacent(String query, String type) {
    assertThat(info(query).path("distinctType").textValue()).isEqualTo(type);
  }

  @Test
  void aPropertyOfAGroupKeyMayBeSelected() {
    TestItems items =
        TestItems.of(
            "{'addr':{'city':'Rome'}}", "{'addr':{'city':'Rome'}}", "{'addr':{'city':'Oslo'}}");
    String query = "SELECT c.addr.city, COUNT(1) AS n FROM c GROUP BY c.addr";
    assertThat(rows(items, query))
        .containsExactly("{'city':'Oslo','n':1}", "{'city':'Rome','n':2}");
    assertThat(info(query).path("groupByExpressions").path(0).textValue()).isEqualTo("c.addr");
  }

  /** LINQ generates such members (LinqGeneralBaselineTests.TestGroupByTranslation of .NET). */
  @Test
  void aMemberOfAnObjectGroupKeyMayBeSelected() {
    TestItems items = TestItems.of("{'id':'1'}", "{'id':'2'}", "{'id':'2'}");
    String query =
        "SELECT VALUE {'key': {\"k\": root[\"id\"]}[\"k\"], 'n': COUNT(1)} FROM root"
            + " GROUP BY root[\"id\"]";
    assertThat(rows(items, query)).containsExactly("{'key':'1','n':1}", "{'key':'2','n':2}");
    String list = "SELECT {\"k\": root[\"id\"]}[\"k\"] AS key, COUNT(1) AS n FROM root";
    assertThat(info(list + " GROUP BY root[\"id\"]").path("groupByAliases")).hasSize(2);
    assertThatThrownBy(() -> info(list + " GROUP BY root[\"pk\"]"))
        .isInstanceOf(QueryException.class)
        .hasMessageContaining("SC2102");
  }

  /** Microsoft Learn, TRIM, LTRIM and RTRIM: the second argument lists characters. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "TRIM('-_-AdventureWorks-_-', '-_') | 'AdventureWorks'",
        "LTRIM('-_-AdventureWorks-_-', '-_') | 'AdventureWorks-_-'",
        "RTRIM('-_-AdventureWorks-_-', '-_') | '-_-AdventureWorks'",
        "TRIM('-_-AdventureWorks-_-', '-') | '_-AdventureWorks-_'",
        "TRIM('aaa', 'a') | ''",
        "TRIM('  a ', '') | '  a '"
      })
  void trimAcceptsASetOfCharacters(String call, String trimmed) {
    assertThat(value(call.trim())).isEqualTo(trimmed);
  }

  /** Microsoft Learn, DateTimeBin: a bin of months or years begins at a calendar boundary. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'2021-06-28T17:24:29.2991234Z', 'month', 1 | 2021-06-01",
        "'2021-06-28T17:24:29.2991234Z', 'mm', 3 | 2021-04-01",
        "'2021-06-28T17:24:29.2991234Z', 'year', 1 | 2021-01-01",
        "'2021-06-28T17:24:29.2991234Z', 'yyyy', 5 | 2020-01-01",
        "'1969-06-28', 'year', 1 | 1969-01-01",
        "'2021-06-28', 'month', 1, '2020-01-30' | 2021-05-30",
        "'2021-06-28', 'year', 2, '2000-07-01' | 2020-07-01",
        "'2021-06-28', 'day', 7, '2021-06-02' | 2021-06-23"
      })
  void dateTimeBinAcceptsMonthsAndYears(String arguments, String start) {
    assertThat(value("DATETIMEBIN(" + arguments + ")"))
        .isEqualTo("'" + start + "T00:00:00.0000000Z'");
  }

  /** As in .NET's String.LastIndexOf, the match ends at or before the start position. */
  @ParameterizedTest
  @CsvSource({"6, 0", "7, 5", "2, 0", "1, -1", "100, 5", "-1, -1"})
  void lastIndexOfSearchesBackwardsFromAPosition(int from, int found) {
    assertThat(value("LASTINDEXOF('abcdeabc', 'abc', " + from + ")")).isEqualTo("" + found);
  }

  @ParameterizedTest
  @CsvSource({
    "'yyyy', 1, 2025-10-14T14:20:30.6668888Z",
    "'yyyy', -1, 2023-10-14T14:20:30.6668888Z",
    "'y', -1, 2023-10-14T14:20:30.6668888Z",
    "'ss', 30, 2024-10-14T14:21:00.6668888Z",
    "'ms', 4, 2024-10-14T14:20:30.6708888Z"
  })
  void getCurrentTimeAcceptsAnOffset(String part, int number, String expected) {
    Clock clock = Clock.fixed(Instant.parse("2024-10-14T14:20:30.6668888Z"), ZoneOffset.UTC);
    QueryEngine engine = new QueryEngine(clock, () -> 0);
    String query = "SELECT VALUE NOW('" + part + "', " + number + ")";
    assertThat(
            engine
                .page(Queries.query(query), TestItems.of(), new PageLimits(-1, 1_000, null))
                .documents()
                .get(0)
                .textValue())
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "IS_INTEGER(-9223372036854775808), true",
    "IS_INTEGER(9223372036854775807), true",
    "IS_INTEGER(9223372036854775808), false",
    "-9007199254740993, -9007199254740993",
    "-(9007199254740993), -9007199254740993",
    "-(1.5), -1.5",
    "-0, 0"
  })
  void integersOf64BitsStayExact(String expression, String expected) {
    assertThat(value(expression)).isEqualTo(expected);
  }

  /**
   * The rule in_scalar_expression of the grammar sql.g4 of the SDK for .NET needs an expression.
   * SC2990 is recorded only for computed positions.
   */
  @ParameterizedTest
  @ValueSource(strings = {"c.a IN ()", "c.a NOT IN ()"})
  void anEmptyInIsASyntaxError(String condition) {
    assertThatThrownBy(() -> rows(TestItems.of(), "SELECT * FROM c WHERE " + condition))
        .isInstanceOf(QueryException.class)
        .hasMessageContaining("SC1001");
  }

  /** LinqSQLTranslationBaselineTest.ValidateSQLTranslation.xml of the SDK for .NET. */
  @Test
  void computedPositionsAreRejected() {
    String query = "SELECT VALUE [1, 2, 3][root[\"x\"]] FROM root";
    assertThatThrownBy(() -> rows(TestItems.of("{'x':1}"), query))
        .isInstanceOf(QueryException.class)
        .hasMessageContaining("\"start\":13,\"end\":33")
        .hasMessageContaining("SC2990")
        .hasMessageContaining(
            "The specified query includes 'member indexer' which is currently not supported.");
    assertThat(rows(TestItems.of("{'a':[5,6]}"), "SELECT VALUE c.a[@n] FROM c", "@n", 1))
        .containsExactly("6");
  }

  /** Microsoft Learn's sample of bitwise operators, "c.grade ^ 4 = 1". */
  @Test
  void bitwiseOperatorsBindTighterThanComparisons() {
    TestItems items = TestItems.of("{'grade':4}", "{'grade':5}", "{'grade':6}");
    assertThat(rows(items, "SELECT VALUE c.grade FROM c WHERE c.grade ^ 4 = 1"))
        .containsExactly("5");
    assertThat(rows(items, "SELECT VALUE c.grade FROM c WHERE c.grade & 3 > 1"))
        .containsExactly("6");
    assertThat(value("2 | 4 = 6 AND 1 + 1 & 2 = 2")).isEqualTo("true");
  }

  /** Microsoft Learn, SetIntersect, "unorderedIntersect". */
  @Test
  void anIntersectionHasTheOrderOfTheSecondArray() {
    assertThat(value("SETINTERSECT([1, 2, 'A', 'B'], ['A', 1, 'A'])")).isEqualTo("['A',1]");
  }

  /** Microsoft Learn, ObjectToArray. */
  @Test
  void aJoinMayIterateOverTheResultOfAFunction() {
    TestItems items = TestItems.of("{'id':'1','p':{'a':1,'b':2}}");
    assertThat(rows(items, "SELECT VALUE kv.k FROM c JOIN kv IN OBJECTTOARRAY(c.p) WHERE kv.v > 1"))
        .containsExactly("'b'");
    assertThat(
            rows(
                items,
                "SELECT VALUE EXISTS(SELECT VALUE x FROM x IN OBJECTTOARRAY(c.p) WHERE x.v = 2)"
                    + " FROM c"))
        .containsExactly("true");
    assertThat(
            info("SELECT VALUE kv.v FROM c JOIN kv IN OBJECTTOARRAY(c.p) ORDER BY c.id")
                .path("rewrittenQuery")
                .textValue())
        .contains("JOIN kv IN OBJECTTOARRAY(c.p)");
    assertThatThrownBy(() -> rows(items, "SELECT VALUE kv FROM kv IN OBJECTTOARRAY(c.p)"))
        .isInstanceOf(QueryException.class);
  }

  /** QueryPlanBaselineTests.Aggregates.xml, "Aggregate With JOIN". */
  @Test
  void anAggregateOverAJoinMayBeOrderedByTheJoinedAlias() {
    JsonNode info =
        info(
            "SELECT VALUE AVG(c.age + 1) FROM Root r JOIN c in r.children WHERE c.age > 1"
                + " ORDER BY c.name");
    assertThat(info.path("orderBy")).isEmpty();
    assertThat(info.path("aggregates").path(0).textValue()).isEqualTo("Average");
    String rewritten = info.path("rewrittenQuery").textValue();
    assertThat(rewritten)
        .isEqualTo(
            "SELECT VALUE [{\"item\": {\"sum\": SUM((c.age + 1)), \"count\": COUNT((c.age +"
                + " 1))}}]\n"
                + "FROM Root AS r\n"
                + "JOIN c IN r.children\n"
                + "WHERE (c.age > 1)\n"
                + "ORDER BY c.name");
    assertThat(rows(TestItems.of("{'children':[{'age':2},{'age':4}]}"), rewritten))
        .containsExactly("[{'item':{'sum':8,'count':2}}]");
  }

  /**
   * The service's settings have sqlAllowNonFiniteNumbers: false (MockDocumentClient of the SDK for
   * .NET), and IS_FINITE_NUMBER is documented with such numbers.
   */
  @ParameterizedTest
  @ValueSource(strings = {"1/0", "SQRT(-1)", "LOG(0)"})
  void nonFiniteNumbersCanBeTestedButNotReturned(String expression) {
    assertThat(value("IS_FINITE_NUMBER(" + expression + ")")).isEqualTo("false");
    assertThatThrownBy(() -> value(expression))
        .isInstanceOf(QueryException.class)
        .hasMessageContaining("cannot be represented in JSON");
  }
}
