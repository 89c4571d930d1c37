package dev.cosmoslocal.internal.query.function;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.query.value.Values;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/** Checks and converts the arguments of built-in functions. */
final class Arguments {

  private Arguments() {}

  static boolean allText(JsonNode... arguments) {
    for (JsonNode argument : arguments) {
      if (!argument.isTextual()) {
        return false;
      }
    }
    return true;
  }

  static boolean allNumbers(JsonNode... arguments) {
    for (JsonNode argument : arguments) {
      if (!argument.isNumber()) {
        return false;
      }
    }
    return true;
  }

  static boolean allArrays(JsonNode... arguments) {
    for (JsonNode argument : arguments) {
      if (!argument.isArray()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Tests each argument after the first and joins the results by OR or AND. As with the operators,
   * the absorbing value wins over undefined, and undefined over the other value.
   */
  static JsonNode testEach(JsonNode[] arguments, boolean absorbing, UnaryOperator<JsonNode> test) {
    boolean undefined = false;
    for (int i = 1; i < arguments.length; i++) {
      JsonNode result = test.apply(arguments[i]);
      if (result.isMissingNode()) {
        undefined = true;
      } else if (result.booleanValue() == absorbing) {
        return result;
      }
    }
    return undefined ? Values.UNDEFINED : Values.bool(!absorbing);
  }

  /** The argument as a 64-bit integer; empty if it has a fraction or is not a number. */
  static OptionalLong whole(JsonNode argument) {
    if (argument.isIntegralNumber() && argument.canConvertToLong()) {
      return OptionalLong.of(argument.longValue());
    }
    double value = argument.doubleValue();
    boolean whole =
        argument.isNumber() && value == Math.rint(value) && value >= -0x1p63 && value < 0x1p63;
    return whole ? OptionalLong.of((long) value) : OptionalLong.empty();
  }

  /** A count or position, limited to the range of an int, without its fraction. */
  static int position(JsonNode argument) {
    return (int) argument.doubleValue();
  }
}
