package dev.cosmoslocal.internal.engine.resource;

import com.fasterxml.jackson.databind.node.NumericNode;
import dev.cosmoslocal.internal.json.JsonNumbers;

/** Creates nodes for numbers in one form, and refuses those that no double can represent. */
public final class NumberNodes extends JsonNumbers {
  public static final NumberNodes INSTANCE = new NumberNodes();

  private static final long serialVersionUID = 1L;

  private NumberNodes() {}

  @Override
  public NumericNode numberNode(double value) {
    if (!Double.isFinite(value)) {
      throw EngineException.badRequest(
          "The input content is invalid: a number is out of the range of a 64-bit floating-point"
              + " number.");
    }
    return super.numberNode(value);
  }
}
