package dev.cosmosblog.local.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.value.Values;

/** NOT: of anything but a boolean, undefined. */
public record NotValue(Evaluator operand) implements Evaluator {

  @Override
  public JsonNode evaluate(JsonNode[] frame) {
    JsonNode value = operand.evaluate(frame);
    return value.isBoolean() ? Values.bool(!value.booleanValue()) : Values.UNDEFINED;
  }
}
