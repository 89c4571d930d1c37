package dev.cosmosblog.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.spi.Query;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The simulation's queries and conditions return the emulator's results, for items of any shape.
 */
@Tag("slow")
class SimulatedQueriesTest {
  @RegisterExtension static final LocalCosmosExtension COSMOS = Backend.onePartition();

  /** The texts that no schedule needs: lists for readers, the leases of the SDK, the upgrade. */
  private static final List<String> LEFT_OUT =
      List.of(
          QueryTexts.LIST_OF_TYPE,
          QueryTexts.LIST_OF_POSTS,
          QueryTexts.LIST_OF_BUCKET,
          QueryTexts.LIST_OF_TAGS,
          QueryTexts.LEASES,
          QueryTexts.LAST_WRITE);

  private static final List<ObjectNode> ITEMS = items(new SplittableRandom(7), 400);

  private static CosmosContainer posts;

  @BeforeAll
  static void storeItems() {
    String name = COSMOS.freshName();
    BlogDatabase database = BlogDatabase.builder().client(COSMOS.client(), name).build();
    database.provision();
    COSMOS.deletedAfterwards(COSMOS.client().getDatabase(name));
    posts = COSMOS.client().getDatabase(name).getContainer("posts");
    ITEMS.forEach(posts::createItem);
  }

