package dev.cosmosblog.local.internal.query.function;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.value.Values;

/**
 * SUM and AVG. Undefined values are left out; a string, boolean, null, array or object makes the
 * result undefined (Microsoft: "SUM", "AVG"). The average of nothing is undefined, the sum is 0.
 */
public final class SumAccumulator implements Accumulator {

  private final boolean average;
  private double sum;
  private long count;
  private boolean undefined;

  public SumAccumulator(boolean average) {
    this.average = average;
  }

  @Override
  public void add(JsonNode value) {
    if (value.isNumber()) {
      sum += value.doubleValue();
      count++;
    } else if (!value.isMissingNode()) {
      undefined = true;
    }
  }

  @Override
  public JsonNode result() {
    if (undefined || (average && count == 0)) {
      return Values.UNDEFINED;
    }
    return Values.number(average ? sum / count : sum);
  }
}
