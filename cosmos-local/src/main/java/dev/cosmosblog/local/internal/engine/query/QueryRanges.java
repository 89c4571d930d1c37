package dev.cosmosblog.local.internal.engine.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.cosmosblog.local.internal.engine.key.EffectivePartitionKey;
import dev.cosmosblog.local.internal.engine.key.PartitionKeyKind;
import dev.cosmosblog.local.internal.engine.key.PartitionKeyValue;
import dev.cosmosblog.local.internal.engine.resource.Json;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** The ranges of keys that a query has to visit. */
final class QueryRanges {
  private QueryRanges() {}

  /**
   * A point for each key to which the query is pinned; the first point if no key can match; else
   * everything.
   */
  static ArrayNode of(PartitionKeyKind kind, Optional<List<List<JsonNode>>> pinned) {
    ArrayNode ranges = Json.array();
    if (pinned.isEmpty()) {
      add(ranges, EffectivePartitionKey.MIN, EffectivePartitionKey.MAX, false);
      return ranges;
    }
    TreeSet<String> points = new TreeSet<>();
    pinned.get().forEach(v -> points.add(EffectivePartitionKey.of(kind, new PartitionKeyValue(v))));
    if (points.isEmpty()) {
      points.add(EffectivePartitionKey.MIN);
    }
    points.forEach(point -> add(ranges, point, point, true));
    return ranges;
  }

  private static void add(ArrayNode ranges, String min, String max, boolean maxInclusive) {
    ranges
        .addObject()
        .put("min", min)
        .put("max", max)
        .put("isMinInclusive", true)
        .put("isMaxInclusive", maxInclusive);
  }
}
