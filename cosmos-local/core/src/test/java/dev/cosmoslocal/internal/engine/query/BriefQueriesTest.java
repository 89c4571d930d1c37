package dev.cosmoslocal.internal.engine.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.budget.EventLoopException;
import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import dev.cosmoslocal.internal.engine.operation.ItemOperation;
import dev.cosmoslocal.internal.engine.partition.FeedScope;
import dev.cosmoslocal.internal.engine.partition.ReadConsistency;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.query.QueryText;
import dev.cosmoslocal.internal.query.parse.QueryException;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Brief queries take microseconds, so an event loop may run them. They are distinguished from
 * queries that may take long, and return the same rows.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BriefQueriesTest {
  private static final Paging ALL = new Paging(-1, null);

  private final Account account = new Account(Clock.systemUTC(), 3);
  private final Container container = container();

  private Container container() {
    ObjectNode settings = Json.object().put("id", "c");
    settings.putObject("partitionKey").put("version", 2).putArray("paths").add("/pk");
    return account.createDatabase(Json.object().put("id", "db")).createContainer(settings);
  }

  @BeforeAll
  void fill() {
    create("few", 20, 100);
    create("many", 101, 100);
    create("large", 3, 30_000);
    ObjectNode arrays = Json.object().put("id", "i").put("pk", "arrays");
    for (int i = 0; i < 5_000; i++) {
      arrays.withArray("numbers").add(i);
      arrays.withArray("copy").add(i);
    }
    container.execute(PartitionKeyValue.parse("[\"arrays\"]"), new ItemOperation.Create(arrays));
  }

  private void create(String pk, int count, int text) {
    for (int i = 0; i < count; i++) {
      ObjectNode item = Json.object().put("id", "i" + i).put("pk", pk).put("n", i);
      item.put("text", "x".repeat(text)).putArray("tags").add("a").add("b");
      container.execute(
          PartitionKeyValue.parse("[\"" + pk + "\"]"), new ItemOperation.Create(item));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM c",
        "SELECT * FROM c WHERE c[\"pk\"] = @pk",
        "SELECT c.id, c.n + 1 AS next FROM c WHERE c.n >= 3 AND c.n < 9",
        "SELECT TOP 3 c.id FROM c WHERE c.n != 1",
        "SELECT c.id FROM c OFFSET 2 LIMIT 5",
        "SELECT VALUE t FROM t IN c.tags",
        "SELECT VALUE 1"
      })
  void aBriefQueryReturnsTheSameRows(String text) {
    QueryText query = new QueryText(text, Map.of("@pk", Json.object().put("p", "few").get("p")));
    for (int size : new int[] {-1, 2}) {
      Paging paging = new Paging(size, null);
      QueryResult brief =
          account.queries().briefPage(container, in("few"), query, paging, ReadConsistency.LATEST);
      QueryResult any = account.queries().page(container, in("few"), query, paging);
      assertThat(brief).as("pages of %s", size).isEqualTo(any);
      assertThat(brief.page().documents()).isNotEmpty();
    }
  }

  @Test
  void aBriefQueryContinuesWhereALongOneStopped() {
    QueryText query = QueryText.of("SELECT VALUE c.n FROM c");
    QueryResult first = account.queries().page(container, in("few"), query, new Paging(15, null));
    Paging rest = new Paging(-1, first.page().continuation());
    assertThat(
            account
                .queries()
                .briefPage(container, in("few"), query, rest, ReadConsistency.LATEST)
                .page()
                .documents())
        .extracting(JsonNode::intValue)
        .containsExactly(15, 16, 17, 18, 19);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT COUNT(1) FROM c",
        "SELECT * FROM c WHERE udf.f(c.n)",
        "SELECT * FROM c ORDER BY c.n",
        "SELECT DISTINCT VALUE c.pk FROM c",
        "SELECT * FROM c WHERE c.text LIKE 'x%x'",
        "SELECT VALUE RegexMatch('aaaa', '(a+)+$')",
        "SELECT * FROM c Join t IN c.tags",
        "SELECT * FROM c WHERE EXISTS (SELECT VALUE t FROM t IN c.tags)"
      })
  void queriesThatMayTakeLongAreNotBrief(String text) {
    assertLong(in("few"), text);
  }

  @Test
  void manyOrLargeItemsAreNotBrief() {
    assertLong(in("many"), "SELECT * FROM c");
    assertLong(in("large"), "SELECT * FROM c");
    assertLong(new FeedScope.Physical("0", null), "SELECT * FROM c");
    assertLong(in("few"), "SELECT * FROM c WHERE c.text = '" + "y".repeat(1_000) + "'");
    // The index leads to one of many items.
    QueryText one = QueryText.of("SELECT * FROM c WHERE c.id = 'i7' AND c.pk = 'many'");
    assertThat(
            account
                .queries()
                .briefPage(container, in("many"), one, ALL, ReadConsistency.LATEST)
                .page()
                .documents())
        .hasSize(1);
  }

  @Test
  void aMalformedQueryIsRefusedAtOnce() {
    QueryText wrong = QueryText.of("SELEC * FROM c");
    assertThatThrownBy(
            () ->
                account
                    .queries()
                    .briefPage(container, in("few"), wrong, ALL, ReadConsistency.LATEST))
        .isInstanceOf(QueryException.class);
  }

  /** A bound on only the items or only the text wouldn't suffice. */
  @Test
  void expensiveQueriesAreNotBrief() {
    assertLong(in("few"), "SELECT VALUE [" + "c.text,".repeat(140) + "1] FROM c");
    assertLong(in("few"), "SELECT VALUE c.text" + " || c.text".repeat(90) + " FROM c");
    assertLong(in("arrays"), "SELECT VALUE x FROM x IN c.numbers");
    assertLong(in("arrays"), "SELECT * FROM c WHERE c.numbers = c.copy");
  }

  @Test
  void plansOfQueriesWithExpressionsAreNotBrief() {
    ObjectNode plan = Json.object().put("a", 1);
    ContainerQueries queries = account.queries();
    assertThat(queries.briefPlan(QueryText.of("SELECT * FROM c ORDER BY c.n"), () -> plan))
        .isEqualTo(plan);
    assertThatThrownBy(
            () -> queries.briefPlan(QueryText.of("SELECT VALUE REPLICATE('x', 9)"), () -> plan))
        .isInstanceOf(EventLoopException.class);
  }

  private void assertLong(FeedScope scope, String text) {
    QueryText query = QueryText.of(text);
    assertThatThrownBy(
            () -> account.queries().briefPage(container, scope, query, ALL, ReadConsistency.LATEST))
        .as(text)
        .isInstanceOf(EventLoopException.class);
  }

  private static FeedScope in(String pk) {
    return new FeedScope.Logical(PartitionKeyValue.parse("[\"" + pk + "\"]"));
  }
}
