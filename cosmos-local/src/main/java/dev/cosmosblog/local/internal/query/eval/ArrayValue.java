package dev.cosmosblog.local.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/** An array made of elements; an undefined element is left out. */
public record ArrayValue(Evaluator[] elements) implements Evaluator {

  @Override
  public JsonNode evaluate(JsonNode[] frame) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode(elements.length);
    for (Evaluator element : elements) {
      JsonNode value = element.evaluate(frame);
      if (!value.isMissingNode()) {
        array.add(value);
      }
    }
    return array;
  }
}
