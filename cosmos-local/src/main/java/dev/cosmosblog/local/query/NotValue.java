package dev.cosmosblog.local.query;

import com.fasterxml.jackson.databind.JsonNode;

/** NOT: of anything but a boolean, undefined. */
record NotValue(Evaluator operand) implements Evaluator {

  @Override
  public JsonNode evaluate(JsonNode[] frame) {
    JsonNode value = operand.evaluate(frame);
    return value.isBoolean() ? Values.bool(!value.booleanValue()) : Values.UNDEFINED;
  }
}
