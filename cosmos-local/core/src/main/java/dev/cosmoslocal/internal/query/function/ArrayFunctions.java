package dev.cosmoslocal.internal.query.function;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.query.parse.AggregateKind;
import dev.cosmoslocal.internal.query.value.ValueOrder;
import dev.cosmoslocal.internal.query.value.Values;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map.Entry;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.function.BiPredicate;

/**
 * Functions of arrays, also as sets (Microsoft: "Array functions", "SetIntersect" and the like).
 * The set functions keep the order of their first argument, SETINTERSECT that of its second
 * (Microsoft: "SetIntersect", unorderedIntersect).
 */
final class ArrayFunctions {
  /** The bytes of an array's element. */
  private static final int REFERENCE = 8;

  /** The bytes of a set's entry. */
  private static final int ENTRY = 64;

  private ArrayFunctions() {}

  static void register(BuiltInFunctions functions) {
    functions.add("ARRAY_CONCAT", 2, Integer.MAX_VALUE, ArrayFunctions::concat);
    functions.add("ARRAY_CONTAINS", 2, 3, ArrayFunctions::contains);
    functions.add("ARRAY_CONTAINS_ALL", 2, Integer.MAX_VALUE, a -> containsEach(a, false));
    functions.add("ARRAY_CONTAINS_ANY", 2, Integer.MAX_VALUE, a -> containsEach(a, true));
    functions.add("ARRAY_LENGTH", 1, ArrayFunctions::length);
    functions.add("ARRAY_SLICE", 2, 3, ArrayFunctions::slice);
    functions.add("ARRAY_MEDIAN", 1, ArrayFunctions::median);
    aggregate(functions, "ARRAY_AVG", AggregateKind.AVG);
    aggregate(functions, "ARRAY_MAX", AggregateKind.MAX);
    aggregate(functions, "ARRAY_MIN", AggregateKind.MIN);
    aggregate(functions, "ARRAY_SUM", AggregateKind.SUM);
    functions.add("CHOOSE", 2, Integer.MAX_VALUE, ArrayFunctions::choose);
    functions.add("SETDIFFERENCE", 2, a -> setFilter(a, (set, value) -> !set.contains(value)));
    functions.add("SETINTERSECT", 2, a -> setFilter(swapped(a), TreeSet::contains));
    functions.add("SETUNION", 2, ArrayFunctions::setUnion);
    functions.add("SETEQUAL", 2, ArrayFunctions::setEqual);
  }

  private static void aggregate(BuiltInFunctions functions, String name, AggregateKind kind) {
    functions.add(
        name,
        1,
        arguments -> {
          Accumulator accumulator = Accumulator.of(kind);
          arguments[0].forEach(accumulator::add);
          return arguments[0].isArray() ? accumulator.result() : Values.UNDEFINED;
        });
  }

  private static JsonNode concat(JsonNode[] arguments) {
    if (!Arguments.allArrays(arguments)) {
      return Values.UNDEFINED;
    }
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    for (JsonNode argument : arguments) {
      Budget.current().allocate((long) REFERENCE * argument.size());
      argument.forEach(array::add);
    }
    return array;
  }

  private static JsonNode contains(JsonNode[] arguments) {
    if (arguments.length == 3 && !arguments[2].isBoolean()) {
      return Values.UNDEFINED;
    }
    boolean partial = arguments.length == 3 && arguments[2].booleanValue();
    return contains(arguments[0], arguments[1], partial);
  }

  private static JsonNode contains(JsonNode array, JsonNode wanted, boolean partial) {
    if (!array.isArray() || wanted.isMissingNode()) {
      return Values.UNDEFINED;
    }
    Budget budget = Budget.current();
    for (JsonNode element : array) {
      budget.step();
      if (partial ? matches(element, wanted) : Values.equal(element, wanted)) {
        return BooleanNode.TRUE;
      }
    }
    return BooleanNode.FALSE;
  }

  /** Whether an element contains a part: all its properties, or an equal value. */
  private static boolean matches(JsonNode element, JsonNode part) {
    if (!element.isObject() || !part.isObject()) {
      return Values.equal(element, part);
    }
    for (Entry<String, JsonNode> property : part.properties()) {
      if (!matches(element.path(property.getKey()), property.getValue())) {
        return false;
      }
    }
    return true;
  }

