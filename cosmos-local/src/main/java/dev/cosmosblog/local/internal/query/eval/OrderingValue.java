package dev.cosmosblog.local.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.source.Comparison;
import dev.cosmosblog.local.internal.query.value.ValueOrder;
import dev.cosmosblog.local.internal.query.value.Values;

/** The comparisons by order: undefined unless both sides are scalars of one type. */
public record OrderingValue(Comparison comparison, Evaluator left, Evaluator right)
    implements Evaluator {

  @Override
  public JsonNode evaluate(JsonNode[] frame) {
    JsonNode a = left.evaluate(frame);
    JsonNode b = right.evaluate(frame);
    return compare(comparison, a, b);
  }

  static JsonNode compare(Comparison comparison, JsonNode left, JsonNode right) {
    boolean comparable = left.getNodeType() == right.getNodeType() && left.isValueNode();
    if (!comparable || left.isMissingNode()) {
      return Values.UNDEFINED;
    }
    int order = ValueOrder.INSTANCE.compare(left, right);
    return Values.bool(
        switch (comparison) {
          case LESS -> order < 0;
          case LESS_OR_EQUAL -> order <= 0;
          case GREATER -> order > 0;
          case GREATER_OR_EQUAL -> order >= 0;
          case EQUAL, IN, STARTS_WITH ->
              throw new IllegalArgumentException("Not by order: " + comparison);
        });
  }
}
