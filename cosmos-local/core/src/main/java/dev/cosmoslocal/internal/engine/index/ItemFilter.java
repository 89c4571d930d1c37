package dev.cosmoslocal.internal.engine.index;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.engine.item.BytePattern;
import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.query.source.PathPredicate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Skips items that can't match a query's predicates without parsing them: stored JSON has no white
 * space, so {@code "type":"post"} is a part of it or not. Items that pass may still not match.
 */
public final class ItemFilter {
  /** Each group stands for a predicate: one of its patterns must be found. */
  private final List<List<BytePattern>> groups = new ArrayList<>();

  /** Predicates on paths without an index skip no item, as in the service. */
  public ItemFilter(List<PathPredicate> predicates, IndexingPolicy indexing) {
    for (PathPredicate predicate : predicates) {
      List<String> path = predicate.path();
      if (!Item.SYSTEM_PROPERTIES.contains(path.get(0)) && indexing.indexed(path)) {
        group(predicate, path.get(path.size() - 1));
      }
    }
  }

  public boolean mayMatch(Item item) {
    for (List<BytePattern> group : groups) {
      if (group.stream().noneMatch(item::holds)) {
        return false;
      }
    }
    return true;
  }

  private void group(PathPredicate predicate, String name) {
    JsonNode value = predicate.value();
    switch (predicate.comparison()) {
      case EQUAL -> add(name, List.of(value), 0);
      case IN -> {
        List<JsonNode> values = new ArrayList<>();
        value.forEach(values::add);
        add(name, values, 0);
      }
      case STARTS_WITH -> add(name, List.of(value), 1);
      default -> {
        // The order of values is not that of their bytes.
      }
    }
  }

  private void add(String name, List<JsonNode> values, int cut) {
    // A number can be written in several ways, and an object's properties in any order.
    if (values.stream().allMatch(v -> v.isTextual() || v.isBoolean() || v.isNull())) {
      groups.add(values.stream().map(value -> pattern(name, value, cut)).toList());
    }
  }

  private static BytePattern pattern(String name, JsonNode value, int cut) {
    byte[] object = Json.bytes(Json.object().set(name, value));
    return new BytePattern(Arrays.copyOfRange(object, 1, object.length - 1 - cut));
  }
}
