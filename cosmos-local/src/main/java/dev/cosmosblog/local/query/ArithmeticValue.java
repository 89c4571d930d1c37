package dev.cosmosblog.local.query;

import com.fasterxml.jackson.databind.JsonNode;

/** An arithmetic or bitwise operator between two operands. */
record ArithmeticValue(BinaryOperator operator, Evaluator left, Evaluator right)
    implements Evaluator {

  @Override
  public JsonNode evaluate(JsonNode[] frame) {
    return Arithmetic.apply(operator, left.evaluate(frame), right.evaluate(frame));
  }
}
