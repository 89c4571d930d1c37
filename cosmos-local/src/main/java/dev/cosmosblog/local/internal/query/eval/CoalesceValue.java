package dev.cosmosblog.local.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;

/** {@code ??}: the right side if the left is undefined; null stays. */
public record CoalesceValue(Evaluator left, Evaluator right) implements Evaluator {

  @Override
  public JsonNode evaluate(JsonNode[] frame) {
    JsonNode value = left.evaluate(frame);
    return value.isMissingNode() ? right.evaluate(frame) : value;
  }
}
