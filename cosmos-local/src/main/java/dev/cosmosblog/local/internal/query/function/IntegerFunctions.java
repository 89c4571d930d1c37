package dev.cosmosblog.local.internal.query.function;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.value.Values;
import java.util.OptionalLong;
import java.util.function.LongBinaryOperator;

/**
 * Functions of 64-bit integers, which overflow by wrapping around (Microsoft: "IntAdd" and the
 * like). A fraction makes the result undefined, as a division by zero does.
 */
final class IntegerFunctions {

  private IntegerFunctions() {}

  static void register(BuiltInFunctions functions) {
    binary(functions, "INTADD", (a, b) -> a + b);
    binary(functions, "INTSUB", (a, b) -> a - b);
    binary(functions, "INTMUL", (a, b) -> a * b);
    binary(functions, "INTBITAND", (a, b) -> a & b);
    binary(functions, "INTBITOR", (a, b) -> a | b);
    binary(functions, "INTBITXOR", (a, b) -> a ^ b);
    binary(functions, "INTBITLEFTSHIFT", (a, b) -> a << b);
    binary(functions, "INTBITRIGHTSHIFT", (a, b) -> a >> b);
    divide(functions, "INTDIV", (a, b) -> a / b);
    divide(functions, "INTMOD", (a, b) -> a % b);
    functions.add("INTBITNOT", 1, IntegerFunctions::not);
  }

  private static void binary(BuiltInFunctions functions, String name, LongBinaryOperator function) {
    functions.add(name, 2, arguments -> apply(arguments, function));
  }

  private static void divide(BuiltInFunctions functions, String name, LongBinaryOperator function) {
    functions.add(
        name,
        2,
        arguments ->
            arguments[1].doubleValue() == 0 ? Values.UNDEFINED : apply(arguments, function));
  }

  private static JsonNode apply(JsonNode[] arguments, LongBinaryOperator function) {
    OptionalLong left = Arguments.whole(arguments[0]);
    OptionalLong right = Arguments.whole(arguments[1]);
    return left.isPresent() && right.isPresent()
        ? Values.number(function.applyAsLong(left.getAsLong(), right.getAsLong()))
        : Values.UNDEFINED;
  }

  private static JsonNode not(JsonNode[] arguments) {
    OptionalLong value = Arguments.whole(arguments[0]);
    return value.isPresent() ? Values.number(~value.getAsLong()) : Values.UNDEFINED;
  }
}
