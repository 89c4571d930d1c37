package dev.cosmoslocal.internal.json;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NumericNode;
import com.fasterxml.jackson.databind.node.ValueNode;
import java.math.BigInteger;

/**
 * Creates the same node for a number however it is written: 1.0, 1e0 and 1 are the integer 1, and
 * -0.0 is 0. The service compares numbers by value (Number64 of azure-cosmos-dotnet-v3), while
 * Jackson's nodes, and with them the hashes of the SDK for Java, distinguish integers from doubles.
 */
public class JsonNumbers extends JsonNodeFactory {

  public static final JsonNumbers INSTANCE = new JsonNumbers();

  private static final long serialVersionUID = 1L;

  /** The limit up to which every integer has its own double. */
  private static final double EXACT = 0x1p53;

  /** For subclasses that refuse some numbers. */
  protected JsonNumbers() {}

  /** Returns an integer if no other double represents the number, otherwise a double. */
  @Override
  public NumericNode numberNode(double value) {
    if (value != Math.rint(value) || Math.abs(value) > EXACT) {
      return super.numberNode(value);
    }
    long whole = (long) value;
    return whole == (int) whole ? numberNode((int) whole) : super.numberNode(whole);
  }

  /** Returns a double for a number with more than 64 bits. */
  @Override
  public ValueNode numberNode(BigInteger value) {
    return numberNode(value.doubleValue());
  }
}
