package dev.cosmosblog.local.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.value.Values;

/**
 * AND and OR over true, false and undefined (Microsoft: "Logical operators"): the absorbing value
 * decides, then undefined does. What is not a boolean counts as undefined.
 */
public record LogicValue(boolean absorbing, Evaluator[] terms) implements Evaluator {

  @Override
  public JsonNode evaluate(JsonNode[] frame) {
    boolean undefined = false;
    for (Evaluator term : terms) {
      JsonNode value = term.evaluate(frame);
      if (!value.isBoolean()) {
        undefined = true;
      } else if (value.booleanValue() == absorbing) {
        return value;
      }
    }
    return undefined ? Values.UNDEFINED : Values.bool(!absorbing);
  }
}
