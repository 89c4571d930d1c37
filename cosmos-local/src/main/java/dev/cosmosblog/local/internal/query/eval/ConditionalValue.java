package dev.cosmosblog.local.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.value.Values;

/** {@code ? :}: anything but true chooses the last operand. */
public record ConditionalValue(Evaluator condition, Evaluator whenTrue, Evaluator otherwise)
    implements Evaluator {

  @Override
  public JsonNode evaluate(JsonNode[] frame) {
    return Values.isTrue(condition.evaluate(frame))
        ? whenTrue.evaluate(frame)
        : otherwise.evaluate(frame);
  }
}
