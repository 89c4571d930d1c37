package dev.cosmoslocal.internal.query.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmoslocal.internal.query.Queries;
import dev.cosmoslocal.internal.query.TestItems;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests operators with operands of every type, and aggregates over values of several types. The
 * expected results are those of the service in the tests of {@code @vercel/cosmosdb-query}
 * (test/misc.ts).
 */
final class OperandsTest {
  private static final List<String> NO_NUMBERS =
      List.of("undefined", "null", "true", "'1'", "{}", "[]");

  @ParameterizedTest
  @ValueSource(strings = {"+", "-", "*", "/", "%", "|", "&", "^", "<<", ">>", ">>>"})
  void arithmeticIsOnlyDefinedForNumbers(String operator) {
    for (String other : NO_NUMBERS) {
      assertThat(Queries.value("0 " + operator + " " + other)).as(other).isEqualTo("undefined");
      assertThat(Queries.value(other + " " + operator + " 1")).as(other).isEqualTo("undefined");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"+", "-", "~"})
  void signsAndComplementsAreOnlyDefinedForNumbers(String operator) {
    for (String other : NO_NUMBERS) {
      assertThat(Queries.value(operator + other)).as(other).isEqualTo("undefined");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"<", "<=", ">", ">="})
  void orderComparisonsAreOnlyDefinedWithinAScalarType(String operator) {
    for (String pair :
        List.of(
            "undefined undefined",
            "undefined null",
            "1 false",
            "0 '1'",
            "null 0",
            "{} {}",
            "[] []")) {
      String expression = pair.replace(" ", " " + operator + " ");
      assertThat(Queries.value(expression)).as(expression).isEqualTo("undefined");
    }
  }

  @Test
  void valuesOfDifferentTypesAreUnequal() {
    for (String pair : List.of("null 0", "false 0", "true 1", "1 '1'", "{} null", "{} []")) {
      assertThat(Queries.value(pair.replace(" ", " = "))).as(pair).isEqualTo("false");
      assertThat(Queries.value(pair.replace(" ", " != "))).as(pair).isEqualTo("true");
    }
    assertThat(Queries.value("{a: undefined} = {a: undefined}")).isEqualTo("true");
    assertThat(Queries.value("[undefined] = [undefined]")).isEqualTo("true");
    assertThat(Queries.value("[{a: [{b: true}]}] = [{a: [{b: false}]}]")).isEqualTo("false");
  }

  @Test
  void logicIsOnlyDefinedForBooleansUnlessTheOtherOperandDecides() {
    for (String other : List.of("undefined", "null", "0", "''", "{}", "[]")) {
      assertThat(Queries.value(other + " OR true")).as(other).isEqualTo("true");
      assertThat(Queries.value("true OR " + other)).as(other).isEqualTo("true");
      assertThat(Queries.value(other + " AND false")).as(other).isEqualTo("false");
      assertThat(Queries.value("false AND " + other)).as(other).isEqualTo("false");
      assertThat(Queries.value(other + " OR false")).as(other).isEqualTo("undefined");
      assertThat(Queries.value(other + " AND true")).as(other).isEqualTo("undefined");
      assertThat(Queries.value(other + " OR undefined")).as(other).isEqualTo("undefined");
      assertThat(Queries.value("NOT " + other)).as(other).isEqualTo("undefined");
      assertThat(Queries.value(other + " ? 1 : 2")).as(other).isEqualTo("2");
    }
  }

  @Test
  void onlyStringsAreConcatenated() {
    for (String other : List.of("0", "undefined", "null", "true", "{}", "[]")) {
      assertThat(Queries.value(other + " || 'bar'")).as(other).isEqualTo("undefined");
      assertThat(Queries.value("'foo' || " + other)).as(other).isEqualTo("undefined");
    }
  }

  @ParameterizedTest
  @CsvSource({"true, 1", "1, 0", "1 AND true, 0", "1 OR 'ok', 0", "1 OR true, 1", "undefined, 0"})
  void onlyTrueMeetsACondition(String condition, int rows) {
    assertThat(Queries.rows(TestItems.of("{'id':'1'}"), "SELECT * FROM c WHERE " + condition))
        .hasSize(rows);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | {'n':5,'s':13.5,'a':2.7,'x':10,'m':0}",
        "{'v':null} | {'n':6,'x':10,'m':null}",
        "{'v':true},{'v':false} | {'n':7,'x':10,'m':false}",
        "{'v':'01'},{'v':'b'} | {'n':7,'x':'b','m':0}",
        "{'v':[]},{'v':{}} | {'n':7}",
        "{'w':1} | {'n':5,'s':13.5,'a':2.7,'x':10,'m':0}"
      })
  void anAggregateOfAnUnsupportedTypeIsUndefined(String more, String expected) {
    TestItems items = TestItems.of("{'v':10}", "{'v':1}", "{'v':0}", "{'v':0.5}", "{'v':2}");
    for (String item : more.isEmpty() ? new String[0] : more.split("(?<=}),")) {
      items.add(item);
    }
    String query =
        "SELECT COUNT(c.v) AS n, SUM(c.v) AS s, AVG(c.v) AS a, MAX(c.v) AS x, MIN(c.v) AS m FROM c";
    assertThat(Queries.rows(items, query)).containsExactly(expected);
  }

  @Test
  void aggregatesOfNoRowsAreZeroOrUndefined() {
    String query =
        "SELECT COUNT(c.v) AS n, SUM(c.v) AS s, AVG(c.v) AS a, MAX(c.v) AS x, MIN(c.v) AS m FROM c";
    assertThat(Queries.rows(TestItems.of(), query)).containsExactly("{'n':0,'s':0}");
  }

  @Test
  void orderBySortsValuesOfAllTypes() {
    List<String> ordered =
        List.of(
            "null", "false", "true", "0", "0.5", "1", "2", "10", "'01'", "'1'", "'10'", "'2'",
            "'A'", "'B'", "'a'", "'b'");
    TestItems items = new TestItems();
    for (int i = ordered.size() - 1; i >= 0; i--) {
      items.add("{'v':" + ordered.get(i) + "}");
    }
    assertThat(Queries.rows(items, "SELECT VALUE c.v FROM c ORDER BY c.v")).isEqualTo(ordered);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "array_contains([], null) | false",
        "array_contains([[1, 2]], [1], true) | false",
        "array_contains([{a: {x: 1, y: 2}, b: 2}], {a: {x: 1}}, true) | true",
        "abs ( -1 ) | 1",
        "ROUND(-2.4) | -2",
        "ATN2(35.175643, 129.44) | 0.265344532064832",
        "ToString(NaN) | 'NaN'",
        "ToString(undefined) | undefined",
        "IS_PRIMITIVE({a: 1}.b) | false",
        "REPLICATE('a', 3) | 'aaa'"
      })
  void functionsReturnTheResultsOfTheirDocumentedExamples(String expression, String expected) {
    assertThat(Queries.value(expression)).isEqualTo(expected);
  }

  @Test
  void aParameterCanNameAProperty() {
    TestItems items = TestItems.of("{'id':'1','name':'foo'}", "{'id':'2','name':'bar'}");
    assertThat(Queries.rows(items, "SELECT VALUE c.id FROM c WHERE c[@p] = 'foo'", "@p", "name"))
        .containsExactly("'1'");
  }
}
