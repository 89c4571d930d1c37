package dev.cosmosblog.local.query;

import com.fasterxml.jackson.databind.JsonNode;

/** {@code ? :}: anything but true chooses the last operand. */
record ConditionalValue(Evaluator condition, Evaluator whenTrue, Evaluator otherwise)
    implements Evaluator {

  @Override
  public JsonNode evaluate(JsonNode[] frame) {
    return Values.isTrue(condition.evaluate(frame))
        ? whenTrue.evaluate(frame)
        : otherwise.evaluate(frame);
  }
}
