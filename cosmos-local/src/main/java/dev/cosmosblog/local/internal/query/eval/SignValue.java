package dev.cosmosblog.local.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.parse.UnaryOperator;
import dev.cosmosblog.local.internal.query.value.Values;

/** An arithmetic or bitwise operator before its operand. */
public record SignValue(UnaryOperator operator, Evaluator operand) implements Evaluator {

  @Override
  public JsonNode evaluate(JsonNode[] frame) {
    JsonNode value = operand.evaluate(frame);
    return switch (operator) {
      case MINUS -> Values.negate(value);
      case PLUS -> value.isNumber() ? value : Values.UNDEFINED;
      case COMPLEMENT -> Arithmetic.complement(value);
      case NOT -> throw new IllegalArgumentException("Not a sign: " + operator);
    };
  }
}
