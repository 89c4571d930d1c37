package dev.cosmosblog.local.query;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * AND and OR over true, false and undefined (Microsoft: "Logical operators"): the absorbing value
 * decides, then undefined does. What is not a boolean counts as undefined.
 */
record LogicValue(boolean absorbing, Evaluator[] terms) implements Evaluator {

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
