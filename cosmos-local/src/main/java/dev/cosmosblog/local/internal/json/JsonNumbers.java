package dev.cosmosblog.local.internal.json;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NumericNode;
import com.fasterxml.jackson.databind.node.ValueNode;
import java.math.BigInteger;

/**
 * Makes one node of each number, however it is written: 1.0, 1e0 and 1 are the integer 1, and -0.0
 * is 0. The service knows numbers by their values (Number64 of azure-cosmos-dotnet-v3), while nodes
 * of Jackson, and with them what the SDK for Java hashes, tell integers from doubles.
 */
public class JsonNumbers extends JsonNodeFactory {

  /** One for all. */
  public static final JsonNumbers INSTANCE = new JsonNumbers();

  private static final long serialVersionUID = 1L;

  /** Up to here each integer has a double of its own. */
  private static final double EXACT = 0x1p53;

  /** For those who refuse some numbers. */
  protected JsonNumbers() {}

  /** An integer where the number is one that no other double stands for, else the double. */
  @Override
  public NumericNode numberNode(double value) {
    if (value != Math.rint(value) || Math.abs(value) > EXACT) {
      return super.numberNode(value);
    }
    long whole = (long) value;
    return whole == (int) whole ? numberNode((int) whole) : super.numberNode(whole);
  }

  /** What has more than 64 bits is a double. */
  @Override
  public ValueNode numberNode(BigInteger value) {
    return numberNode(value.doubleValue());
  }
}
