package dev.cosmosblog.local.query;

import com.fasterxml.jackson.databind.JsonNode;

/** {@code ??}: the right side if the left is undefined; null stays. */
record CoalesceValue(Evaluator left, Evaluator right) implements Evaluator {

  @Override
  public JsonNode evaluate(JsonNode[] frame) {
    JsonNode value = left.evaluate(frame);
    return value.isMissingNode() ? right.evaluate(frame) : value;
  }
}
