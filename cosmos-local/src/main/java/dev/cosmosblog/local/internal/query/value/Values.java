package dev.cosmosblog.local.internal.query.value;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.cosmosblog.local.internal.json.JsonNumbers;

/** What the language says of values: equality, truth, numbers. */
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
   * A number of the language, an IEEE double. It may be NaN or infinite as long as it is not part
   * of a row: JSON has neither, and then the query fails.
   */
  public static JsonNode number(double value) {
    return JsonNumbers.INSTANCE.numberNode(value);
  }

  /** A number in its shortest form: whole numbers without a fraction. */
  public static JsonNode number(JsonNode value) {
    return value.isFloatingPointNumber() ? number(value.doubleValue()) : value;
  }

  public static JsonNode number(long value) {
    return value == (int) value ? IntNode.valueOf((int) value) : LongNode.valueOf(value);
  }

  /** The number with the other sign; of anything but a number, undefined. */
  public static JsonNode negate(JsonNode value) {
    return value.isNumber() ? number(-value.doubleValue()) : UNDEFINED;
  }

  /** Deep equality; numbers are equal as doubles, properties have no order. */
  public static boolean equal(JsonNode left, JsonNode right) {
    if (left.isTextual() && right.isTextual()) {
      return left.textValue().equals(right.textValue());
    }
    return ValueOrder.INSTANCE.compare(left, right) == 0;
  }
}
