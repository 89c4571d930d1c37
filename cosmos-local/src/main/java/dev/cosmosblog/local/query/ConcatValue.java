package dev.cosmosblog.local.query;

import com.fasterxml.jackson.databind.JsonNode;

/** {@code ||}: two strings joined. */
record ConcatValue(Evaluator left, Evaluator right) implements Evaluator {

  @Override
  public JsonNode evaluate(JsonNode[] frame) {
    JsonNode a = left.evaluate(frame);
    JsonNode b = right.evaluate(frame);
    return a.isTextual() && b.isTextual()
        ? Values.text(a.textValue() + b.textValue())
        : Values.UNDEFINED;
  }
}
