package dev.cosmosblog.local.internal.engine.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.internal.engine.resource.EngineException;
import dev.cosmosblog.local.internal.engine.resource.NumberNodes;

/** Adds to a number; a property that does not exist is set to the value. */
record PatchIncrement(PatchPath path, JsonNode value) implements PatchStep {
  PatchIncrement {
    if (!value.isNumber()) {
      throw EngineException.badRequest("The patch operation incr needs a number.");
    }
  }

  @Override
  public void apply(ObjectNode item) {
    JsonNode old = path.value(item);
    if (!old.isMissingNode() && !old.isNumber()) {
      throw EngineException.badRequest("The patch path " + path + " does not hold a number.");
    }
    path.put(item, old.isMissingNode() ? value : sum(old));
  }

  private JsonNode sum(JsonNode old) {
    double sum = old.doubleValue() + value.doubleValue();
    boolean whole = old.canConvertToLong() && value.canConvertToLong() && Math.abs(sum) < 1L << 53;
    return whole && old.isIntegralNumber() && value.isIntegralNumber()
        ? NumberNodes.INSTANCE.numberNode(old.longValue() + value.longValue())
        : NumberNodes.INSTANCE.numberNode(sum);
  }
}
