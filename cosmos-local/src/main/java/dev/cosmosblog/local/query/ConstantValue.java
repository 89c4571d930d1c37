package dev.cosmosblog.local.query;

import com.fasterxml.jackson.databind.JsonNode;

/** A constant. */
record ConstantValue(JsonNode value) implements Evaluator {

  @Override
  public JsonNode evaluate(JsonNode[] frame) {
    return value;
  }
}