  /** Items whose properties are of the right type, of another, or missing. */
  private static List<ObjectNode> items(SplittableRandom random, int count) {
    List<ObjectNode> items = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ObjectNode item = JsonNodeFactory.instance.objectNode().put("id", "i%03d".formatted(i));
      item.put("postId", random.nextInt(4) > 0 ? item.path("id").asText() : "another");
      any(item, "type", random, "post", "comment", "like", "user", "erasedUser");
      if (random.nextInt(8) == 0) {
        item.put("type", "hiddenComment");
      }
      any(item, "status", random, "draft", "scheduled", "published", "hidden");
      any(item, "publishAt", random, "2030-01-01", "2031-01-01");
      any(item, "userId", random, "u0", "u1");
      any(item, "userUsername", random, "", "WHERE Ann");
      any(item, "formerUsername", random, "Ann");
      any(item, "creationDate", random, "2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z");
      if (random.nextInt(3) > 0) {
        item.put("userVersion", random.nextInt(4));
      } else if (random.nextBoolean()) {
        item.put("userVersion", "text");
      }
      if (i % 8 == 7) {
        item.put("userVersion", VersionedName.LAST_VERSION);
      }
      if (random.nextInt(3) > 0) {
        item.put("version", random.nextInt(4));
      }
      if (random.nextInt(4) == 0) {
        item.put("deleted", i % 3 > 0);
      } else if (i % 5 == 0) {
        item.putNull("deleted");
      }
      if (random.nextInt(3) > 0) {
        item.put("editVersion", random.nextInt(4) - 1);
      } else {
        any(item, "editVersion", random, i % 2 == 0 ? "text" : String.valueOf(i % 3));
      }
      if (i % 3 == 0) {
        item.put("entries", i % 2 + ":abc");
      }
      if (i % 11 == 10) {
        item.put("type", i % 2 == 0 ? "username" : "slug");
      }
      if (i % 4 == 0) {
        item.put("slug", "one");
      } else if (i % 4 == 1) {
        item.putNull("slug");
      }
      any(item, "commentsClosed", random, "true", "closed");
      if (random.nextInt(3) > 0) {
        item.put("commentsClosed", random.nextBoolean());
      }
      if (i % 6 == 0) {
        item.putArray("formerSlugs");
      }
      if (i % 5 == 0) {
        item.putObject("properties");
      }
      addTags(item, i);
      items.add(item);
    }
    return items;
  }

  private static void addTags(ObjectNode item, int i) {
    item.put("bucket", i % 4 == 0 ? "another" : "bucket");
    item.put("listed", i % 5 > 0);
    if (i % 7 == 0) {
      item.put("listed", "true");
    }
    if (i % 3 == 1) {
      item.putArray("tags").add(5).add(i % 2 == 0 ? "java" : "other");
    } else if (i % 9 == 0) {
      item.put("tags", "java");
    }
  }

  private static void any(ObjectNode item, String name, SplittableRandom random, String... values) {
    int drawn = random.nextInt(values.length * 3 + 3);
    if (drawn < values.length * 3) {
      item.put(name, values[drawn / 3]);
    } else if (drawn == values.length * 3) {
      item.put(name, 5);
    } else if (drawn == values.length * 3 + 1) {
      item.putNull(name);
    }
  }

  static Stream<Field> texts() {
    return Arrays.stream(QueryTexts.class.getFields())
        .filter(field -> Modifier.isStatic(field.getModifiers()))
        .filter(field -> field.getType() == String.class)
        .filter(field -> !LEFT_OUT.contains(text(field)));
  }

  private static String text(Field field) {
    try {
      return (String) field.get(null);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("texts")
  void aQueryReturnsTheEmulatorsResult(Field field) {
    String text = text(field);
    if (text.startsWith("FROM")) {
      assertThat(ids(simulated(text))).isEqualTo(ids(account("SELECT * " + text, Map.of())));
      return;
    }
    Map<String, Object> values =
        Map.ofEntries(
            Map.entry("@count", 1_000),
            Map.entry("@type", "post"),
            Map.entry("@userId", "u0"),
            Map.entry("@bucket", "bucket"),
            Map.entry("@tag", "java"),
            Map.entry("@post", "post"),
            Map.entry("@comment", "comment"),
            Map.entry("@like", "like"),
            Map.entry("@hiddenComment", "hiddenComment"),
            Map.entry("@published", "published"),
            Map.entry("@last", "i300"),
            Map.entry("@version", 2),
            Map.entry("@name", "WHERE Ann"),
            Map.entry("@none", ""),
            Map.entry("@after", "i200"),
            Map.entry("@prefix", "i2"),
            Map.entry("@id", "i123"));
    Query query = Query.of(text, 1_000).with(values);
    List<JsonNode> answered = account(text, values);
    if (SimulatedQueries.aggregate(query, List.of()) != null) {
      List<JsonNode> rows = SimulatedQueries.aggregate(query, selected(query));
      assertThat(texts(rows))
          .containsExactlyInAnyOrderElementsOf(texts(answered))
          .doesNotContain("0");
      return;
    }
    List<ObjectNode> selected = new ArrayList<>(selected(query));
    Comparator<JsonNode> order = SimulatedQueries.selection(query).order();
    if (order == null) {
      assertThat(ids(selected)).containsExactlyInAnyOrderElementsOf(ids(answered)).isNotEmpty();
    } else {
      selected.sort(order);
      // Dates of other types come in the order of types, which no schedule has.
      assertThat(keys(dated(selected, text), text))
          .isEqualTo(keys(dated(answered, text), text))
          .isNotEmpty();
    }
  }

  private static List<? extends JsonNode> dated(List<? extends JsonNode> items, String text) {
    return text.contains("creationDate")
        ? items.stream().filter(item -> item.path("creationDate").isTextual()).toList()
        : items;
  }

  @Test
  void aNamesConditionMatchesTheEmulator() {
    for (VersionedName name :
        List.of(
            new VersionedName("", 2), new VersionedName("WHERE Ann", VersionedName.LAST_VERSION))) {
      String older = QueryTexts.hasNameOlderThan(name);
      String inCopy = QueryTexts.isCopyWithNameOlderThan(name);
      for (String text : List.of(older, inCopy)) {
        assertThat(ids(simulated(text)))
            .as(text)
            .isEqualTo(ids(account("SELECT * " + text, Map.of())))
            .isNotEmpty();
      }
      assertThat(ids(simulated(older))).containsAll(ids(simulated(inCopy)));
    }
  }

  @Test
  void aCopysConditionMatchesTheEmulator() {
    for (List<String> missing :
        List.of(
            List.<String>of(),
            List.of("/slug"),
            List.of("/properties"),
            List.of("/slug", "/tags", "/properties"))) {
      String text = QueryTexts.isCopyOlderThan(2, 1, missing);
      assertThat(ids(simulated(text)))
          .as(text)
          .isEqualTo(ids(account("SELECT * " + text, Map.of())))
          .isNotEmpty();
    }
  }

  @Test
  void aNotedCopysConditionMatchesTheEmulator() {
    String text = QueryTexts.isNotedAs(QueryTexts.IS_LIVE_POST, "1:abc");
    assertThat(ids(simulated(text)))
        .isEqualTo(ids(account("SELECT * " + text, Map.of())))
        .isNotEmpty();
  }

  @Test
  void aSchedulesConditionsMatchTheEmulator() {
    for (String text :
        List.of(
            QueryTexts.isScheduledFor("2030-01-01"), QueryTexts.isNotScheduledFor("2030-01-01"))) {
      assertThat(ids(simulated(text)))
          .as(text)
          .isEqualTo(ids(account("SELECT * " + text, Map.of())))
          .isNotEmpty();
    }
  }

  @Test
  void anEditsConditionMatchesTheEmulator() {
    for (String exists : List.of(QueryTexts.IS_LIVE_POST, QueryTexts.IS_COMMENT)) {
      for (long times = 0; times < 3; times++) {
        String text = QueryTexts.isEdited(exists, times);
        assertThat(ids(simulated(text)))
            .as(text)
            .isEqualTo(ids(account("SELECT * " + text, Map.of())))
            .isNotEmpty();
      }
    }
  }

  @Test
  void aNumbersConditionMatchesTheEmulator() {
    for (String path : List.of("/version", "/editVersion")) {
      String text = QueryTexts.isAbove(path, 0);
      assertThat(ids(simulated(text)))
          .as(text)
          .isEqualTo(ids(account("SELECT * " + text, Map.of())))
          .isNotEmpty();
    }
  }

  @Test
  void theQueryOfTheNewestPostsMatchesTheEmulator() {
    String text = QueryTexts.newestPosts(QueryTexts.behindDated(true));
    Map<String, Object> values =
        Map.of(
            "@count",
            1_000,
            "@type",
            "post",
            "@published",
            "published",
            "@date",
            "2026-02-01T00:00:00.000Z",
            "@id",
            "i200");
    assertThat(ids(selected(Query.of(text, 1_000).with(values))))
        .containsExactlyInAnyOrderElementsOf(ids(account(text, values)))
        .isNotEmpty();
  }

  @Test
  void anUnknownQueryIsAnError() {
    assertThatThrownBy(() -> SimulatedQueries.selection(Query.of("SELECT 1", 1)))
        .hasMessageContaining("SELECT 1");
    assertThatThrownBy(() -> SimulatedQueries.holds("FROM c WHERE true", ITEMS.get(0)))
        .hasMessageContaining("WHERE true");
  }

  private static List<ObjectNode> simulated(String condition) {
    return ITEMS.stream().filter(item -> SimulatedQueries.holds(condition, item)).toList();
  }

  private static List<ObjectNode> selected(Query query) {
    return ITEMS.stream()
        .filter(item -> SimulatedQueries.selection(query).where().test(item, query.parameters()))
        .toList();
  }

  private static List<JsonNode> account(String text, Map<String, Object> values) {
    List<SqlParameter> parameters =
        values.entrySet().stream()
            .filter(value -> text.contains(value.getKey()))
            .map(value -> new SqlParameter(value.getKey(), value.getValue()))
            .toList();
    return posts
        .queryItems(
            new SqlQuerySpec(text, parameters), new CosmosQueryRequestOptions(), JsonNode.class)
        .stream()
        .toList();
  }

  private static List<String> ids(List<? extends JsonNode> items) {
    return items.stream().map(item -> item.path("id").asText()).sorted().toList();
  }

  /** The places of items in an order; items that are equal in it may come in any. */
  private static List<String> keys(List<? extends JsonNode> items, String text) {
    String path = text.contains("postId ") || text.endsWith("c.postId") ? "postId" : "id";
    return items.stream().map(item -> item.path(path).asText()).toList();
  }

  private static List<String> texts(List<JsonNode> rows) {
    return rows.stream().map(JsonNode::toString).toList();
  }
}
