package dev.cosmosblog.local.internal.query.function;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.value.ValueOrder;
import dev.cosmosblog.local.internal.query.value.Values;

/**
 * MIN and MAX over values of any scalar type, in the order of ORDER BY. Undefined values are left
 * out; an array or object makes the result undefined, and so the whole (MinMaxAggregator of
 * azure-cosmos-dotnet-v3).
 */
public final class ExtremeAccumulator implements Accumulator {

  private final int sign;
  private JsonNode extreme = Values.UNDEFINED;
  private boolean undefined;

  public ExtremeAccumulator(int sign) {
    this.sign = sign;
  }

  @Override
  public void add(JsonNode value) {
    if (value.isMissingNode()) {
      return;
    }
    undefined |= value.isContainerNode();
    if (extreme.isMissingNode() || sign * ValueOrder.INSTANCE.compare(value, extreme) > 0) {
      extreme = value;
    }
  }

  @Override
  public JsonNode result() {
    return undefined ? Values.UNDEFINED : extreme;
  }
}
