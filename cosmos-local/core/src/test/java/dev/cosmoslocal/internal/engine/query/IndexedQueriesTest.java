package dev.cosmoslocal.internal.engine.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.key.EpkRange;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import dev.cosmoslocal.internal.engine.operation.EntityTagConditions;
import dev.cosmoslocal.internal.engine.operation.ItemOperation;
import dev.cosmoslocal.internal.engine.partition.FeedScope;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.query.QueryEngine;
import dev.cosmoslocal.internal.query.QueryText;
import dev.cosmoslocal.internal.query.page.QueryPage;
import dev.cosmoslocal.internal.query.source.ItemSource;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;

/** Any query returns the same rows in the same order with indexes as by scanning and sorting. */
class IndexedQueriesTest {
  private static final String LONG = "l".repeat(120);
  private static final List<String> VALUES =
      List.of(
          "null",
          "true",
          "false",
          "0",
          "-0.0",
          "1",
          "1.0",
          "-7.5",
          "1e300",
          "\"\"",
          "\"a\"",
          "\"ab\"",
          "\"\\u0000\"",
          "\"a\\u0000\"",
          "\"\uFFFD\"",
          "\"\uD83D\uDE00\"",
          "\"" + LONG + "a\"",
          "\"" + LONG + "b\"",
          "\"" + LONG.substring(0, 100) + "\"",
          "[1]",
          "[]",
          "{\"z\":1}",
          "{}");
  private static final List<String> POLICIES =
      List.of(
          "{\"includedPaths\":[{\"path\":\"/*\"}]}",
          """
          {"includedPaths":[{"path":"/*"}],"excludedPaths":[{"path":"/b/?"}],
           "compositeIndexes":[[{"path":"/a"},{"path":"/c"}],\
           [{"path":"/c"},{"path":"/a","order":"descending"}]]}\
          """,
          """
          {"includedPaths":[{"path":"/a/?"},{"path":"/b/z/?"}],"excludedPaths":[{"path":"/*"}],
           "compositeIndexes":[[{"path":"/c","order":"descending"},{"path":"/a"},{"path":"/_ts"}]]}\
          """);
  private static final List<String> CONDITIONS =
      List.of(
          "true",
          "c.@ = @v",
          "c.@ IN (@v, @w)",
          "c.@ < @v",
          "c.@ >= @v AND c.@ < @w",
          "c.@ BETWEEN @v AND @w",
          "STARTSWITH(c.@, @v)",
          "c.a = @v AND c.c > @w",
          "c.@ != @v",
          "c.a = @v OR c.a = @w",
          "c.b.z = 1",
          "c._ts > 0",
          "c.id IN ('i1', 'i2', 'x')",
          "c.c = @v",
          "c.pk = 'p1' AND c.@ <= @v",
          "NOT IS_DEFINED(c.@)");
  private static final List<String> ORDERS =
      List.of(
          "",
          "ORDER BY c.@",
          "ORDER BY c.@ DESC",
          "ORDER BY c.a, c.c",
          "ORDER BY c.a DESC, c.c DESC",
          "ORDER BY c.c DESC, c.a",
          "ORDER BY c._ts DESC",
          "ORDER BY c.id",
          "ORDER BY c.b.z",
          "ORDER BY c.@[0]",
          "ORDER BY c.@[0] DESC");

  private final QueryEngine engine = new QueryEngine();

  @Property(tries = 20, seed = "1")
  void indexesDoNotChangeResults(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 700) int items,
      @ForAll @IntRange(min = 1, max = 60) int page) {
    Random random = new Random(seed);
    Container container = container(one(random, POLICIES));
    fill(container, random, items);
    for (int i = 0; i < 12; i++) {
      compare(container, random, page);
    }
    container.replace(settings(one(random, POLICIES)), null);
    fill(container, random, items / 2);
    for (int i = 0; i < 12; i++) {
      compare(container, random, page);
    }
  }

  private void compare(Container container, Random random, int page) {
    String path = one(random, List.of("a", "b", "c"));
    String order = one(random, ORDERS);
    String text =
        ("SELECT * FROM c WHERE " + one(random, CONDITIONS) + " " + order)
            .replace("@ ", path + " ")
            .replace("c.@", "c." + path);
    QueryText query =
        new QueryText(
            text,
            Map.of("@v", Json.parse(one(random, VALUES)), "@w", Json.parse(one(random, VALUES))));
    FeedScope scope =
        random.nextInt(3) == 0
            ? new FeedScope.Logical(PartitionKeyValue.parse("[\"p1\"]"))
            : new FeedScope.Physical(
                "0",
                random.nextBoolean() ? null : new EpkRange("", "20000000000000000000000000000000"));
    PartitionItemSource source = PartitionItemSource.of(container.resolve(scope));
    if (!order.isEmpty() && !orderable(source, query)) {
      return;
    }
    assertThat(rows(source, query, page))
        .as("%s with %s", text, query.parameters())
        .isEqualTo(rows(new ScanningSource(source), query, -1));
  }

  private boolean orderable(ItemSource source, QueryText query) {
    try {
      engine.page(query, source, new Paging(1, null).limits());
      return true;
    } catch (dev.cosmoslocal.internal.query.parse.QueryException refused) {
      return false;
    }
  }

  private List<String> rows(ItemSource source, QueryText query, int size) {
    List<String> ids = new ArrayList<>();
    @Nullable String continuation = null;
    do {
      QueryPage page = engine.page(query, source, new Paging(size, continuation).limits());
      page.documents()
          .forEach(row -> ids.add(row.path("pk").textValue() + "/" + row.path("id").textValue()));
      continuation = page.continuation();
    } while (continuation != null);
    return ids;
  }

  private static Container container(String policy) {
    Account account = new Account(Clock.systemUTC(), 1);
    return account.createDatabase(Json.object().put("id", "db")).createContainer(settings(policy));
  }

  private static ObjectNode settings(String policy) {
    ObjectNode settings = Json.object().put("id", "c");
    settings.putObject("partitionKey").put("version", 2).putArray("paths").add("/pk");
    return settings.set("indexingPolicy", Json.parse(policy));
  }

  private static void fill(Container container, Random random, int count) {
    for (int i = 0; i < count; i++) {
      String pk = "p" + random.nextInt(5);
      ObjectNode item = Json.object().put("id", "i" + random.nextInt(count)).put("pk", pk);
      for (String name : List.of("a", "b", "c")) {
        if (random.nextInt(6) > 0) {
          item.set(name, value(random));
        }
      }
      PartitionKeyValue key = PartitionKeyValue.parse("[\"" + pk + "\"]");
      container.execute(key, new ItemOperation.Upsert(item, EntityTagConditions.NONE));
      if (random.nextInt(8) == 0) {
        container.execute(
            key, new ItemOperation.Delete(item.path("id").textValue(), EntityTagConditions.NONE));
      }
    }
  }

  private static JsonNode value(Random random) {
    return Json.parse(
        random.nextBoolean() ? String.valueOf(random.nextInt(500)) : one(random, VALUES));
  }

  private static <T> T one(Random random, List<T> values) {
    return values.get(random.nextInt(values.size()));
  }
}
