package dev.cosmoslocal.internal.query.value;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.cosmoslocal.internal.json.JsonNumbers;

/** Constants and operations of the language on single values: equality, truth, numbers. */
public final class Values {

  public static final JsonNode UNDEFINED = MissingNode.getInstance();

  private Values() {}

  public static boolean isUndefined(JsonNode value) {
    return value.isMissingNode();
  }

  public static boolean isTrue(JsonNode value) {
    return value.isBoolean() && value.booleanValue();
  }

  public static JsonNode bool(boolean value) {
    return BooleanNode.valueOf(value);
  }

  public static JsonNode text(String value) {
    return TextNode.valueOf(value);
  }

  /**
   * A number of the language, an IEEE double. NaN and infinity are valid as intermediate results.
   * In a row, they fail the query, as JSON has neither.
   */
  public static JsonNode number(double value) {
    return JsonNumbers.INSTANCE.numberNode(value);
  }

  /** The number in its shortest form: whole numbers have no fraction. */
  public static JsonNode number(JsonNode value) {
    return value.isFloatingPointNumber() ? number(value.doubleValue()) : value;
  }

  public static JsonNode number(long value) {
    return value == (int) value ? IntNode.valueOf((int) value) : LongNode.valueOf(value);
  }

  /** The number with the opposite sign; undefined for any other value. */
  public static JsonNode negate(JsonNode value) {
    if (value.isIntegralNumber()
        && value.canConvertToLong()
        && value.longValue() != Long.MIN_VALUE) {
      return number(-value.longValue());
    }
    return value.isNumber() ? number(-value.doubleValue()) : UNDEFINED;
  }

  /** Deep equality. Numbers are compared as doubles; the order of properties is irrelevant. */
  public static boolean equal(JsonNode left, JsonNode right) {
    if (left.isTextual() && right.isTextual()) {
      return left.textValue().equals(right.textValue());
    }
    return ValueOrder.INSTANCE.compare(left, right) == 0;
  }
}
