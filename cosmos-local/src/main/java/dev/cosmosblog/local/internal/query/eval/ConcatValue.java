package dev.cosmosblog.local.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.value.Values;

/** {@code ||}: two strings joined. */
public record ConcatValue(Evaluator left, Evaluator right) implements Evaluator {

  @Override
  public JsonNode evaluate(JsonNode[] frame) {
    JsonNode a = left.evaluate(frame);
    JsonNode b = right.evaluate(frame);
    return a.isTextual() && b.isTextual()
        ? Values.text(a.textValue() + b.textValue())
        : Values.UNDEFINED;
  }
}
