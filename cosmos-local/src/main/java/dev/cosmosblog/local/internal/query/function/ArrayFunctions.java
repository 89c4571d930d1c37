package dev.cosmosblog.local.internal.query.function;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.cosmosblog.local.internal.query.parse.AggregateKind;
import dev.cosmosblog.local.internal.query.value.Values;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map.Entry;
import java.util.OptionalLong;

/** Functions of arrays (Microsoft: "Array functions"). */
final class ArrayFunctions {

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
    for (JsonNode element : array) {
      if (partial ? matches(element, wanted) : Values.equal(element, wanted)) {
        return BooleanNode.TRUE;
      }
    }
    return BooleanNode.FALSE;
  }

  /** Whether an object has at least the properties of another. */
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

  /** A negative start counts from the end. */
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
    ArrayNode slice = JsonNodeFactory.instance.arrayNode();
    for (int i = from; i < Math.min(size, to); i++) {
      slice.add(arguments[0].get(i));
    }
    return slice;
  }

  private static JsonNode median(JsonNode[] arguments) {
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

  /** The first choice has number 1. */
  private static JsonNode choose(JsonNode[] arguments) {
    OptionalLong number = Arguments.whole(arguments[0]);
    boolean there =
        number.isPresent() && number.getAsLong() >= 1 && number.getAsLong() < arguments.length;
    return there ? arguments[(int) number.getAsLong()] : Values.UNDEFINED;
  }
}
