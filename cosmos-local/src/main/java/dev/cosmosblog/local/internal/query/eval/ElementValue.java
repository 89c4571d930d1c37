package dev.cosmosblog.local.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.value.Values;

/** An element of an array by its position, or a property of an object by its name. */
public record ElementValue(Evaluator base, Evaluator index) implements Evaluator {

  @Override
  public JsonNode evaluate(JsonNode[] frame) {
    JsonNode container = base.evaluate(frame);
    JsonNode at = index.evaluate(frame);
    if (at.isTextual()) {
      return container.path(at.textValue());
    }
    double position = at.doubleValue();
    boolean whole = at.isNumber() && position == (int) position;
    return whole && container.isArray() ? container.path((int) position) : Values.UNDEFINED;
  }
}
