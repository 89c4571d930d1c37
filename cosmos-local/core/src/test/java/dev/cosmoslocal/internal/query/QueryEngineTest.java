package dev.cosmoslocal.internal.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.query.page.QueryPage;
import dev.cosmoslocal.internal.query.parse.QueryException;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queries as the SDK and a blog send them. */
final class QueryEngineTest {

  private static final TestItems POSTS =
      TestItems.of(
          "{'id':'1','pk':'a','n':3,'s':'x','tags':['p','q'],'_rid':'r1'}",
          "{'id':'2','pk':'a','n':1,'s':'y','tags':['q'],'_rid':'r2'}",
          "{'id':'3','pk':'b','n':2,'_rid':'r3'}",
          "{'id':'4','pk':'b','s':null,'_rid':'r4'}");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT VALUE c.id FROM c | '1','2','3','4'",
        "SELECT VALUE c.id FROM c WHERE c['pk'] = @a | '1','2'",
        "SELECT VALUE c.id FROM c WHERE STARTSWITH(c.id, '1') | '1'",
        "SELECT VALUE c.id FROM c WHERE c.s <> null | '1','2'",
        "SELECT TOP @two VALUE c.id FROM c WHERE c.n <> null | '1','2'",
        "SELECT VALUE c.id FROM c ORDER BY c.n | '4','2','3','1'",
        "SELECT VALUE c.id FROM c ORDER BY c.n DESC | '1','3','2','4'",
        "SELECT VALUE c.id FROM c ORDER BY c.n OFFSET 1 LIMIT 2 | '2','3'",
        "SELECT VALUE c.id FROM c ORDER BY c.pk DESC, c.n | '4','3','2','1'",
        "SELECT VALUE c.id FROM c WHERE ((c.n <= 2 OR NOT IS_DEFINED(c.n) OR IS_NULL(c.n) OR"
            + " IS_BOOLEAN(c.n))) | '2','3','4'",
        "SELECT VALUE c.id FROM c WHERE ( (c.id = @one AND  c['pk'] = @a ) OR (c.id = '3' AND"
            + " c['pk'] = 'b') ) | '1','3'",
        "SELECT VALUE c.id FROM c WHERE c.id IN ( @one, '4', 'z' ) | '1','4'",
        "SELECT c.n, c.s FROM c WHERE c.id = '4' | {'s':null}",
        "SELECT c.n + 1, c.n AS m, c FROM (SELECT VALUE {'n': x.n} FROM x) AS c WHERE c.n = 1 |"
            + " {'$1':2,'m':1,'c':{'n':1}}",
        "SELECT VALUE COUNT(1) FROM c WHERE c.pk = 'z' | 0",
        "SELECT VALUE MAX(c.n) FROM c ORDER BY c.n DESC | 3",
        "SELECT VALUE [{'item': COUNT(1)}] FROM c WHERE c.pk = 'z' | [{'item':0}]",
        "SELECT {'m': {'item': MAX(c.n), 'item2': {'max': MAX(c.n), 'count': COUNT(c.n)}}} AS"
            + " payload FROM c | {'payload':{'m':{'item':3,'item2':{'max':3,'count':3}}}}",
        "SELECT [{'item': c.pk}] AS groupByItems, {'pk': c.pk, 'n': {'item': COUNT(1)}} AS payload"
            + " FROM c GROUP BY c.pk OFFSET 1 LIMIT 1 |"
            + " {'groupByItems':[{'item':'b'}],'payload':{'pk':'b','n':{'item':2}}}",
        "SELECT DISTINCT VALUE c.pk FROM c | 'a','b'",
        "SELECT VALUE t FROM c JOIN t IN c.tags | 'p','q','q'",
        "SELECT VALUE COUNT(1) FROM c JOIN t IN c.tags | 3",
        "SELECT VALUE c.id FROM c WHERE EXISTS(SELECT VALUE t FROM t IN c.tags WHERE t = 'p') |"
            + " '1'",
        "SELECT VALUE ARRAY(SELECT VALUE {'t': t} FROM t IN c.tags) FROM c WHERE c.n > 2 |"
            + " [{'t':'p'},{'t':'q'}]",
        "SELECT VALUE x FROM (SELECT VALUE COUNT(1) FROM c GROUP BY c.pk) AS x | 2,2",
        "SELECT VALUE COUNT(1) FROM (SELECT DISTINCT c.pk FROM c) | 2",
        "SELECT VALUE t FROM t IN (SELECT DISTINCT VALUE c.tags FROM c) | 'p','q','q'",
        "SELECT VALUE kv.k FROM c JOIN kv IN (SELECT VALUE ObjectToArray({'x': c.n, 'y': 1})) WHERE"
            + " c.id = '1' | 'x','y'",
        "SELECT VALUE y FROM (SELECT VALUE x.n FROM (SELECT VALUE c FROM c) AS x) AS y WHERE y > 1"
            + " | 3,2",
        "SELECT TOP 2 VALUE x.id FROM (SELECT VALUE c FROM c) AS x ORDER BY x.n DESC | '1','3'",
        "SELECT VALUE x.id FROM (SELECT c.id AS id, c.n AS m FROM c) AS x ORDER BY x.m DESC |"
            + " '1','3','2','4'",
        "SELECT VALUE (SELECT VALUE MAX(t) FROM t IN c.tags) FROM c WHERE IS_DEFINED(c.tags) |"
            + " 'q','q'",
        "SELECT VALUE x.pk FROM (SELECT c.pk, COUNT(1) AS n FROM c GROUP BY c.pk) AS x WHERE x.n >"
            + " 1 | 'a','b'",
        "SELECT VALUE t FROM c.tags AS t | ['p','q'],['q']",
        "SELECT VALUE t FROM t IN c.tags | 'p','q','q'",
        "SELECT VALUE tags[0] FROM c.tags | 'p','q'",
        "SELECT c.pk, COUNTIF(c.n > 1) AS k, SUM(c.n) AS s, AVG(c.n) AS a, MIN(c.s) AS m FROM c"
            + " GROUP BY c.pk |"
            + " {'pk':'a','k':1,'s':4,'a':2,'m':'x'},{'pk':'b','k':1,'s':2,'a':2,'m':null}",
        "SELECT VALUE AVG(c.nothing) FROM c | ``",
        "SELECT VALUE MAKELIST(c.pk) FROM c WHERE c.n > 1 OR c.s = null | ['a','b','b']",
        "SELECT c.pk, MAKESET(c.pk) AS s FROM c GROUP BY c.pk |"
            + " {'pk':'a','s':['a']},{'pk':'b','s':['b']}",
        "SELECT VALUE MAKELIST(c.nothing) FROM c | []",
        "SELECT VALUE SUM(c.nothing) FROM c | 0",
        "SELECT VALUE SUM(c.s) FROM c | ``",
        "SELECT VALUE MAX(c.tags) FROM c | ``",
        "SELECT VALUE COUNT(c.s) FROM c | 3",
        "SELECT VALUE COUNT(1) + SUM(c.n) FROM c | 10",
        "SELECT VALUE UPPER(c.pk) FROM c GROUP BY UPPER(c.pk) | 'A','B'",
        "SELECT DISTINCT VALUE c.n > 1 FROM c | false,true",
        "SELECT VALUE 1 | 1"
      })
  void aQueryReturnsItsRows(String query, String expected) {
    assertThat(String.join(",", Queries.rows(POSTS, query, "@a", "a", "@two", 2, "@one", "1")))
        .isEqualTo(expected);
  }

  @Test
  void orderedRowsContainTheirSortKeys() {
    assertThat(
            Queries.rows(
                POSTS,
                "SELECT c._rid, [{\"item\": c.n}] AS orderByItems, c.id AS payload FROM c WHERE"
                    + " (true) ORDER BY c.n"))
        .startsWith(
            "{'_rid':'r4','orderByItems':[{}],'payload':'4'}",
            "{'_rid':'r2','orderByItems':[{'item':1}],'payload':'2'}");
  }

  @Test
  void aCommentEndsWithItsLine() {
    assertThat(Queries.rows(POSTS, "-- a comment\nSELECT VALUE 1 -- another")).containsExactly("1");
  }

  @Test
  void aConditionTestsAnItem() {
    Predicate<JsonNode> condition =
        Queries.ENGINE.condition("FROM c WHERE c.v = 7 AND IS_DEFINED(c.w)");

    assertThat(condition).accepts(TestItems.json("{'v':7,'w':null}"));
    assertThat(condition).rejects(TestItems.json("{'v':7}"), TestItems.json("{'v':8,'w':1}"));
  }

  @Test
  void aSyntaxErrorHasThePositionAndCodeOfTheService() {
    assertThatThrownBy(() -> Queries.rows(POSTS, "SELECT c.name FROM c OFFSET -1 LIMIT 10"))
        .isInstanceOf(QueryException.class)
        .hasMessage(
            "{\"errors\":[{\"severity\":\"Error\",\"location\":{\"start\":28,\"end\":29},\"code\":"
                + "\"SC1001\",\"message\":\"Syntax error, incorrect syntax near '-'.\"}]}");
  }

  @Test
  void aPageCountsTheItemsThatAnIndexWouldLoad() {
    TestItems items = new TestItems(path -> !path.equals(List.of("s")));
    for (int i = 0; i < 10; i++) {
      items.add("{'n':" + i + ",'s':" + i + "}");
    }
    assertThat(loaded(items, "SELECT * FROM c WHERE c.n < 4")).isEqualTo(4);
    assertThat(loaded(items, "SELECT * FROM c WHERE c.s < 4")).isEqualTo(10);
    assertThat(loaded(items, "SELECT * FROM c WHERE c.n < 4 AND c.s > 2")).isEqualTo(4);
    assertThat(loaded(items, "SELECT TOP 3 * FROM c ORDER BY c.n DESC")).isEqualTo(3);
    assertThat(loaded(items, "SELECT TOP 3 * FROM c")).isEqualTo(3);
  }

  @Test
  void itemsReadByASubqueryAreCountedOnce() {
    String rows = "SELECT VALUE x FROM (SELECT DISTINCT VALUE c.pk FROM c) AS x";

    assertThat(loaded(POSTS, rows)).isEqualTo(4);
    assertThat(loaded(POSTS, "SELECT VALUE 1")).isZero();
  }

  private static int loaded(TestItems items, String query) {
    return Queries.page(items, QueryText.of(query), -1, null).itemsLoaded();
  }

  @Test
  void aCountLoadsNoItems() {
    QueryPage page =
        Queries.page(
            POSTS, QueryText.of("SELECT VALUE COUNT(1) FROM c WHERE c.pk = 'a'"), -1, null);

    assertThat(page.itemsCounted()).isEqualTo(2);
    assertThat(page.itemsLoaded()).isZero();
  }

  @Test
  void anOrderByWithoutAnIndexIsRejected() {
    TestItems items = new TestItems(path -> false);

    assertThatThrownBy(() -> Queries.rows(items, "SELECT * FROM c ORDER BY c.n"))
        .hasMessage("The index path corresponding to the specified order-by item is excluded.");
    assertThatThrownBy(() -> Queries.rows(items, "SELECT * FROM c ORDER BY c.n, c.s"))
        .hasMessageContaining("composite index");
  }
}
