package dev.cosmosblog.local.internal.query.function;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.parse.AggregateKind;
import dev.cosmosblog.local.internal.query.value.ValueOrder;
import dev.cosmosblog.local.internal.query.value.Values;
import java.util.TreeSet;

/** The state of an aggregate over the rows of a group. */
public interface Accumulator {

  void add(JsonNode value);

  JsonNode result();

  static Accumulator of(AggregateKind kind) {
    return switch (kind) {
      case COUNT -> new CountAccumulator(value -> !value.isMissingNode());
      case COUNTIF -> new CountAccumulator(Values::isTrue);
      case SUM -> new SumAccumulator(false);
      case AVG -> new SumAccumulator(true);
      case MIN -> new ExtremeAccumulator(-1);
      case MAX -> new ExtremeAccumulator(1);
      case MAKELIST -> new ListAccumulator(value -> true);
      case MAKESET -> new ListAccumulator(new TreeSet<JsonNode>(ValueOrder.INSTANCE)::add);
    };
  }
}
