package dev.cosmoslocal.internal.query.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.query.Queries;
import dev.cosmoslocal.internal.query.QueryText;
import dev.cosmoslocal.internal.query.TestItems;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** A plan returns the same rows for any distribution of items over partitions. */
final class MergingTest {

  private static final List<String> QUERIES =
      List.of(
          "SELECT VALUE c.id FROM c WHERE c.n > 3",
          "SELECT VALUE c.id FROM c ORDER BY c.n, c.id",
          "SELECT c.id, c.n + 1 FROM c WHERE c.n < 8 ORDER BY c.g DESC, c.id",
          "SELECT TOP 4 VALUE c.id FROM c ORDER BY c.n DESC, c.id",
          "SELECT VALUE c.n FROM c ORDER BY c.n OFFSET 2 LIMIT 5",
          "SELECT VALUE c.x FROM c ORDER BY c.id",
          "SELECT DISTINCT VALUE c.g FROM c",
          "SELECT DISTINCT VALUE c.g FROM c ORDER BY c.g DESC",
          "SELECT DISTINCT c.g, c.x FROM c OFFSET 0 LIMIT 100",
          "SELECT VALUE COUNT(1) FROM c",
          "SELECT VALUE COUNT(c.x) FROM c WHERE c.g = 'a'",
          "SELECT VALUE SUM(c.n) FROM c",
          "SELECT VALUE AVG(c.n) FROM c WHERE c.g != 'b'",
          "SELECT VALUE MIN(c.n) FROM c",
          "SELECT VALUE MAX(c.id) FROM c",
          "SELECT COUNT(1) AS n, MIN(c.g) AS g, AVG(c.n), COUNTIF(c.n > 3) AS k FROM c",
          "SELECT c.g, COUNT(1) AS n, SUM(c.n) AS s, MAX(c.n) AS m FROM c GROUP BY c.g",
          "SELECT VALUE COUNT(1) FROM c GROUP BY c.g, c.x",
          "SELECT UPPER(c.g) AS u, AVG(c.n) AS a FROM c GROUP BY UPPER(c.g)",
          "SELECT VALUE COUNT(1) FROM (SELECT DISTINCT c.g, c.x FROM c)",
          "SELECT VALUE s FROM (SELECT * FROM c WHERE c.g = 'a') s ORDER BY s.id OFFSET 1 LIMIT 5",
          "SELECT s.id FROM (SELECT VALUE i FROM i WHERE i.n > 2) AS s WHERE s.g = 'b'"
              + " ORDER BY s.n DESC, s.id",
          "SELECT VALUE t FROM c JOIN t IN c.t WHERE c.n > 1",
          "SELECT c.id, t FROM c JOIN t IN c.t ORDER BY c.n DESC, c.id");

  @Property(tries = 60, seed = "1")
  void theMergedRowsEqualThoseOfASinglePartition(
      @ForAll @Size(min = 0, max = 25) List<@IntRange(min = 0, max = 999) Integer> seeds) {
    TestItems whole = new TestItems();
    List<TestItems> partitions = List.of(new TestItems(), new TestItems(), new TestItems());
    for (int i = 0; i < seeds.size(); i++) {
      JsonNode item = item(i, seeds.get(i));
      whole.put(i, item);
      partitions.get(seeds.get(i) % 3).put(i, item);
    }

    for (String query : QUERIES) {
      List<JsonNode> expected = Queries.page(whole, QueryText.of(query), -1, null).documents();
      List<JsonNode> merged =
          MergingClient.run(query, partitions).stream().filter(r -> !r.isMissingNode()).toList();
      assertThat(inOrder(query, merged)).as(query).isEqualTo(inOrder(query, expected));
    }
  }

  private static List<String> inOrder(String query, List<JsonNode> rows) {
    Stream<String> texts = rows.stream().map(JsonNode::toString);
    return query.contains("ORDER BY") ? texts.toList() : texts.sorted().toList();
  }

  private static JsonNode item(int number, int seed) {
    String group = List.of("'g':'a',", "'g':'b',", "'g':null,", "").get(seed % 4);
    String x = seed % 5 == 0 ? "'x':" + seed % 7 + "," : "";
    return TestItems.json(
        String.format(
            "{'id':'%02d',%s%s'n':%d,'t':['p','q'],'_rid':'%02d'}",
            number, group, x, seed % 10, number));
  }
}
