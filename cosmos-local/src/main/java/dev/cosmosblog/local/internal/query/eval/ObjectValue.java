package dev.cosmosblog.local.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** An object made of fields; a field without a value is left out. */
public record ObjectValue(String[] names, Evaluator[] values) implements Evaluator {

  @Override
  public JsonNode evaluate(JsonNode[] frame) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    for (int i = 0; i < names.length; i++) {
      JsonNode value = values[i].evaluate(frame);
      if (!value.isMissingNode()) {
        object.set(names[i], value);
      }
    }
    return object;
  }
}
