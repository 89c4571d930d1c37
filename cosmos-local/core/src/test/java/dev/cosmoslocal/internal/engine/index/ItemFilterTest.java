package dev.cosmoslocal.internal.engine.index;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.item.BytePattern;
import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.item.WriteStamp;
import dev.cosmoslocal.internal.engine.key.ItemKey;
import dev.cosmoslocal.internal.engine.key.ItemKeys;
import dev.cosmoslocal.internal.engine.key.LogicalPartition;
import dev.cosmoslocal.internal.engine.key.PartitionKeyDefinition;
import dev.cosmoslocal.internal.engine.resource.ContainerId;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.query.source.Comparison;
import dev.cosmoslocal.internal.query.source.PathPredicate;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;

class ItemFilterTest {
  private static final ItemKeys KEYS =
      new ItemKeys(
          new ContainerId("db", "AAAAAA==", 1),
          PartitionKeyDefinition.of(Json.parse("{\"paths\":[\"/pk\"]}")));
  private static final IndexingPolicy ALL = IndexingPolicy.of(IndexingPolicy.standard());

  @Property(seed = "1")
  void equalValuesAlwaysPass(@ForAll String name, @ForAll String text) {
    ObjectNode item = Json.object().put("id", "1").put(name, text);
    assertThat(passes(item, predicate(name, Comparison.EQUAL, text(text)))).isTrue();
    assertThat(
            passes(
                item,
                predicate(
                    name, Comparison.STARTS_WITH, text(text.substring(0, text.length() / 2)))))
        .isTrue();
  }

  @Property(seed = "1")
  void differentValuesDontPass(@ForAll @StringLength(min = 1, max = 20) String text) {
    ObjectNode item = Json.object().put("id", "1").put("name", text);
    assertThat(passes(item, predicate("name", Comparison.EQUAL, text(text + "x")))).isFalse();
    assertThat(passes(item, predicate("other", Comparison.EQUAL, text(text)))).isFalse();
  }

  @Property(seed = "1")
  void aPatternIsFoundAtItsPosition(
      @ForAll String before, @ForAll @StringLength(min = 1) String pattern, @ForAll String after) {
    byte[] text = (before + pattern + after).getBytes(StandardCharsets.UTF_16LE);
    assertThat(new BytePattern(pattern.getBytes(StandardCharsets.UTF_16LE)).in(text)).isTrue();
  }

  @Example
  void oneMatchOfSeveralValuesIsEnough() {
    ObjectNode item = Json.object().put("id", "2");
    JsonNode both = Json.array().add("1").add("2");
    assertThat(passes(item, predicate("id", Comparison.IN, both))).isTrue();
    assertThat(passes(item, predicate("id", Comparison.IN, Json.array().add("1")))).isFalse();
  }

  @Example
  void numbersAndUnindexedPathsFilterNothing() {
    ObjectNode item = Json.object().put("id", "1").put("n", 1.0);
    assertThat(
            passes(item, predicate("n", Comparison.EQUAL, JsonNodeFactory.instance.numberNode(1))))
        .isTrue();
    IndexingPolicy none = IndexingPolicy.of(Json.object().put("indexingMode", "none"));
    PathPredicate other = predicate("id", Comparison.EQUAL, text("9"));
    assertThat(new ItemFilter(List.of(other), none).mayMatch(stored(item))).isTrue();
  }

  private static PathPredicate predicate(String name, Comparison comparison, JsonNode value) {
    return new PathPredicate(List.of(name), comparison, value);
  }

  private static boolean passes(ObjectNode item, PathPredicate predicate) {
    return new ItemFilter(List.of(predicate), ALL).mayMatch(stored(item));
  }

  private static JsonNode text(String text) {
    return JsonNodeFactory.instance.textNode(text);
  }

  private static Item stored(ObjectNode body) {
    ItemKey key = new ItemKey(new LogicalPartition("00", "[]"), "1");
    return new Item(KEYS, key, Json.bytes(body), 0, new WriteStamp(1, 1, 1, 1, false));
  }
}
