package dev.cosmoslocal.internal.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.budget.BudgetExceededException;
import dev.cosmoslocal.internal.budget.BudgetLimits;
import dev.cosmoslocal.internal.budget.Cancellation;
import dev.cosmoslocal.internal.budget.EventLoopException;
import dev.cosmoslocal.internal.budget.NonBlocking;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.query.function.UserFunctions;
import dev.cosmoslocal.internal.query.page.PageLimits;
import dev.cosmoslocal.internal.query.page.QueryPage;
import dev.cosmoslocal.internal.query.parse.QueryException;
import dev.cosmoslocal.internal.query.source.StoredItem;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Endless queries and queries that would exhaust memory end with their budget. */
@Timeout(60)
class QueryBudgetTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Duration SHORT = Duration.ofMillis(100);
  private static final long MANY = Long.MAX_VALUE;
  private static final long SMALL = 1 << 20;
  private static final String NUMBERS =
      IntStream.range(0, 100).mapToObj(String::valueOf).collect(Collectors.joining(",", "[", "]"));

  private static QueryEngine engine(Duration time, long rows, long bytes) {
    return new QueryEngine(Clock.systemUTC(), () -> 0.5, new BudgetLimits(time, rows, bytes));
  }

  private static QueryPage page(QueryEngine engine, String query, Object... parameters) {
    TestItems items =
        TestItems.of("{'id':'a','a':" + NUMBERS + ",'s':'" + "x".repeat(1_000) + "'}");
    return engine.page(
        Queries.query(query, parameters), items, new PageLimits(-1, 4_000_000, null));
  }

  private static void assertEnds(int status, QueryEngine engine, String query) {
    assertThatThrownBy(() -> page(engine, query))
        .isInstanceOfSatisfying(
            BudgetExceededException.class,
            refusal -> assertThat(refusal.status()).isEqualTo(status));
  }

  private static String tenJoins(String condition) {
    String joins =
        IntStream.range(0, 10)
            .mapToObj(i -> " JOIN j" + i + " IN c.a")
            .collect(Collectors.joining());
    return "SELECT VALUE 1 FROM c" + joins + condition;
  }

  @Test
  void tenJoinsExceedTheTimeLimit() {
    assertEnds(408, engine(SHORT, MANY, MANY), tenJoins(" WHERE false"));
    assertEnds(408, engine(SHORT, MANY, MANY), tenJoins("").replace("VALUE 1", "VALUE COUNT(1)"));
  }

  @Test
  void tenJoinsExceedTheRowLimit() {
    assertEnds(408, engine(LONG, 10_000, MANY), tenJoins(" WHERE false"));
    assertEnds(
        408,
        engine(LONG, 10_000, MANY),
        "SELECT VALUE EXISTS("
            + tenJoins(" WHERE false").replace("FROM c", "FROM x IN c.a")
            + ") FROM c");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT VALUE ARRAY(SELECT VALUE 1 FROM a IN c.a JOIN b IN c.a JOIN d IN c.a JOIN e IN c.a)"
            + " FROM c",
        "SELECT DISTINCT VALUE [a, b, d] FROM c JOIN a IN c.a JOIN b IN c.a JOIN d IN c.a",
        "SELECT VALUE COUNT(1) FROM c JOIN a IN c.a JOIN b IN c.a JOIN d IN c.a GROUP BY [a, b, d]",
        "SELECT VALUE MAKELIST({a, b, d}) FROM c JOIN a IN c.a JOIN b IN c.a JOIN d IN c.a",
        "SELECT VALUE [a, b, d] FROM c JOIN a IN c.a JOIN b IN c.a JOIN d IN c.a ORDER BY c.id",
        "SELECT VALUE UPPER(x) FROM (SELECT DISTINCT VALUE CONCAT(c.s, TOSTRING(a), TOSTRING(b))"
            + " FROM c JOIN a IN c.a JOIN b IN c.a) AS x"
      })
  void collectedRowsAreLimitedByMemory(String query) {
    assertEnds(413, engine(LONG, MANY, SMALL), query.replace("{a, b, d}", "{'x': a, 'y': [b, d]}"));
  }

  /** A stored item, which each read parses. */
  private record Stored(long rid, byte[] body) implements StoredItem {
    @Override
    public JsonNode json() {
      return Json.stored(body, Budget.current());
    }

    @Override
    public int bytes() {
      return body.length;
    }
  }

  private static TestItems stored(int count, String rest) {
    TestItems items = new TestItems();
    for (int i = 1; i <= count; i++) {
      String item = "{\"id\":\"" + i + "\",\"n\":" + i + "," + rest.replace('\'', '"') + "}";
      items.put(new Stored(i, item.getBytes(StandardCharsets.UTF_8)));
    }
    return items;
  }

  private static String text(int length) {
    return "'s':'" + "x".repeat(length) + "'";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT VALUE ARRAY_LENGTH(MAKELIST(c)) FROM c",
        "SELECT VALUE ARRAY_LENGTH(MAKELIST(c.s)) FROM c",
        "SELECT VALUE ARRAY_LENGTH(MAKESET({'a': c})) FROM c",
        "SELECT VALUE COUNT(1) FROM c GROUP BY c.id, c.s",
        "SELECT VALUE COUNT(1) FROM c GROUP BY c",
        "SELECT (SELECT VALUE LENGTH(c.s)) AS s FROM c GROUP BY c.id",
        "SELECT VALUE c.n FROM c ORDER BY c.s, c.n",
        "SELECT DISTINCT VALUE c FROM c",
        "SELECT DISTINCT VALUE c FROM c ORDER BY c.n",
        "SELECT VALUE d.id FROM (SELECT DISTINCT c.id, c.s FROM c) AS d"
      })
  void collectedItemsCountInFull(String query) {
    TestItems items = stored(100, text(20_000));
    assertThatThrownBy(
            () ->
                engine(LONG, MANY, SMALL)
                    .page(Queries.query(query), items, new PageLimits(-1, 4_000_000, null)))
        .isInstanceOfSatisfying(
            BudgetExceededException.class, refusal -> assertThat(refusal.status()).isEqualTo(413));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT c.id FROM c GROUP BY c.id",
        "SELECT c.id, MAX(c.s) AS s FROM c GROUP BY c.id",
        "SELECT c.id, MIN(c) AS s FROM c GROUP BY c.id",
        "SELECT c.n.x FROM c GROUP BY c.n",
        "SELECT DISTINCT VALUE c.id FROM c",
        "SELECT VALUE c.id FROM c ORDER BY c.n",
        "SELECT VALUE MAKELIST(c.id) FROM c",
        "SELECT VALUE COUNT(1) FROM c JOIN x IN c.a WHERE CONTAINS(c.s, 'x')",
        "SELECT VALUE c.id FROM c JOIN x IN c.a WHERE x = 1"
      })
  void unusedPartsOfAnItemDoNotCount(String query) {
    TestItems items =
        stored(100, "'a':" + NUMBERS + "," + text(query.contains("MAX") ? 200 : 20_000));
    PageLimits all = new PageLimits(-1, 4_000_000, null);
    assertThat(engine(LONG, MANY, SMALL).page(Queries.query(query), items, all).continuation())
        .isNull();
  }

  @Test
  void theResultsOfUserDefinedFunctionsCount() {
    TestItems items = stored(1, "'a':" + NUMBERS);
    UserFunctions functions = name -> arguments -> TextNode.valueOf("x".repeat(100_000));
    assertThatThrownBy(
            () ->
                engine(LONG, MANY, SMALL)
                    .page(
                        Queries.query(
                            "SELECT VALUE ARRAY_LENGTH(ARRAY(SELECT VALUE udf.f(x) FROM x IN c.a))"
                                + " FROM c"),
                        items,
                        PageLimits.WHOLE,
                        functions))
        .isInstanceOf(BudgetExceededException.class);
  }

  /** Each empty object of two characters takes about eighty bytes. */
  @Test
  void parsingStopsWhenATreeGetsTooLarge() {
    TestItems items = stored(1, "'a':[" + "{},".repeat(50_000) + "{}]");
    for (String query : List.of("SELECT VALUE c.n FROM c", "SELECT VALUE COUNT(c.n) FROM c")) {
      assertThatThrownBy(
              () -> engine(LONG, MANY, SMALL).page(Queries.query(query), items, PageLimits.WHOLE))
          .isInstanceOf(BudgetExceededException.class);
      assertThat(
              engine(LONG, MANY, 8 * SMALL)
                  .page(Queries.query(query), items, PageLimits.WHOLE)
                  .documents())
          .hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"SELECT * FROM c", "SELECT VALUE c.s FROM c", "SELECT c.a FROM c"})
  void aPageEndsEarlyAtTheMemoryLimitWithoutLosingRows(String query) {
    TestItems items = stored(100, "'a':[" + "{},".repeat(500) + "{}]," + text(10_000));
    assertThat(pages(query, items, 4_000_000)).hasSizeBetween(2, 50);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"SELECT * FROM c ORDER BY c.n", "SELECT c.n, c.s FROM c ORDER BY c.n DESC"})
  void anOrderedPageHoldsOnlyItsRows(String query) {
    assertThat(pages(query, stored(100, text(20_000)), 200_000)).hasSize(10 + 2);
  }

  /** Returns the pages of a query, which must contain each of a hundred items once. */
  private static List<QueryPage> pages(String query, TestItems items, int bytes) {
    QueryEngine engine = engine(LONG, MANY, SMALL);
    List<QueryPage> pages = new ArrayList<>();
    String next = null;
    do {
      QueryPage page = engine.page(Queries.query(query), items, new PageLimits(-1, bytes, next));
      pages.add(page);
      next = page.continuation();
    } while (next != null);
    assertThat(pages.stream().flatMap(page -> page.documents().stream())).hasSize(100);
    return pages;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "REPLACE(#, 'x', 'xxxxxxxxxx')",
        "CONCAT(#, #, #, #, #, #, #, #, #, #)",
        "STRINGJOIN([#, #, #, #, #, #, #, #, #, #], #)",
        "# || # || # || # || # || #",
        "TOSTRING([#, #, #, #, #, #, #, #, #, #])",
        "ARRAY_CONCAT(#, #, #, #, #, #)",
        "[#, #, #, #, #, #, #, #, #, #]",
        "{'a': #, 'b': #, 'c': #, 'd': #, 'e': #, 'f': #, 'g': #}"
      })
  void nestedResultsAreLimitedByMemory(String function) {
    String nested = function.startsWith("ARRAY") ? "c.a" : "c.s";
    for (int i = 0; i < 8; i++) {
      String inner = "v" + i;
      nested =
          "(SELECT VALUE "
              + function.replace("#", inner)
              + " FROM (SELECT VALUE "
              + nested
              + ") AS "
              + inner
              + ")";
    }
    String query = "SELECT VALUE " + nested + " FROM c";
    assertEnds(413, engine(LONG, MANY, SMALL), query);
  }

  @Test
  void comparingSharedValuesIsLimitedByTime() {
    String nested = "[1]";
    for (int i = 0; i < 40; i++) {
      nested =
          "(SELECT VALUE [v"
              + i
              + ", v"
              + i
              + "] FROM (SELECT VALUE "
              + nested
              + ") AS v"
              + i
              + ")";
    }
    assertEnds(
        408, engine(SHORT, MANY, MANY), "SELECT VALUE " + nested + " = " + nested + " FROM c");
  }

  @Test
  void substringSearchTakesLinearTime() {
    QueryEngine engine = engine(Duration.ofSeconds(10), MANY, MANY);
    String text = "a".repeat(1_000_000);
    String part = "a".repeat(500_000) + "b";
    String tests =
        "[CONTAINS(@t, @p), INDEX_OF(@t, @p), LASTINDEXOF(@t, @q), REPLACE(@t, @p, '') = @t,"
            + " LASTINDEXOF(@t, @p), SUBSTRINGAFTER(@t, @p), ARRAY_LENGTH(STRINGSPLIT(@t, @p))]";
    JsonNode found =
        page(engine, "SELECT VALUE " + tests, "@t", text + "b", "@p", part, "@q", "b" + part)
            .documents()
            .get(0);
    assertThat(found.toString()).isEqualTo("[true,500000,-1,false,500000,\"\",2]");
  }

  @Test
  void likeWithManyWildcardsEndsQuickly() {
    String query = "SELECT VALUE @t LIKE '" + "%a".repeat(50) + "b'";
    assertThat(page(engine(LONG, MANY, MANY), query, "@t", "a".repeat(100_000)).documents())
        .extracting(JsonNode::booleanValue)
        .containsExactly(false);
  }

  @Test
  void aLongScanEndsPagesEarlyWithoutLosingRows() {
    QueryEngine engine = engine(LONG, 200, MANY);
    TestItems items = new TestItems();
    List<Integer> expected = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      items.add("{'n':" + i + ",'a':[1,2]}");
      expected.add(i);
    }
    List<Integer> found = new ArrayList<>();
    int pages = 0;
    String continuation = null;
    do {
      QueryPage page =
          engine.page(
              Queries.query("SELECT VALUE c.n FROM c JOIN a IN c.a WHERE a = 2"),
              items,
              new PageLimits(-1, 4_000_000, continuation));
      page.documents().forEach(n -> found.add(n.intValue()));
      continuation = page.continuation();
      pages++;
    } while (continuation != null);
    assertThat(found).isEqualTo(expected);
    assertThat(pages).isBetween(10, 100);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT VALUE COUNT(1) FROM c WHERE CONTAINS(UPPER(c.s), 'Y', true)",
        "SELECT VALUE MAX(LENGTH(UPPER(c.s))) FROM c",
        "SELECT DISTINCT VALUE LENGTH(UPPER(c.s)) FROM c",
        "SELECT TOP 1 VALUE LENGTH(UPPER(c.s)) FROM c ORDER BY c.n",
        "SELECT VALUE 1 FROM c WHERE ARRAY_LENGTH(ARRAY(SELECT VALUE UPPER(c.s))) = 2"
      })
  void memoryOfDroppedRowsIsReleased(String query) {
    TestItems items = new TestItems();
    for (int i = 0; i < 5_000; i++) {
      items.add("{'n':" + i + ",'s':'" + "x".repeat(200) + "'}");
    }
    PageLimits all = new PageLimits(-1, 4_000_000, null);
    assertThat(engine(LONG, MANY, SMALL).page(Queries.query(query), items, all).documents())
        .hasSizeLessThan(2);
  }

  @Test
  void aCancelledQueryEnds() throws Exception {
    Cancellation cancellation = new Cancellation();
    QueryEngine engine = engine(LONG, MANY, MANY);
    FutureTask<Void> query =
        new FutureTask<>(
            () -> {
              assertEnds(503, engine, tenJoins(" WHERE false"));
              return null;
            });
    Thread worker = new Thread(() -> cancellation.run(query));
    worker.start();
    while (worker.getState() == Thread.State.NEW) {
      Thread.onSpinWait();
    }
    cancellation.cancel();
    query.get();
    assertThat(cancellation.isCancelled()).isTrue();
  }

  /** A thread that serves connections. */
  private static final class EventLoopThread extends Thread implements NonBlocking {
    EventLoopThread(Runnable work) {
      super(work);
    }
  }

  @Test
  void queriesAreNotEvaluatedOnAnEventLoop() throws Exception {
    QueryEngine engine = engine(LONG, MANY, MANY);
    String function = "FROM c WHERE STARTSWITH(c.id, 'a')";
    Predicate<JsonNode> condition = engine.condition(function);
    List<Runnable> evaluations =
        List.of(
            () -> page(engine, "SELECT * FROM c"),
            () -> engine.plan(Queries.query("SELECT * FROM c")),
            () -> engine.planOfOneKey(Queries.query("SELECT * FROM c")),
            () -> engine.condition(function),
            () -> engine.condition("FROM c WHERE c.id LIKE 'a%'"),
            () -> engine.condition("FROM c WHERE c.id = '" + "a".repeat(1_000) + "'"),
            () -> condition.test(TestItems.json("{'id':'a'}")));
    for (Runnable evaluation : evaluations) {
      evaluation.run();
      FutureTask<Void> refused =
          new FutureTask<>(
              () -> {
                assertThatThrownBy(evaluation::run).isInstanceOf(EventLoopException.class);
                return null;
              });
      new EventLoopThread(refused).start();
      refused.get();
    }
    assertThat(evaluations).hasSize(7);
  }

  @Test
  void aQueryIsNoConditionAndAConditionNoQuery() {
    QueryEngine engine = engine(LONG, MANY, MANY);
    String query = "SELECT * FROM c WHERE c.id = 'a'";
    String condition = "FROM c WHERE c.id = 'a'";
    page(engine, query);
    engine.condition(condition);

    assertThatThrownBy(() -> engine.condition(query)).isInstanceOf(QueryException.class);
    assertThatThrownBy(() -> page(engine, condition)).isInstanceOf(QueryException.class);
  }
}
