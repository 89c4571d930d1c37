package dev.cosmosblog.local.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.parse.BinaryOperator;
import dev.cosmosblog.local.internal.query.value.Values;

/**
 * The arithmetic and bitwise operators: doubles, and for the bitwise ones 32-bit integers. Anything
 * but a number makes the result undefined.
 */
final class Arithmetic {

  private Arithmetic() {}

  static JsonNode apply(BinaryOperator operator, JsonNode left, JsonNode right) {
    if (!left.isNumber() || !right.isNumber()) {
      return Values.UNDEFINED;
    }
    double a = left.doubleValue();
    double b = right.doubleValue();
    return switch (operator) {
      case ADD -> Values.number(a + b);
      case SUBTRACT -> Values.number(a - b);
      case MULTIPLY -> Values.number(a * b);
      case DIVIDE -> Values.number(a / b);
      case MODULO -> Values.number(a % b);
      default -> bitwise(operator, a, b);
    };
  }

  private static JsonNode bitwise(BinaryOperator operator, double left, double right) {
    int a = (int) (long) left;
    int b = (int) (long) right;
    return switch (operator) {
      case BIT_AND -> Values.number(a & b);
      case BIT_OR -> Values.number(a | b);
      case BIT_XOR -> Values.number(a ^ b);
      case SHIFT_LEFT -> Values.number(a << b);
      case SHIFT_RIGHT -> Values.number(a >> b);
      case SHIFT_RIGHT_UNSIGNED -> Values.number(Integer.toUnsignedLong(a >>> b));
      default -> throw new IllegalArgumentException("Not arithmetic: " + operator);
    };
  }

  static JsonNode complement(JsonNode value) {
    return value.isNumber() ? Values.number(~(int) (long) value.doubleValue()) : Values.UNDEFINED;
  }
}
