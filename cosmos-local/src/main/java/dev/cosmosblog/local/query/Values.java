package dev.cosmosblog.local.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.cosmosblog.local.json.JsonNumbers;

/** What the language says of values: equality, truth, numbers. */
final class Values {

  static final JsonNode UNDEFINED = MissingNode.getInstance();

  private Values() {}

  static boolean isUndefined(JsonNode value) {
    return value.isMissingNode();
  }

  static boolean isTrue(JsonNode value) {
    return value.isBoolean() && value.booleanValue();
  }

  static JsonNode bool(boolean value) {
    return BooleanNode.valueOf(value);
  }

  static JsonNode text(String value) {
    return TextNode.valueOf(value);
  }

  /**
   * A number of the language, an IEEE double. It may be NaN or infinite as long as it is not part
   * of a row: JSON has neither, and then the query fails.
   */
  static JsonNode number(double value) {
    return JsonNumbers.INSTANCE.numberNode(value);
  }

  /** A number in its shortest form: whole numbers without a fraction. */
  static JsonNode number(JsonNode value) {
    return value.isFloatingPointNumber() ? number(value.doubleValue()) : value;
  }

  static JsonNode number(long value) {
    return value == (int) value ? IntNode.valueOf((int) value) : LongNode.valueOf(value);
  }

  /** The number with the other sign; of anything but a number, undefined. */
  static JsonNode negate(JsonNode value) {
    return value.isNumber() ? number(-value.doubleValue()) : UNDEFINED;
  }

  /** Deep equality; numbers are equal as doubles, properties have no order. */
  static boolean equal(JsonNode left, JsonNode right) {
    if (left.isTextual() && right.isTextual()) {
      return left.textValue().equals(right.textValue());
    }
    return ValueOrder.INSTANCE.compare(left, right) == 0;
  }
}
