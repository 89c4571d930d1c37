package dev.cosmosblog.local.query;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * {@code =} and {@code !=}: values of different types are unequal, undefined makes it undefined.
 */
record EqualityValue(Evaluator left, Evaluator right, boolean equal) implements Evaluator {

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
