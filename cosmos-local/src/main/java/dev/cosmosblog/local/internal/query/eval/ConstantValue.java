package dev.cosmosblog.local.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;

/** A constant. */
public record ConstantValue(JsonNode value) implements Evaluator {

  @Override
  public JsonNode evaluate(JsonNode[] frame) {
    return value;
  }
}
