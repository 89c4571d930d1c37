package dev.cosmosblog.local.query;

import com.fasterxml.jackson.databind.JsonNode;

/** A call of a built-in function. */
record CallValue(BuiltIn function, Evaluator[] arguments) implements Evaluator {

  @Override
  public JsonNode evaluate(JsonNode[] frame) {
    JsonNode[] values = new JsonNode[arguments.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = arguments[i].evaluate(frame);
    }
    return function.apply(values);
  }
}
