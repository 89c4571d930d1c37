package dev.cosmoslocal.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.query.parse.BinaryOperator;
import dev.cosmoslocal.internal.query.parse.UnaryOperator;
import dev.cosmoslocal.internal.query.value.Values;

/** Evaluators of the arithmetic, bitwise, string, logical and conditional operators. */
public final class OperatorEvaluators {

  private OperatorEvaluators() {}

  /**
   * An arithmetic or bitwise operator with two operands. Arithmetic uses doubles, bitwise operators
   * use 32-bit integers. The result is undefined unless both operands are numbers.
   */
  public record Arithmetic(BinaryOperator operator, Evaluator left, Evaluator right)
      implements Evaluator {

    @Override
    public JsonNode evaluate(JsonNode[] frame) {
      return apply(operator, left.evaluate(frame), right.evaluate(frame));
    }

    private static JsonNode apply(BinaryOperator operator, JsonNode left, JsonNode right) {
      if (!left.isNumber() || !right.isNumber()) {
        return Values.UNDEFINED;
      }
      double a = left.doubleValue();
      double b = right.doubleValue();
      return switch (operator) {
        case ADD -> Values.number(a + b);
        case SUBTRACT -> Values.number(a - b);
        case MULTIPLY -> Values.number(a * b);
        case DIVIDE -> Values.number(a / b);
        case MODULO -> Values.number(a % b);
        default -> bitwise(operator, a, b);
      };
    }

    private static JsonNode bitwise(BinaryOperator operator, double left, double right) {
      int a = (int) (long) left;
      int b = (int) (long) right;
      return switch (operator) {
        case BIT_AND -> Values.number(a & b);
        case BIT_OR -> Values.number(a | b);
        case BIT_XOR -> Values.number(a ^ b);
        case SHIFT_LEFT -> Values.number(a << b);
        case SHIFT_RIGHT -> Values.number(a >> b);
        case SHIFT_RIGHT_UNSIGNED -> Values.number(Integer.toUnsignedLong(a >>> b));
        default -> throw new IllegalArgumentException("Not an arithmetic operator: " + operator);
      };
    }
  }

  /** A sign or {@code ~}; undefined unless the operand is a number. */
  public record Sign(UnaryOperator operator, Evaluator operand) implements Evaluator {

    @Override
    public JsonNode evaluate(JsonNode[] frame) {
      JsonNode value = operand.evaluate(frame);
      return switch (operator) {
        case MINUS -> Values.negate(value);
        case PLUS -> value.isNumber() ? value : Values.UNDEFINED;
        case COMPLEMENT -> complement(value);
        case NOT -> throw new IllegalArgumentException("Not a sign: " + operator);
      };
    }

    private static JsonNode complement(JsonNode value) {
      return value.isNumber() ? Values.number(~(int) (long) value.doubleValue()) : Values.UNDEFINED;
    }
  }

  /** {@code ||}: two strings joined. */
  public record Concat(Evaluator left, Evaluator right) implements Evaluator {

    @Override
    public JsonNode evaluate(JsonNode[] frame) {
      JsonNode a = left.evaluate(frame);
      JsonNode b = right.evaluate(frame);
      if (!a.isTextual() || !b.isTextual()) {
        return Values.UNDEFINED;
      }
      Budget.current().allocateText((long) a.textValue().length() + b.textValue().length());
      return Values.text(a.textValue() + b.textValue());
    }
  }

  /**
   * AND and OR of true, false and undefined (Microsoft: "Logical operators"). The absorbing value
   * wins over undefined, and undefined over the other value. A term that is not a boolean counts as
   * undefined.
   */
  public record LogicEvaluator(boolean absorbing, Evaluator[] terms) implements Evaluator {

    @Override
    public JsonNode evaluate(JsonNode[] frame) {
      boolean undefined = false;
      for (Evaluator term : terms) {
        JsonNode value = term.evaluate(frame);
        if (!value.isBoolean()) {
          undefined = true;
        } else if (value.booleanValue() == absorbing) {
          return value;
        }
      }
      return undefined ? Values.UNDEFINED : Values.bool(!absorbing);
    }
  }

  /** NOT; undefined unless the operand is a boolean. */
  public record Not(Evaluator operand) implements Evaluator {

    @Override
    public JsonNode evaluate(JsonNode[] frame) {
      JsonNode value = operand.evaluate(frame);
      return value.isBoolean() ? Values.bool(!value.booleanValue()) : Values.UNDEFINED;
    }
  }

  /** {@code ??}: the right operand if the left one is undefined. A left null stays null. */
  public record Coalesce(Evaluator left, Evaluator right) implements Evaluator {

    @Override
    public JsonNode evaluate(JsonNode[] frame) {
      JsonNode value = left.evaluate(frame);
      return value.isMissingNode() ? right.evaluate(frame) : value;
    }
  }

  /** {@code ? :}: any condition other than true selects the last operand. */
  public record ConditionalEvaluator(Evaluator condition, Evaluator whenTrue, Evaluator otherwise)
      implements Evaluator {

    @Override
    public JsonNode evaluate(JsonNode[] frame) {
      return Values.isTrue(condition.evaluate(frame))
          ? whenTrue.evaluate(frame)
          : otherwise.evaluate(frame);
    }
  }
}
