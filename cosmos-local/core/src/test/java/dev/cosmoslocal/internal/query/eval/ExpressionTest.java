package dev.cosmoslocal.internal.query.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmoslocal.internal.query.Queries;
import dev.cosmoslocal.internal.query.TestItems;
import dev.cosmoslocal.internal.query.parse.QueryException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Operators and their treatment of undefined, null and values of different types. */
final class ExpressionTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '`',
      value = {
        "1 + 2 * 3 → 7",
        "(1 + 2) * 3 → 9",
        "7 / 2 → 3.5",
        "7 % 4 → 3",
        "1 - 2 - 3 → -4",
        "-(1 + 2) → -3",
        "- -1 → 1",
        "+'a' → undefined",
        "1 + 'a' → undefined",
        "0.1 + 0.2 → 0.30000000000000004",
        "1e3 → 1000",
        "0xFF → 255",
        ".5 + 1 → 1.5",
        "100 >> 2 → 25",
        "100 << 2 → 400",
        "-1 >>> 28 → 15",
        "100 & 1000 → 96",
        "100 | 1000 → 1004",
        "100 ^ 1000 → 908",
        "~5 → -6",
        "'a' || 'b' || 'c' → 'abc'",
        "'a' || 1 → undefined",
        "('a' || 'b') = 'ab' → true",
        "'a' || 'b' = 'ab' → undefined",
        "(100 & 1000) = 96 → true"
      })
  void operatorsCombineNumbersAndStrings(String expression, String expected) {
    assertThat(Queries.value(expression)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '`',
      value = {
        "1 = 1.0 → true",
        "1 = '1' → false",
        "1 != '1' → true",
        "null = null → true",
        "null = false → false",
        "undefined = undefined → undefined",
        "1 != undefined → undefined",
        "{'x': 1, 'y': [2]} = {'y': [2], 'x': 1} → true",
        "{'x': 1} = {'x': 1, 'y': 2} → false",
        "[3, 1] = [1, 3] → false",
        "1 < 2 → true",
        "'a' < 1 → undefined",
        "null <= null → true",
        "null < null → false",
        "[1] < [2] → undefined",
        "{} >= {} → undefined",
        "true > false → true",
        "'Z' < 'a' → true",
        "'\\uFFFD' < '\\uD83D\\uDE00' → true",
        "7 / 0 > 1000000 → true",
        "2 BETWEEN 1 AND 3 → true",
        "2 NOT BETWEEN 1 AND 3 → false",
        "'b' BETWEEN 1 AND 3 → undefined",
        "1 IN (1, 'a') → true",
        "null IN (1, 'a') → false",
        "undefined IN (1) → undefined",
        "2 NOT IN (1, 3) → true",
        "1 IN (2, undefined) → undefined"
      })
  void comparisonsDependOnTheTypesOfTheirOperands(String expression, String expected) {
    assertThat(Queries.value(expression)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '`',
      value = {
        "true AND undefined → undefined",
        "false AND undefined → false",
        "true OR undefined → true",
        "false OR undefined → undefined",
        "NOT undefined → undefined",
        "NOT 1 → undefined",
        "true AND 1 → undefined",
        "false OR 1 OR true → true",
        "true OR false AND false → true",
        "NOT (1 = 2) → true",
        "NOT false = true → true",
        "NOT 1 = 2 → undefined",
        "NOT true AND false → false",
        "NOT IS_DEFINED(undefined) AND true → true",
        "undefined ?? 'd' → 'd'",
        "null ?? 'd' → null",
        "undefined ?? undefined ?? 3 → 3",
        "1 = 1 ? 'y' : 'n' → 'y'",
        "undefined ? 'y' : 'n' → 'n'",
        "false ? 1 : true ? 2 : 3 → 2"
      })
  void logicalOperatorsHandleUndefined(String expression, String expected) {
    assertThat(Queries.value(expression)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '`',
      value = {
        "'fruit' LIKE 'f%' → true",
        "'fruit' LIKE '%ui%' → true",
        "'fruit' LIKE 'f_uit' → true",
        "'fruit' LIKE 'F%' → false",
        "'fruit' NOT LIKE 'x%' → true",
        "'cat' LIKE '[bc]at' → true",
        "'cat' LIKE '[a-d]at' → true",
        "'cat' LIKE '[^bc]at' → false",
        "'20%' LIKE '20!%' ESCAPE '!' → true",
        "'200' LIKE '20!%' ESCAPE '!' → false",
        "'a.c' LIKE 'a.c' → true",
        "'abc' LIKE 'a.c' → false",
        "'a' LIKE ('a' || '%') → true",
        "1 LIKE 'a' → undefined"
      })
  void likeMatchesPatterns(String expression, String expected) {
    assertThat(Queries.value(expression)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '`',
      value = {
        "{'a': undefined, b: 1} → {'b':1}",
        "[1, undefined, 2] → [1,2]",
        "{'a': {'b': [10, 20]}}.a.b[1] → 20",
        "{'a': 1}['a'] → 1",
        "[10, 20][2] → undefined",
        "[10, 20][-1] → undefined",
        "[10, 20]['0'] → undefined",
        "'abc'[0] → undefined",
        "\"it's\" → 'it's'",
        "'a\\\\b\\tc' = \"a\\\\b\\tc\" → true",
        "ARRAY(SELECT VALUE 1) → [1]",
        "(SELECT VALUE 1) + 1 → 2",
        "EXISTS(SELECT VALUE undefined) → false"
      })
  void arraysAndObjectsAreConstructedAndRead(String expression, String expected) {
    assertThat(Queries.value(expression)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '`',
      value = {
        "SELECT * → 'SELECT *' is only valid with a single input set.",
        "SELECT x.a FROM c → Identifier 'x' could not be resolved.",
        "SELECT c.a c.b FROM c → incorrect syntax near '.'",
        "SELECT c.order FROM c → incorrect syntax near 'order'",
        "SELECT * FROM c WHERE c.a = True → Identifier 'True' could not be resolved.",
        "SELECT 'abc → invalid string literal",
        "SELECT 1 FROM → unexpected end",
        "SELECT * FROM c WHERE c.a = #1 → incorrect syntax near '#'",
        "SELECT * FROM c WHERE c.x = @p → '@p' has no value",
        "SELECT TOP @p * FROM c → '@p' has no value",
        "SELECT TOP 1.5 * FROM c → whole number",
        "SELECT * FROM c OFFSET 1 LIMIT 99999999999 → exceeds the maximum",
        "SELECT * FROM c JOIN t IN c.tags → 'SELECT *' is only valid",
        "SELECT VALUE c.id FROM c WHERE EXISTS(SELECT VALUE t FROM t IN [1, 2]) → SC1001",
        "SELECT VALUE x.id FROM (SELECT TOP 2 VALUE c FROM c) AS x → SC2203",
        "SELECT VALUE x.id FROM (SELECT VALUE c FROM c ORDER BY c.id) AS x → SC2202",
        "SELECT VALUE x.id FROM (SELECT VALUE c FROM c OFFSET 1 LIMIT 2) AS x → SC2204",
        "SELECT VALUE x.id FROM (SELECT c.n * 2 AS m FROM c) AS x ORDER BY x.m → could not be"
            + " mapped",
        "SELECT c.a, COUNT(1) FROM c GROUP BY c.b → Property reference 'c.a' is invalid in the"
            + " select list",
        "SELECT VALUE COUNT(1) FROM c WHERE COUNT(1) > 1 → only valid in the select list",
        "SELECT VALUE c FROM c JOIN c IN c.x → bound twice"
      })
  void anInvalidQueryFailsWithTheReason(String query, String message) {
    assertThatThrownBy(() -> Queries.rows(TestItems.of(), query))
        .isInstanceOf(QueryException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "[", "{'a':", "- ", "NOT ", "true ? 1 : ", "ABS("})
  void deepNestingIsRejectedBeforeTheStackOverflows(String opening) {
    assertThatThrownBy(() -> Queries.value(opening.repeat(10_000) + "1"))
        .isInstanceOf(QueryException.class)
        .hasMessageContaining("too deeply");
  }

  @Test
  void longListsOfAlternativesAreAccepted() {
    String ors =
        IntStream.range(0, 5_000).mapToObj(i -> "c.n = " + i).collect(Collectors.joining(" OR "));
    TestItems items = TestItems.of("{'n':4999}", "{'n':5000}");

    assertThat(Queries.rows(items, "SELECT VALUE c.n FROM c WHERE " + ors)).containsExactly("4999");
  }
}
