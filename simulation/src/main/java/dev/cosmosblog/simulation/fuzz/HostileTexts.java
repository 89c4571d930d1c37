package dev.cosmosblog.simulation.fuzz;

import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Values, queries and scripts that nobody would write who means well, and some that one would.
 * Equal seeds cause equal texts.
 */
final class HostileTexts {
  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-1",
          "1e308",
          "1e400",
          "9007199254740993",
          "1e-400",
          "0.1",
          "2147483648",
          "-9223372036854775809",
          "12345678901234567890123");
  private static final List<String> ODD =
      List.of(
          "",
          " ",
          "*",
          "..",
          "-1",
          "99999999999999999999",
          "NaN",
          "null",
          "[null]",
          "[{}]",
          "[1e999]",
          "\"p\"",
          "0:-1#x",
          "FF",
          "docs",
          "é中",
          "😀",
          "%00",
          "[\"q\"]");
  private static final List<String> PATTERNS =
      List.of(
          "(.*a){25}",
          "(?<=a{1,500})b",
          "[\\\\s\\\\S]{0,999}{0,999}",
          "(?i)(ſ|K)+$",
          "[^",
          "a{999999999}");

  /** Calls with their arguments: a number, a string, an array, anything. */
  private static final List<String> CALLS =
      list(
          """
          ABS(#n); ARRAY_CONCAT(#a, #a); ARRAY_CONTAINS(#a, #e); ARRAY_LENGTH(#a);
          ARRAY_SLICE(#a, #n, #n); CHOOSE(#n, #e, #e); CONCAT(#s, #s, #s); CONTAINS(#s, #s, true);
          DateTimeAdd('mm', #n, #s); DateTimePart('yyyy', #s); ENDSWITH(#s, #s); IIF(#e, #e, #e);
          INDEX_OF(#s, #s); IntDiv(#n, #n); IntBitLeftShift(#n, #n); IS_DEFINED(#e);
          IS_NUMBER(#e); LEFT(#s, #n); LENGTH(#s); LOWER(#s); NumberBin(#n, #n);
          ObjectToArray(#e); POWER(#n, #n); RAND(); REPLACE(#s, #s, #s); REPLICATE(#s, #n);
          REVERSE(#s); ROUND(#n); SetIntersect(#a, #a); SetUnion(#a, #a); STARTSWITH(#s, #s);
          StringJoin(#a, #s); StringSplit(#s, #s); StringToArray(#s); StringToNumber(#s);
          StringToObject(#s); SUBSTRING(#s, #n, #n); TicksToDateTime(#n); ToString(#e); TRIM(#s);
          UPPER(#s); RegexMatch(#s, #s); udf.f(#e); ST_DISTANCE(#e, #e); ST_WITHIN(#e, #e);
          NoSuch(#e); COUNT(#e); SUM(#n); MAX(#e); AVG(#n); MAKELIST(#e)
          """);

  private static final List<String> LEAVES =
      list(
          """
          c.a; c.s; c.n; c.id; c; c.v[0]; c["a"]; 1; 't'; null; undefined; {'k':c.s}; [c.a,c.a];
          0.5; true
          """);
  private static final List<String> OPERATORS =
      List.of(
          "=", "!=", "<", ">=", "+", "-", "*", "/", "%", "&", "|", "^", "||", "AND", "OR", "??");
  private static final List<String> STATEMENTS =
      List.of(
          "for (;;) {}",
          "var a = []; for (;;) { a.push('y'.repeat(1000)); }",
          "'a'.repeat(100000).replace(/a*?b?/g, '$&$&$&$&');",
          "[3, 1, 2].sort(function () { for (;;) {} });",
          "'abc'.split('').reduce(function (x) { return x + x + x; }, 'z'.repeat(1e6));",
          "getContext().getCollection().queryDocuments(getContext().getCollection().getSelfLink(),"
              + " 'SELECT * FROM c JOIN x IN c.a JOIN y IN c.a JOIN z IN c.a');",
          "var c = getContext().getCollection(); for (var i = 0; i < 100; i++)"
              + " c.createDocument(c.getSelfLink(), {id: 'n' + i, pk: 'p'});",
          "getContext().getCollection().readDocument('dbs/canary/colls/c/docs/secret');",
          "getContext().getResponse().setBody(getContext().getRequest().getBody());",
          "getContext().getResponse().setBody(1);");

  private final SplittableRandom random;

  HostileTexts(SplittableRandom random) {
    this.random = random;
  }

  private static List<String> list(String table) {
    return List.of(table.strip().split(";\\s+"));
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  String odd() {
    return chance(10) ? "x".repeat(below(9_000)) : pick(ODD);
  }

  static String quoted(String text) {
    return TextNode.valueOf(text).toString();
  }

  private String several(int most, String separator, Supplier<String> one) {
    return IntStream.range(0, below(most + 1))
        .mapToObj(i -> one.get())
        .collect(Collectors.joining(separator));
  }

  String json(int depth) {
    return switch (below(depth > 0 ? 7 : 4)) {
      case 0 -> pick(NUMBERS);
      case 1 -> quoted(pick(ODD));
      case 2 -> pick(List.of("true", "false", "null"));
      case 3 -> String.valueOf(below(100));
      case 4 -> "[" + several(5, ",", () -> json(depth - 1)) + "]";
      default -> "{" + several(4, ",", () -> quoted(pick(ODD)) + ":" + json(depth - 1)) + "}";
    };
  }

  /** An item of the partition p, which may be large or deeply nested. */
  String item(String id) {
    String value =
        switch (below(12)) {
          case 0 -> "[".repeat(below(200)) + "]".repeat(below(200));
          case 1 -> quoted("z".repeat(below(400_000)));
          case 2 ->
              IntStream.range(0, 5_000)
                  .mapToObj(String::valueOf)
                  .collect(Collectors.joining(",", "[", "]"));
          default -> json(4);
        };
    return "{\"id\":\"%s\",\"pk\":\"p\",\"n\":0,\"v\":%s}".formatted(id, value);
  }

  /** A query, most of them well-formed. */
  String query() {
    return switch (below(10)) {
      case 0, 1, 2, 3 -> hostileQuery();
      default -> select(3);
    };
  }

  private String select(int depth) {
    String what =
        switch (below(6)) {
          case 0 -> "c.id, c.n";
          case 1 -> "VALUE COUNT(1)";
          case 2 -> "DISTINCT VALUE " + expression(depth);
          case 3 -> "TOP " + below(20) + " VALUE " + expression(depth);
          case 4 -> "VALUE " + expression(depth);
          default -> expression(depth) + " AS a, c.id, " + expression(depth) + " AS b";
        };
    String text = "SELECT " + what + " FROM c";
    for (int i = below(4); i > 0; i--) {
      text +=
          " JOIN x" + i + " IN " + (chance(70) ? "c.a" : "(SELECT VALUE " + expression(1) + ")");
    }
    text += chance(60) ? " WHERE " + expression(depth) : "";
    text += chance(4) ? " GROUP BY " + expression(1) : "";
    text += chance(25) ? " ORDER BY c.n" + (chance(9) ? " DESC, c.id" : "") : "";
    return text + (chance(15) ? " OFFSET " + below(9) + " LIMIT " + below(2_000_000_000) : "");
  }

  String expression(int depth) {
    if (depth <= 0) {
      return pick(chance(95) ? LEAVES : List.of("x1", "@p", "{'k':c.s", "1e400", "c..a", "' "));
    }
    Supplier<String> next = () -> expression(depth - 1);
    return switch (below(13)) {
      case 0, 1, 2, 3 -> call(depth - 1);
      case 4, 5 -> "(" + next.get() + " " + pick(OPERATORS) + " " + next.get() + ")";
      case 6 -> "ARRAY(SELECT VALUE " + next.get() + " FROM y IN c.a)";
      case 7 -> "EXISTS(SELECT VALUE y FROM y IN c.a WHERE " + next.get() + ")";
      case 8 -> "(SELECT VALUE " + next.get() + ")";
      case 9 -> "(" + next.get() + " IN (" + next.get() + ", " + next.get() + "))";
      case 10 -> "(" + next.get() + " BETWEEN " + next.get() + " AND " + next.get() + ")";
      case 11 -> "(" + next.get() + " LIKE '%" + "_%a".repeat(below(30)) + "')";
      default -> "(" + next.get() + " ? " + next.get() + " : " + next.get() + ")";
    };
  }

  private String call(int depth) {
    // The aggregates come last.
    String call = pick(chance(90) ? CALLS.subList(0, CALLS.size() - 8) : CALLS);
    while (call.contains("#")) {
      int at = call.indexOf('#');
      List<String> simple =
          switch (call.charAt(at + 1)) {
            case 'n' -> List.of("c.n", "7", "-1", pick(NUMBERS.subList(4, 9)));
            case 's' -> List.of("c.s", "c.id", "'ax'", "''");
            case 'a' -> List.of("c.a", "[c.n, c.s]", "[]");
            default -> LEAVES;
          };
      String argument = chance(60) ? pick(simple) : expression(depth);
      call = call.substring(0, at) + argument + call.substring(at + 2);
    }
    return call;
  }

  private String hostileQuery() {
    String joins =
        IntStream.range(0, 1 + below(10))
            .mapToObj(i -> " JOIN j" + i + " IN c.a")
            .collect(Collectors.joining());
    int many = below(20_000);
    String pattern = pick(PATTERNS);
    return switch (below(5)) {
      case 0 -> "SELECT VALUE 1 FROM c" + joins + " WHERE false";
      case 1 -> "SELECT VALUE [c, j0] FROM c" + joins + " ORDER BY c.id";
      case 2 ->
          "SELECT VALUE RegexMatch(REPLICATE('a', " + many + "), '" + pattern + "', 'i') FROM c";
      case 3 -> "SELECT * FROM c WHERE RegexMatch(c.s, '" + pattern.repeat(1 + below(400)) + "')";
      default -> "SELECT VALUE '" + "é".repeat(many * 20) + "' FROM c";
    };
  }

  /** A script's program. */
  String script() {
    return "function () { "
        + several(2, " ", () -> pick(STATEMENTS))
        + " "
        + pick(STATEMENTS)
        + " }";
  }
}
