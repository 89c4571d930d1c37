package dev.cosmosblog.local.internal.query.function;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.cosmosblog.local.internal.query.value.ValueOrder;
import dev.cosmosblog.local.internal.query.value.Values;
import java.util.TreeSet;
import java.util.function.BiPredicate;

/**
 * Functions of arrays as sets (Microsoft: "SetIntersect" and the like), in the order of the first.
 */
final class SetFunctions {

  private SetFunctions() {}

  static void register(BuiltInFunctions functions) {
    functions.add("SETDIFFERENCE", 2, a -> filter(a, (set, value) -> !set.contains(value)));
    functions.add("SETINTERSECT", 2, a -> filter(a, TreeSet::contains));
    functions.add("SETUNION", 2, SetFunctions::union);
    functions.add("SETEQUAL", 2, SetFunctions::equal);
  }

  private static TreeSet<JsonNode> set(JsonNode array) {
    TreeSet<JsonNode> set = new TreeSet<>(ValueOrder.INSTANCE);
    array.forEach(set::add);
    return set;
  }

  private static JsonNode filter(
      JsonNode[] arguments, BiPredicate<TreeSet<JsonNode>, JsonNode> kept) {
    if (!Arguments.allArrays(arguments)) {
      return Values.UNDEFINED;
    }
    TreeSet<JsonNode> other = set(arguments[1]);
    TreeSet<JsonNode> seen = new TreeSet<>(ValueOrder.INSTANCE);
    ArrayNode result = JsonNodeFactory.instance.arrayNode();
    for (JsonNode value : arguments[0]) {
      if (kept.test(other, value) && seen.add(value)) {
        result.add(value);
      }
    }
    return result;
  }

  private static JsonNode union(JsonNode[] arguments) {
    if (!Arguments.allArrays(arguments)) {
      return Values.UNDEFINED;
    }
    TreeSet<JsonNode> seen = new TreeSet<>(ValueOrder.INSTANCE);
    ArrayNode result = JsonNodeFactory.instance.arrayNode();
    for (JsonNode array : arguments) {
      for (JsonNode value : array) {
        if (seen.add(value)) {
          result.add(value);
        }
      }
    }
    return result;
  }

  private static JsonNode equal(JsonNode[] arguments) {
    if (!Arguments.allArrays(arguments)) {
      return Values.UNDEFINED;
    }
    TreeSet<JsonNode> left = set(arguments[0]);
    TreeSet<JsonNode> right = set(arguments[1]);
    return Values.bool(left.size() == right.size() && left.containsAll(right));
  }
}
