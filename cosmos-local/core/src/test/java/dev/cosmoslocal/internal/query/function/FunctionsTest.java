package dev.cosmoslocal.internal.query.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.query.Queries;
import dev.cosmoslocal.internal.query.QueryEngine;
import dev.cosmoslocal.internal.query.QueryText;
import dev.cosmoslocal.internal.query.TestItems;
import dev.cosmoslocal.internal.query.page.PageLimits;
import dev.cosmoslocal.internal.query.page.QueryPage;
import dev.cosmoslocal.internal.query.parse.QueryException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The built-in functions, mostly with the examples of their documentation pages. */
final class FunctionsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '`',
      value = {
        "IS_ARRAY([1]) → true",
        "IS_BOOL(1) → false",
        "IS_DEFINED(undefined) → false",
        "IS_DEFINED(null) → true",
        "IS_NULL(null) → true",
        "IS_NUMBER('1') → false",
        "IS_OBJECT({}) → true",
        "IS_PRIMITIVE(null) → true",
        "IS_PRIMITIVE(undefined) → false",
        "IS_PRIMITIVE([]) → false",
        "IS_STRING('') → true",
        "IS_INTEGER(3.0) → true",
        "IS_INTEGER(3.5) → false",
        "IS_FINITE_NUMBER(Infinity) → false",
        "IS_DATETIME('2023-03-06Z') → true",
        "IS_DATETIME('2023-03-06 15:29:59.1234567') → true",
        "IS_DATETIME('2023-13-06') → false",
        "IS_DATETIME('2023-03-06T15:29') → false"
      })
  void typeChecksReturnTheDocumentedResults(String expression, String expected) {
    assertThat(Queries.value(expression)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '`',
      value = {
        "CONCAT('a', 'b', 'c') → 'abc'",
        "CONCAT('a', 1) → undefined",
        "CONTAINS('AdventureWorks', 'adventure') → false",
        "CONTAINS('AdventureWorks', 'adventure', true) → true",
        "CONTAINS('a', 'a', 1) → undefined",
        "STARTSWITH('abc', 'ab') → true",
        "ENDSWITH('abc', 'BC', true) → true",
        "STRINGEQUALS('σ', 'Σ', true) → true",
        "STRINGEQUALS('ς', 'Σ', true) → false",
        "STRINGEQUALS('i', 'İ', true) → false",
        "STRINGEQUALS('\\u212A', 'k', true) → false",
        "STRINGEQUALS(null, null) → undefined",
        "CONTAINS_ANY_CI('Have a nice day!', undefined, 'NICE') → true",
        "CONTAINS_ANY_CI('Have a nice day!', undefined, 'had') → undefined",
        "CONTAINS_ALL_CI('Have a nice day!', undefined, 'had') → false",
        "CONTAINS_ALL_CS('Have a nice day!', 'Have', 'nice') → true",
        "INDEX_OF('AdventureWorks', 'Works') → 9",
        "INDEX_OF('abcabc', 'b', 2) → 4",
        "INDEX_OF('abc', 'x') → -1",
        "LASTINDEXOF('abcabc', 'b') → 4",
        "LASTINDEXOF('abcabc', 'b', 3) → 1",
        "LEFT('AdventureWorks', 9) → 'Adventure'",
        "LEFT('abc', -1) → ''",
        "RIGHT('AdventureWorks', 5) → 'Works'",
        "RIGHT('abc', 9) → 'abc'",
        "SUBSTRING('AdventureWorks', 9, 2) → 'Wo'",
        "SUBSTRING('abc', 1, 9) → 'bc'",
        "LENGTH('abc') → 3",
        "LENGTH(1) → undefined",
        "LOWER('ABC') → 'abc'",
        "UPPER('straße') → 'STRAßE'",
        "LTRIM('  a ') → 'a '",
        "RTRIM(' a  ') → ' a'",
        "TRIM(' a ') → 'a'",
        "LTRIM('AdventureWorks', 'Adventure') → 'Works'",
        "RTRIM('AdventureWorks', '') → 'AdventureWorks'",
        "REPLACE('banana', 'na', 'x') → 'baxx'",
        "REPLICATE('ab', 3) → 'ababab'",
        "REPLICATE('ab', 5001) → undefined",
        "REPLICATE('ab', -1) → undefined",
        "REVERSE('abc') → 'cba'",
        "REGEXMATCH('abcd', 'ABC', 'i') → true",
        "REGEXMATCH('abcd', '^b') → false",
        "REGEXMATCH('abcd', 'b', 'q') → undefined",
        "StringJoin(['6', '7', '4'], 'A') → '6A7A4'",
        "StringJoin(['6', 7], 'A') → undefined",
        "StringSplit('xenmoun mountain bike', 'moun') → ['xen',' ','tain bike']",
        "StringSplit('Helmet', '') → ['Helmet']",
        "StringToArray('[1, 2]') → [1,2]",
        "StringToArray('[1, 2] 3') → undefined",
        "StringToBoolean(' true ') → true",
        "StringToNull('null') → null",
        "StringToNumber('   60   ') → 60",
        "StringToNumber('Hello') → undefined",
        "StringToObject(1) → undefined",
        "ToString(125) → '125'",
        "ToString(0.1234) → '0.1234'",
        "ToString(1.0) → '1'",
        "ToString([1, 2]) → '[1,2]'",
        "ToString(12345678.9) → '12345678.9'",
        "ToString(1e21) → '1e+21'",
        "ToString(1e20) → '100000000000000000000'",
        "ToString(1e-7) → '1e-7'",
        "ToString(-0.0) → '0'",
        "ToString({'a': [1e-7, 12345678.9]}) → '{\\'a\\':[1e-7,12345678.9]}'",
        "StringToNumber('2.0') → 2",
        "SUBSTRINGAFTER('contoso|north|2026', '|') → 'north|2026'",
        "SUBSTRINGAFTER('bike::touring::frame', '::') → 'touring::frame'",
        "SUBSTRINGBEFORE('contoso|north|2026', '|') → 'contoso'",
        "SUBSTRINGBEFORE('bike::touring::frame', '::') → 'bike'",
        "LASTSUBSTRINGAFTER('/products/shoes/boots', '/') → 'boots'",
        "LASTSUBSTRINGAFTER('bike::touring::frame', '::') → 'frame'",
        "LASTSUBSTRINGBEFORE('/products/shoes/boots', '/') → '/products/shoes'",
        "LASTSUBSTRINGBEFORE('bike::touring::frame', '::') → 'bike::touring'",
        "SUBSTRINGAFTER('abc', '|') → ''",
        "LASTSUBSTRINGBEFORE('abc', '|') → ''",
        "SUBSTRINGBEFORE('abc', 1) → undefined",
        "ToString(NaN) → 'NaN'",
        "ToString(undefined) → undefined"
      })
  void stringFunctionsReturnTheDocumentedResults(String expression, String expected) {
    assertThat(Queries.value(expression)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '`',
      value = {
        "ABS(-3) → 3",
        "CEILING(2.1) → 3",
        "FLOOR(-2.1) → -3",
        "ROUND(2.5) → 3",
        "ROUND(-2.6) → -3",
        "TRUNC(-2.6) → -2",
        "SIGN(-7) → -1",
        "SQRT(9) → 3",
        "SQUARE(3) → 9",
        "POWER(2, 10) → 1024",
        "POWER(2, 53) → 9007199254740992",
        "EXP(0) → 1",
        "LOG(8, 2) → 3",
        "LOG10(1000) → 3",
        "ROUND(PI() * 100) → 314",
        "DEGREES(PI()) → 180",
        "COS(0) → 1",
        "ATN2(0, 1) → 0",
        "ABS('1') → undefined",
        "NumberBin(37.752, -100) → 100",
        "NumberBin(37.752, 10) → 30",
        "NumberBin(37.752, 0) → undefined",
        "INTDIV(-7, 2) → -3",
        "INTMOD(-7, 2) → -1",
        "INTDIV(7, 0) → undefined",
        "INTMOD(7, 2.5) → undefined",
        "IntAdd(20, 10) → 30",
        "IntAdd(20, 0.10) → undefined",
        "IntBitLeftShift(16, 4) → 256",
        "IntBitNot(65) → -66",
        "IntAdd(9223372036854775807, 1) → -9223372036854775808",
        "RAND() < 1 → true"
      })
  void mathFunctionsReturnTheDocumentedResults(String expression, String expected) {
    assertThat(Queries.value(expression)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '`',
      value = {
        "ARRAY_CONCAT([1], [2, 3]) → [1,2,3]",
        "ARRAY_CONCAT([1], 2) → undefined",
        "ARRAY_CONTAINS([{'a': 1, 'b': {'x': 1, 'y': 2}}], {'b': {'x': 1}}, true) → true",
        "ARRAY_CONTAINS([{'a': 1, 'b': 2}], {'a': 1}) → false",
        "ARRAY_CONTAINS([1], undefined) → undefined",
        "ARRAY_CONTAINS_ANY([1, 2, 3, 4], 5, undefined) → undefined",
        "ARRAY_CONTAINS_ANY([1, 2], 1, undefined) → true",
        "ARRAY_CONTAINS_ALL([1, 2, 3, 4], 5, undefined) → false",
        "ARRAY_CONTAINS_ALL([1, true, '3', [1,2,3]], 1, true, '3', [1,2,3]) → true",
        "ARRAY_LENGTH([1, 2]) → 2",
        "ARRAY_SLICE([70, 86, 92, 99], -2, 1) → [92]",
        "ARRAY_SLICE([70, 86, 92, 99], 3, 5) → [99]",
        "ARRAY_SLICE([70, 86], 0, 12) → [70,86]",
        "ARRAY_MEDIAN([1, 2, 3, 4]) → 2.5",
        "ARRAY_MEDIAN([1, -2.7, 3, -4, undefined]) → -0.8500000000000001",
        "ARRAY_MEDIAN(['abc']) → undefined",
        "ARRAY_AVG([1, 2, 6]) → 3",
        "ARRAY_SUM([1, 'a']) → undefined",
        "ARRAY_MAX([1, 'a', null, true]) → 'a'",
        "ARRAY_MIN([1, 'a', null, true]) → null",
        "CHOOSE(2, 'a', 'b') → 'b'",
        "CHOOSE(3, 'a', 'b') → undefined",
        "CHOOSE(0, 'a', 'b') → undefined",
        "SETINTERSECT([1, 2, 2, 3], [3, 2]) → [3,2]",
        "SETUNION([1, 2, 2], [3, 2]) → [1,2,3]",
        "SETDIFFERENCE([1, 2, 2, 3], [3]) → [1,2]",
        "SETEQUAL([1, 2, 2], [2, 1]) → true",
        "ObjectToArray({'x': 1, 'y': 2}) → [{'k':'x','v':1},{'k':'y','v':2}]",
        "ObjectToArray({'x': 1}, 'name', 'value') → [{'name':'x','value':1}]",
        "DOCUMENTID({'_rid': 'DJB7AI1lZHoBAAAAAAAAAA=='}) → 1",
        "IIF(1 = 1, 'y', 'n') → 'y'",
        "IIF(1, 'y', 'n') → 'n'"
      })
  void arrayAndObjectFunctionsReturnTheDocumentedResults(String expression, String expected) {
    assertThat(Queries.value(expression)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '`',
      value = {
        "DateTimeAdd('yyyy', 1, '2020-07-03T00:00:00.0000000') → '2021-07-03T00:00:00.0000000Z'",
        "DateTimeAdd('mm', 1, '2021-01-31') → '2021-02-28T00:00:00.0000000Z'",
        "DateTimeAdd('ns', 100, '2021-01-31') → '2021-01-31T00:00:00.0000001Z'",
        "DateTimeAdd('xx', 1, '2021-01-31') → undefined",
        "DateTimeAdd('dd', 1.5, '2021-01-31') → undefined",
        "DateTimeAdd('yyyy', 9000, '2021-01-31') → undefined",
        "DateTimeBin('2021-01-08T18:35:00.0000000', 'dd') → '2021-01-08T00:00:00.0000000Z'",
        "DateTimeBin('2021-01-08T18:35:00.0000000', 'hh', 5) → '2021-01-08T15:00:00.0000000Z'",
        "DateTimeBin('2021-01-08T18:35:00.0000000', 'dd', 7) → '2021-01-07T00:00:00.0000000Z'",
        "DateTimeBin('2021-01-08T18:35:00.0000000', 'dd', 7, '1601-01-01T00:00:00.0000000') →"
            + " '2021-01-04T00:00:00.0000000Z'",
        "DateTimeBin('2021-01-08T18:35:00.0000000', 'mm') → '2021-01-01T00:00:00.0000000Z'",
        "DateTimeBin('2021-01-08T18:35:00.0000000', 'dd', 0) → undefined",
        "DateTimeDiff('yyyy', '2019-02-04T16:00:00', '2018-03-05T05:00:00') → -1",
        "DateTimeDiff('mm', '2018-03-05T05:00:00', '2019-02-04T16:00:00') → 11",
        "DateTimeDiff('hh', '2019-02-04T16:00:00', '2018-03-05T05:00:00') → -8075",
        "DateTimeDiff('ss', '2018-03-05T05:00:00', '2019-02-04T16:00:00') → 29070000",
        "DateTimeDiff('diffDays', '2018-03-05', '2019-02-04') → undefined",
        "DateTimeFromParts(2017, 4, 20, 13, 15, 20, 3456789) → '2017-04-20T13:15:20.3456789Z'",
        "DateTimeFromParts(2017, 4, 20) → '2017-04-20T00:00:00.0000000Z'",
        "DateTimeFromParts(-2000, -1, -1) → undefined",
        "DateTimePart('mcs', '2016-05-29T08:30:00.1301617') → 130161",
        "DateTimePart('ns', '2016-05-29T08:30:00.1301617') → 130161700",
        "YEAR('2016-05-29') + MONTH('2016-05-29') + DAY('2016-05-29') → 2050",
        "DateTimeToTicks('2015-05-19T12:00:00.0000000') → 14320368000000000",
        "DateTimeToTimestamp('2015-05-19T12:00:00') → 1432036800000",
        "TimestampToDateTime(1432036800000) → '2015-05-19T12:00:00.0000000Z'",
        "TicksToDateTime(14320368000000000) → '2015-05-19T12:00:00.0000000Z'",
        "DATETIMEFORMAT('2024-10-10 14:40:20', 'yyyyMMdd') → '20241010'",
        "DATETIMEFORMAT('2024-10-10 14:40:20', 'yyyy-MM-dd [HH:mm:ss]') → '2024-10-10 [14:40:20]'",
        "DATETIMEFORMAT('2024-10-10 14:40:20', 'To\\\\da\\\\y i\\\\s: yyyy-MM-ddTHH:mm:ss.FFF') →"
            + " 'Today is: 2024-10-10T14:40:20.'",
        "DATETIMEFORMAT('2024-10-10 14:40:20.5', 'MMM d, hh tt fff') → 'Oct 10, 02 PM 500'"
      })
  void dateFunctionsReturnTheDocumentedResults(String expression, String expected) {
    assertThat(Queries.value(expression)).isEqualTo(expected);
  }

  @Test
  void currentTimeFunctionsReadTheClock() {
    QueryEngine engine =
        new QueryEngine(
            Clock.fixed(Instant.parse("2024-02-29T12:00:00.123Z"), ZoneOffset.UTC), () -> 0.5);
    QueryText query =
        QueryText.of(
            "SELECT VALUE [GetCurrentDateTime(), GetCurrentTimestampStatic(), GetCurrentTicks(),"
                + " AGO('yyyy', 1), NOW(), RAND()]");

    assertThat(engine.page(query, TestItems.of(), new PageLimits(-1, 1_000, null)).documents())
        .containsExactly(
            TestItems.json(
                "['2024-02-29T12:00:00.1230000Z',1709208000123,17092080001230000,"
                    + "'2023-02-28T12:00:00.1230000Z','2024-02-29T12:00:00.1230000Z',0.5]"));
  }

  /**
   * "The value is the same for each item of a partition": Microsoft Learn, GetCurrentTicksStatic.
   */
  @Test
  void staticTimeFunctionsReturnOneTimeForAllPagesOfAQuery() {
    AtomicLong ticks = new AtomicLong();
    Clock running =
        new Clock() {
          @Override
          public ZoneId getZone() {
            return ZoneOffset.UTC;
          }

          @Override
          public Clock withZone(ZoneId zone) {
            return this;
          }

          @Override
          public Instant instant() {
            return Instant.EPOCH.plusNanos(ticks.addAndGet(1_000_000));
          }
        };
    QueryEngine engine = new QueryEngine(running, () -> 0.5);
    String row =
        "[GetCurrentTicksStatic(), GetCurrentTimestampStatic(), GetCurrentDateTimeStatic()]";
    for (String query : List.of("VALUE [%s, %s] FROM c", "DISTINCT VALUE [c.id, %s, %s] FROM c")) {
      QueryText text = QueryText.of("SELECT " + query.formatted(row, row));
      TestItems items = TestItems.of("{'id':'1'}", "{'id':'2'}", "{'id':'3'}");
      Set<String> seen = new HashSet<>();
      String continuation = null;
      do {
        QueryPage page = engine.page(text, items, new PageLimits(1, 1_000, continuation));
        JsonNode values = page.documents().get(0);
        seen.add(values.get(values.size() - 1).toString());
        seen.add(values.get(values.size() - 2).toString());
        continuation = page.continuation();
      } while (continuation != null);
      assertThat(seen).as(query).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '`',
      value = {
        "BADFUNC(1) → 'BADFUNC' is not a recognized built-in function name.",
        "STARTSWITH('a') → The STARTSWITH function requires 2 to 3 argument(s).",
        "ST_DISTANCE({}, {}) → The function ST_DISTANCE is not supported by the emulator.",
        "VECTORDISTANCE([], []) → The function VECTORDISTANCE is not supported by the"
            + " emulator.",
        "FULLTEXTCONTAINS('a', 'b') → The function FULLTEXTCONTAINS is not supported by the"
            + " emulator.",
        "udf.f(1) → The user-defined function udf.f here is not supported by the emulator.",
        "REGEXMATCH('a', '(') → Invalid regular expression: end pattern with unmatched parenthesis",
        "SQRT(-1) → The query's result holds a number that cannot be represented in JSON."
      })
  void anInvalidCallFailsWithTheReason(String expression, String message) {
    assertThatThrownBy(() -> Queries.value(expression))
        .isInstanceOf(QueryException.class)
        .hasMessageContaining(message);
  }
}
