package dev.cosmoslocal.internal.engine.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.index.CompositeIndex;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import dev.cosmoslocal.internal.engine.operation.EntityTagConditions;
import dev.cosmoslocal.internal.engine.operation.ItemOperation;
import dev.cosmoslocal.internal.engine.partition.FeedScope;
import dev.cosmoslocal.internal.engine.partition.RidCursor;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.query.source.Comparison;
import dev.cosmoslocal.internal.query.source.PathPredicate;
import dev.cosmoslocal.internal.query.source.SortKey;
import dev.cosmoslocal.internal.query.source.SortPosition;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Queries don't visit more items than necessary. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AccessPathTest {
  private static final int ITEMS = 4_000;
  private static final String POLICY =
      """
      {"includedPaths":[{"path":"/*"}],"excludedPaths":[{"path":"/hidden/?"}],
       "compositeIndexes":[[{"path":"/kind"},{"path":"/n","order":"descending"}]]}\
      """;

  private final Container container = container();

  @BeforeAll
  void fill() {
    for (int i = 0; i < ITEMS; i++) {
      String pk = "p" + i % 4;
      ObjectNode item = Json.object().put("id", "i" + i).put("pk", pk);
      item.put("user", "u" + i % 400).put("hidden", i % 400).put("n", i).put("kind", "k" + i % 2);
      if (i % 2 == 0) {
        item.put("even", i);
      }
      container.execute(
          PartitionKeyValue.parse("[\"" + pk + "\"]"),
          new ItemOperation.Upsert(item, EntityTagConditions.NONE));
    }
  }

  @Test
  void aConditionOnAnIndexedPathVisitsOnlyMatches() {
    assertThat(lookedAt(where("user", Comparison.EQUAL, "\"u7\""))).isEqualTo(10);
    assertThat(lookedAt(where("user", Comparison.IN, "[\"u7\",\"u9\",\"u7\"]"))).isEqualTo(20);
    assertThat(lookedAt(where("n", Comparison.GREATER, "3987"))).isEqualTo(12);
    assertThat(lookedAt(where("user", Comparison.STARTS_WITH, "\"u39\""))).isEqualTo(110);
    assertThat(lookedAt(where("id", Comparison.IN, "[\"i1\",\"i3999\",\"x\"]"))).isEqualTo(2);
  }

  @Test
  void theMostSelectiveConditionIsUsed() {
    PathPredicate user = where("user", Comparison.EQUAL, "\"u7\"");
    PathPredicate last = where("n", Comparison.GREATER_OR_EQUAL, "3998");
    assertThat(lookedAt(where("kind", Comparison.EQUAL, "\"k1\""), user, last)).isEqualTo(2);
    PathPredicate first = where("n", Comparison.LESS, "3999");
    assertThat(lookedAt(last, first)).isEqualTo(1);
  }

  @Test
  void anExcludedPathIsScanned() {
    assertThat(lookedAt(where("hidden", Comparison.EQUAL, "7"))).isEqualTo(ITEMS);
    PartitionItemSource source = source(physical());
    assertThat(source.indexed(List.of("hidden"))).isFalse();
    assertThat(source.orderable(List.of(new SortKey(List.of("hidden"), false)))).isFalse();
  }

  @Test
  void aLogicalPartitionIsPreferredToALargerIndexRange() {
    PartitionItemSource source = source(new FeedScope.Logical(PartitionKeyValue.parse("[\"p1\"]")));
    List<PathPredicate> kind = List.of(where("kind", Comparison.EQUAL, "\"k1\""));
    assertThat(count(new AccessPath(source.view(), source.filter(), kind).rids(-1)))
        .isEqualTo(ITEMS / 4);
    List<PathPredicate> user = List.of(where("user", Comparison.EQUAL, "\"u1\""));
    assertThat(count(new AccessPath(source.view(), source.filter(), user).rids(-1))).isEqualTo(10);
  }

  @Test
  void anOrderIsReadFromAnIndex() {
    assertThat(first(order("n", true), null)).hasValue(ITEMS - 1);
    assertThat(first(order("n", false), null)).hasValue(0);
    SortPosition after = new SortPosition(List.of(Json.parse("100")), 101);
    assertThat(first(order("n", false), after)).hasValue(100);
  }

  @Test
  void aCompositeIndexServesBothDirectionsAndSuffixesAfterEqualities() {
    List<SortKey> keys =
        List.of(new SortKey(List.of("kind"), false), new SortKey(List.of("n"), true));
    assertThat(first(keys, null)).hasValue(ITEMS - 2);
    assertThat(first(CompositeIndex.reversed(keys), null)).hasValue(1);
    PathPredicate odd = where("kind", Comparison.EQUAL, "\"k1\"");
    PathPredicate bound = where("n", Comparison.LESS, "1000");
    assertThat(first(order("n", true), null, odd, bound)).hasValue(999);
    assertThat(first(order("n", false), null, odd, where("n", Comparison.GREATER, "1000")))
        .hasValue(1_001);
  }

  @Test
  void fewMatchesAreSortedInsteadOfReadInOrder() {
    PathPredicate user = where("user", Comparison.EQUAL, "\"u7\"");
    assertThat(first(order("n", true), null, user)).isEmpty();
  }

  @Test
  void itemsWithoutTheValueComeFirst() {
    assertThat(first(order("even", false), null)).hasValue(1);
    assertThat(first(order("even", true), null)).hasValue(ITEMS - 2);
  }

  private long lookedAt(PathPredicate... predicates) {
    PartitionItemSource source = source(physical());
    return count(new AccessPath(source.view(), source.filter(), List.of(predicates)).rids(-1));
  }

  private Optional<Integer> first(
      List<SortKey> order, @Nullable SortPosition after, PathPredicate... predicates) {
    PartitionItemSource source = source(physical());
    return source
        .ordered(List.of(predicates), order, after)
        .map(items -> items.next().json().path("n").intValue());
  }

  private static long count(RidCursor rids) {
    long count = 0;
    while (rids.next() != RidCursor.END) {
      count++;
    }
    return count;
  }

  private PartitionItemSource source(FeedScope scope) {
    return PartitionItemSource.of(container.resolve(scope));
  }

  private static FeedScope physical() {
    return new FeedScope.Physical("0", null);
  }

  private static List<SortKey> order(String name, boolean descending) {
    return List.of(new SortKey(List.of(name), descending));
  }

  private static PathPredicate where(String name, Comparison comparison, String value) {
    JsonNode json = Json.parse(value);
    return new PathPredicate(List.of(name), comparison, json);
  }

  private static Container container() {
    ObjectNode settings = Json.object().put("id", "c");
    settings.putObject("partitionKey").put("version", 2).putArray("paths").add("/pk");
    settings.set("indexingPolicy", Json.parse(POLICY));
    return new Account(Clock.systemUTC(), 1)
        .createDatabase(Json.object().put("id", "db"))
        .createContainer(settings);
  }
}
