package dev.cosmosblog.local.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.parse.BinaryOperator;

/** An arithmetic or bitwise operator between two operands. */
public record ArithmeticValue(BinaryOperator operator, Evaluator left, Evaluator right)
    implements Evaluator {

  @Override
  public JsonNode evaluate(JsonNode[] frame) {
    return Arithmetic.apply(operator, left.evaluate(frame), right.evaluate(frame));
  }
}
