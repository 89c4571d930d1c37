package dev.cosmoslocal.internal.query.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.query.OrderedItems;
import dev.cosmoslocal.internal.query.Queries;
import dev.cosmoslocal.internal.query.QueryText;
import dev.cosmoslocal.internal.query.TestItems;
import dev.cosmoslocal.internal.query.parse.QueryException;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pages of any size return the rows of one page, even while items are added and deleted. */
final class PagingTest {

  @ParameterizedTest
  @MethodSource("queries")
  void anyPageSizeReturnsTheSameRows(String query) {
    TestItems items = items(60);
    List<String> whole = Queries.rows(items, query);

    assertThat(whole).isNotEmpty();
    for (int size : new int[] {1, 2, 3, 7, 59, 60, 61}) {
      assertThat(Queries.paged(items, QueryText.of(query), size, () -> {}))
          .as("pages of %s", size)
          .isEqualTo(whole);
    }
  }

  static Stream<String> queries() {
    return Stream.of(
        "SELECT VALUE c.id FROM c",
        "SELECT VALUE c.id FROM c WHERE c.n > 2",
        "SELECT TOP 10 VALUE c.id FROM c WHERE c.n > 2",
        "SELECT VALUE c.id FROM c OFFSET 5 LIMIT 20",
        "SELECT VALUE c.id FROM c ORDER BY c.n",
        "SELECT VALUE c.id FROM c ORDER BY c.n DESC",
        "SELECT VALUE c.id FROM c ORDER BY c.n, c.id DESC",
        "SELECT TOP 10 VALUE c.id FROM c ORDER BY c.n",
        "SELECT VALUE c.id FROM c ORDER BY c.n OFFSET 5 LIMIT 20",
        "SELECT c.id, t FROM c JOIN t IN c.tags",
        "SELECT c.id, t FROM c JOIN t IN c.tags ORDER BY c.n OFFSET 3 LIMIT 50",
        "SELECT DISTINCT VALUE c.n FROM c",
        "SELECT DISTINCT c.n, c.m FROM c OFFSET 1 LIMIT 9",
        "SELECT DISTINCT VALUE c.n FROM c ORDER BY c.n DESC",
        "SELECT c.n, COUNT(1) AS k FROM c GROUP BY c.n",
        "SELECT c.n, MAX(c.id) AS k FROM c GROUP BY c.n OFFSET 1 LIMIT 3",
        "SELECT VALUE COUNT(1) FROM c",
        "SELECT VALUE x FROM (SELECT VALUE COUNT(1) FROM c GROUP BY c.n) AS x");
  }

  @ParameterizedTest
  @MethodSource("queries")
  void anIndexInTheRightOrderReturnsTheSameRows(String query) {
    TestItems items = items(60);
    OrderedItems ordered = new OrderedItems(items);

    for (int size : new int[] {1, 7, 61}) {
      assertThat(Queries.paged(ordered, QueryText.of(query), size, () -> {}))
          .as("pages of %s", size)
          .isEqualTo(Queries.rows(items, query));
    }
  }

  @Property(tries = 200, seed = "1")
  void unchangedItemsAreReturnedOnceWhileOthersAreAddedAndDeleted(
      @ForAll @IntRange(min = 1, max = 9) int size,
      @ForAll @IntRange(min = 0, max = 5) int query,
      @ForAll @Size(min = 1, max = 20) List<@IntRange(min = 0, max = 79) Integer> changed) {
    String text =
        List.of(
                "SELECT VALUE c.id FROM c",
                "SELECT VALUE c.id FROM c ORDER BY c.n",
                "SELECT VALUE c.id FROM c ORDER BY c.n DESC",
                "SELECT VALUE c.id FROM c ORDER BY c.n, c.m DESC",
                "SELECT DISTINCT VALUE c.id FROM c",
                "SELECT VALUE c.id FROM c GROUP BY c.id")
            .get(query);
    TestItems items = items(40);
    Iterator<Integer> changes = changed.iterator();

    List<String> rows =
        Queries.paged(items, QueryText.of(text), size, () -> change(items, changes));

    List<String> stayed =
        IntStream.range(0, 40)
            .filter(i -> !changed.contains(i))
            .mapToObj(i -> "'" + id(i) + "'")
            .toList();
    assertThat(rows).doesNotHaveDuplicates().containsAll(stayed);
  }

  /** Deletes one of the items, or adds one between them. */
  private static void change(TestItems items, Iterator<Integer> changes) {
    if (changes.hasNext()) {
      int rid = changes.next();
      if (rid < 40) {
        items.remove(rid);
      } else {
        items.put(rid, item(rid));
      }
    }
  }

  @Test
  void aPageKeepsItsByteLimitButHasAtLeastOneRow() {
    TestItems items = items(10);
    QueryText query = QueryText.of("SELECT * FROM c ORDER BY c.id");

    QueryPage one = Queries.ENGINE.page(query, items, new PageLimits(-1, 1, null));
    QueryPage some = Queries.ENGINE.page(query, items, new PageLimits(-1, 200, null));

    assertThat(one.documents()).hasSize(1);
    assertThat(one.continuation()).isNotNull();
    assertThat(some.documents()).hasSizeBetween(2, 9);
    assertThat(some.documents().toString().length()).isLessThan(230);
  }

  @Test
  void pagingContinuesByCountAfterASortKeyTooLongForAToken() {
    TestItems items = new TestItems();
    for (int i = 0; i < 5; i++) {
      items.put(i, TestItems.json("{'id':'" + i + "','k':'" + "x".repeat(10_000) + (9 - i) + "'}"));
    }
    QueryText query = QueryText.of("SELECT VALUE c.id FROM c ORDER BY c.k OFFSET 1 LIMIT 3");

    assertThat(Queries.page(items, query, 1, null).continuation()).hasSizeLessThan(200);
    assertThat(Queries.paged(items, query, 1, () -> {})).containsExactly("'3'", "'2'", "'1'");
  }

  @Property(seed = "1")
  void aMalformedContinuationIsRejected(@ForAll String token) {
    assertThatThrownBy(() -> Queries.page(items(3), QueryText.of("SELECT * FROM c"), 1, token))
        .isInstanceOf(QueryException.class)
        .hasMessage("The continuation token is malformed.");
  }

  @Test
  void theContinuationOfAnotherKindOfQueryIsRejected() {
    TestItems items = items(3);
    String plain = Queries.page(items, QueryText.of("SELECT * FROM c"), 1, null).continuation();

    assertThatThrownBy(
            () -> Queries.page(items, QueryText.of("SELECT * FROM c ORDER BY c.n"), 1, plain))
        .isInstanceOf(QueryException.class);
  }

  private static TestItems items(int count) {
    TestItems items = new TestItems();
    for (int i = 0; i < count; i++) {
      items.put(i, item(i));
    }
    return items;
  }

  /** An item whose key n is missing or of one of several types; many items have equal keys. */
  private static JsonNode item(int rid) {
    String n = List.of("'n':1,", "'n':2.5,", "'n':'é',", "'n':null,", "", "'n':3,").get(rid % 6);
    return TestItems.json(
        "{'id':'" + id(rid) + "'," + n + "'m':" + rid % 4 + ",'tags':['a','b','c']}");
  }

  private static String id(int rid) {
    return String.format("%02d", rid);
  }
}
