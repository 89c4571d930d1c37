package dev.cosmosblog.local.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.value.Values;

/**
 * {@code =} and {@code !=}: values of different types are unequal, undefined makes it undefined.
 */
public record EqualityValue(Evaluator left, Evaluator right, boolean equal) implements Evaluator {

  @Override
  public JsonNode evaluate(JsonNode[] frame) {
    JsonNode a = left.evaluate(frame);
    JsonNode b = right.evaluate(frame);
    if (a.isMissingNode() || b.isMissingNode()) {
      return Values.UNDEFINED;
    }
    return Values.bool(Values.equal(a, b) == equal);
  }
}
