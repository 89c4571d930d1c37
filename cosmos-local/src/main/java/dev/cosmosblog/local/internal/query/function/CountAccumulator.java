package dev.cosmosblog.local.internal.query.function;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.value.Values;
import java.util.function.Predicate;

/** COUNT and COUNTIF: the number of values that count. */
final class CountAccumulator implements Accumulator {

  private final Predicate<JsonNode> counts;
  private long count;

  CountAccumulator(Predicate<JsonNode> counts) {
    this.counts = counts;
  }

  @Override
  public void add(JsonNode value) {
    if (counts.test(value)) {
      count++;
    }
  }

  @Override
  public JsonNode result() {
    return Values.number(count);
  }
}