  private static JsonNode containsEach(JsonNode[] arguments, boolean any) {
    return Arguments.testEach(arguments, any, wanted -> contains(arguments[0], wanted, false));
  }

  private static JsonNode length(JsonNode[] arguments) {
    return arguments[0].isArray() ? Values.number((long) arguments[0].size()) : Values.UNDEFINED;
  }

  /** Returns a part of an array. A negative start counts from the end. */
  private static JsonNode slice(JsonNode[] arguments) {
    boolean bounded = arguments.length == 3;
    if (!arguments[0].isArray()
        || !arguments[1].isNumber()
        || (bounded && !arguments[2].isNumber())) {
      return Values.UNDEFINED;
    }
    int size = arguments[0].size();
    int start = Arguments.position(arguments[1]);
    int from = start < 0 ? Math.max(0, size + start) : Math.min(size, start);
    long to = bounded ? (long) from + Arguments.position(arguments[2]) : size;
    Budget.current().allocate((long) REFERENCE * Math.max(0, Math.min(size, to) - from));
    ArrayNode slice = JsonNodeFactory.instance.arrayNode();
    for (int i = from; i < Math.min(size, to); i++) {
      slice.add(arguments[0].get(i));
    }
    return slice;
  }

  private static JsonNode median(JsonNode[] arguments) {
    Budget.current().allocate((long) ENTRY * arguments[0].size());
    List<Double> numbers = new ArrayList<>();
    for (JsonNode element : arguments[0]) {
      if (!element.isNumber()) {
        return Values.UNDEFINED;
      }
      numbers.add(element.doubleValue());
    }
    if (!arguments[0].isArray() || numbers.isEmpty()) {
      return Values.UNDEFINED;
    }
    Collections.sort(numbers);
    int middle = numbers.size() / 2;
    return Values.number(
        numbers.size() % 2 == 1
            ? numbers.get(middle)
            : (numbers.get(middle - 1) + numbers.get(middle)) / 2);
  }

  /** Returns the argument with the given number. The first choice has number 1. */
  private static JsonNode choose(JsonNode[] arguments) {
    OptionalLong number = Arguments.whole(arguments[0]);
    boolean there =
        number.isPresent() && number.getAsLong() >= 1 && number.getAsLong() < arguments.length;
    return there ? arguments[(int) number.getAsLong()] : Values.UNDEFINED;
  }

  private static TreeSet<JsonNode> set(JsonNode array) {
    Budget.current().allocate((long) ENTRY * array.size());
    TreeSet<JsonNode> set = new TreeSet<>(ValueOrder.INSTANCE);
    array.forEach(set::add);
    return set;
  }

  private static JsonNode[] swapped(JsonNode[] arguments) {
    return new JsonNode[] {arguments[1], arguments[0]};
  }

  private static JsonNode setFilter(
      JsonNode[] arguments, BiPredicate<TreeSet<JsonNode>, JsonNode> kept) {
    if (!Arguments.allArrays(arguments)) {
      return Values.UNDEFINED;
    }
    TreeSet<JsonNode> other = set(arguments[1]);
    Budget.current().allocate((long) ENTRY * arguments[0].size());
    TreeSet<JsonNode> seen = new TreeSet<>(ValueOrder.INSTANCE);
    ArrayNode result = JsonNodeFactory.instance.arrayNode();
    for (JsonNode value : arguments[0]) {
      if (kept.test(other, value) && seen.add(value)) {
        result.add(value);
      }
    }
    return result;
  }

  private static JsonNode setUnion(JsonNode[] arguments) {
    if (!Arguments.allArrays(arguments)) {
      return Values.UNDEFINED;
    }
    TreeSet<JsonNode> seen = new TreeSet<>(ValueOrder.INSTANCE);
    ArrayNode result = JsonNodeFactory.instance.arrayNode();
    for (JsonNode array : arguments) {
      Budget.current().allocate((long) ENTRY * array.size());
      for (JsonNode value : array) {
        if (seen.add(value)) {
          result.add(value);
        }
      }
    }
    return result;
  }

  private static JsonNode setEqual(JsonNode[] arguments) {
    if (!Arguments.allArrays(arguments)) {
      return Values.UNDEFINED;
    }
    TreeSet<JsonNode> left = set(arguments[0]);
    TreeSet<JsonNode> right = set(arguments[1]);
    return Values.bool(left.size() == right.size() && left.containsAll(right));
  }
}
