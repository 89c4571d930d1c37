package dev.cosmosblog.local.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.function.BuiltInFunction;

/** A call of a built-in function. */
public record CallValue(BuiltInFunction function, Evaluator[] arguments) implements Evaluator {

  @Override
  public JsonNode evaluate(JsonNode[] frame) {
    JsonNode[] values = new JsonNode[arguments.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = arguments[i].evaluate(frame);
    }
    return function.apply(values);
  }
}
