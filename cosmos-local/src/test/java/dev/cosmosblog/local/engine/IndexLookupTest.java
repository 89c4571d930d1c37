package dev.cosmosblog.local.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.query.QueryText;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;

/** The same items with indexes (one physical partition of many) and without (a logical partition) answer alike. */
class IndexLookupTest {
  private static final int ITEMS = IndexLookup.WORTHWHILE + 100;
  private static final List<String> QUERIES =
      List.of(
          "SELECT * FROM c WHERE c.user = 'u3'",
          "SELECT * FROM c WHERE c.user IN ('u3', 'u5', 'u3')",
          "SELECT * FROM c WHERE c.flag = true AND c.user = 'u1'",
          "SELECT * FROM c WHERE c.n = 7",
          "SELECT * FROM c WHERE c.n = null",
          "SELECT * FROM c ORDER BY c.mixed",
          "SELECT * FROM c ORDER BY c.mixed DESC",
          "SELECT * FROM c WHERE c.flag = true ORDER BY c.n DESC",
          "SELECT * FROM c WHERE c.user = 'u3' ORDER BY c.mixed",
          "SELECT TOP 20 * FROM c WHERE c.user != 'u3' ORDER BY c._ts DESC",
          "SELECT * FROM c WHERE c.user = 'u3' ORDER BY c.list");

  @Property(tries = 20)
  void answersAreTheSameWithAndWithoutIndexes(
      @ForAll long seed, @ForAll @IntRange(min = 50, max = 700) int page) {
    Random random = new Random(seed);
    Account account = new Account(Clock.systemUTC(), 1);
    Container container = container(account);
    fill(container, random, ITEMS);
    for (String query : QUERIES) {
      assertSame(account, container, query, page);
    }
    fill(container, random, 200);
    for (String query : QUERIES) {
      assertSame(account, container, query, page);
    }
  }

  @Example
  void anItemLeavesTheIndexWithItsValue() {
    Account account = new Account(Clock.systemUTC(), 1);
    Container container = container(account);
    fill(container, new Random(1), ITEMS);
    String query = "SELECT * FROM c WHERE c.user = 'u3'";
    int before = rows(account, container, new FeedScope.Physical("0", null), query, 10).size();
    PartitionKeyValue key = PartitionKeyValue.parse("[\"p\"]");
    String id = rows(account, container, new FeedScope.Physical("0", null), query, 10).get(0);
    container.execute(key, new DeleteItem(id, Conditions.NONE));
    assertThat(before).isPositive();
    assertThat(rows(account, container, new FeedScope.Physical("0", null), query, 10))
        .hasSize(before - 1)
        .doesNotContain(id);
  }

  private static void assertSame(Account account, Container container, String query, int page) {
    FeedScope logical = new FeedScope.Logical(PartitionKeyValue.parse("[\"p\"]"));
    assertThat(rows(account, container, new FeedScope.Physical("0", null), query, page))
        .as(query)
        .isEqualTo(rows(account, container, logical, query, -1));
  }

  private static List<String> rows(
      Account account, Container container, FeedScope scope, String query, int size) {
    List<String> ids = new ArrayList<>();
    @Nullable String continuation = null;
    do {
      QueryResult page =
          account
              .queries()
              .page(
                  container, scope, new QueryText(query, Map.of()), new Paging(size, continuation));
      page.page().documents().forEach(row -> ids.add(row.path("id").textValue()));
      continuation = page.page().continuation();
    } while (continuation != null);
    return ids;
  }

  private static Container container(Account account) {
    Database database = account.createDatabase(Json.object().put("id", "db"));
    ObjectNode settings = Json.object().put("id", "c");
    settings.putObject("partitionKey").put("version", 2).putArray("paths").add("/pk");
    return database.createContainer(settings);
  }

  private static void fill(Container container, Random random, int count) {
    for (int i = 0; i < count; i++) {
      ObjectNode item = Json.object().put("id", "i" + random.nextInt(ITEMS * 2)).put("pk", "p");
      item.put("user", "u" + random.nextInt(12)).put("flag", random.nextBoolean());
      if (random.nextInt(5) > 0) {
        item.put("n", random.nextInt(10));
      } else if (random.nextBoolean()) {
        item.putNull("n");
      }
      mixed(random).ifPresent(value -> item.set("mixed", value));
      if (random.nextInt(50) == 0) {
        item.putArray("list").add(random.nextInt(3));
      }
      container.execute(PartitionKeyValue.parse("[\"p\"]"), new UpsertItem(item, Conditions.NONE));
    }
  }

  private static Optional<JsonNode> mixed(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> Optional.empty();
      case 1 -> Optional.of(Json.parse("null"));
      case 2 -> Optional.of(Json.parse(String.valueOf(random.nextBoolean())));
      case 3 -> Optional.of(Json.parse(random.nextInt(5) + (random.nextBoolean() ? ".0" : "")));
      case 4 ->
          Optional.of(
              Json.parse("\"" + new String(Character.toChars(0x61 + random.nextInt(3))) + "\""));
      default -> Optional.of(Json.parse(random.nextBoolean() ? "\"\uD83D\uDE00\"" : "\"\uFFFD\""));
    };
  }
}
