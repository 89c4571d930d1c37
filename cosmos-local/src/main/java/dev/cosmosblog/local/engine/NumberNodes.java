package dev.cosmosblog.local.engine;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NumericNode;
import com.fasterxml.jackson.databind.node.ValueNode;
import java.math.BigInteger;

/**
 * Numbers as the service has them: integers of 64 bits are read back as they were written (azure-sdk-for-js issue
 * 13645), longer ones become IEEE 754 doubles, and what no double can hold is refused.
 */
final class NumberNodes extends JsonNodeFactory {
  static final NumberNodes INSTANCE = new NumberNodes();

  private static final long serialVersionUID = 1L;

  @Override
  public NumericNode numberNode(double value) {
    return super.numberNode(finite(value));
  }

  @Override
  public ValueNode numberNode(BigInteger value) {
    return numberNode(value.doubleValue());
  }

  /** Refuses what JSON has no number for. */
  static double finite(double value) {
    if (!Double.isFinite(value)) {
      throw EngineException.badRequest(
          "The input content is invalid: a number is out of the range of a 64-bit floating-point number.");
    }
    return value;
  }
}
