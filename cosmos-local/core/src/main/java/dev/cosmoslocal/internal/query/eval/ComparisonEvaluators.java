package dev.cosmoslocal.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import dev.cosmoslocal.internal.query.source.Comparison;
import dev.cosmoslocal.internal.query.value.ValueOrder;
import dev.cosmoslocal.internal.query.value.Values;
import java.util.List;
import java.util.TreeSet;

/** Evaluators of equality, order, IN, LIKE and prefixes. */
public final class ComparisonEvaluators {

  private ComparisonEvaluators() {}

  /**
   * {@code =} and {@code !=}. Values of different types are unequal; the result is undefined if an
   * operand is.
   */
  public record Equality(Evaluator left, Evaluator right, boolean equal) implements Evaluator {

    @Override
    public JsonNode evaluate(JsonNode[] frame) {
      JsonNode a = left.evaluate(frame);
      JsonNode b = right.evaluate(frame);
      if (a.isMissingNode() || b.isMissingNode()) {
        return Values.UNDEFINED;
      }
      return Values.bool(Values.equal(a, b) == equal);
    }
  }

  /** The comparisons by order; undefined unless both operands are scalars of one type. */
  public record Ordering(Comparison comparison, Evaluator left, Evaluator right)
      implements Evaluator {

    @Override
    public JsonNode evaluate(JsonNode[] frame) {
      JsonNode a = left.evaluate(frame);
      JsonNode b = right.evaluate(frame);
      return compare(comparison, a, b);
    }

    private static JsonNode compare(Comparison comparison, JsonNode left, JsonNode right) {
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
                throw new IllegalArgumentException("Not a comparison by order: " + comparison);
          });
    }
  }

  /** IN with an option that is not constant: equivalent to equalities joined by OR. */
  public record InEvaluator(Evaluator value, Evaluator[] options) implements Evaluator {

    @Override
    public JsonNode evaluate(JsonNode[] frame) {
      JsonNode wanted = value.evaluate(frame);
      if (wanted.isMissingNode()) {
        return Values.UNDEFINED;
      }
      boolean undefined = false;
      for (Evaluator option : options) {
        JsonNode candidate = option.evaluate(frame);
        undefined |= candidate.isMissingNode();
        if (!candidate.isMissingNode() && Values.equal(wanted, candidate)) {
          return BooleanNode.TRUE;
        }
      }
      return undefined ? Values.UNDEFINED : BooleanNode.FALSE;
    }
  }

  /** IN with constant options. A set, as there may be thousands. */
  public record InConstants(Evaluator value, TreeSet<JsonNode> options) implements Evaluator {

    public static InConstants of(Evaluator value, List<JsonNode> options) {
      TreeSet<JsonNode> sorted = new TreeSet<>(ValueOrder.INSTANCE);
      sorted.addAll(options);
      return new InConstants(value, sorted);
    }

    @Override
    public JsonNode evaluate(JsonNode[] frame) {
      JsonNode wanted = value.evaluate(frame);
      return wanted.isMissingNode() ? Values.UNDEFINED : Values.bool(options.contains(wanted));
    }
  }

  /** LIKE with a pattern that differs between rows. */
  public record LikeEvaluator(Evaluator value, Evaluator pattern, Evaluator escape)
      implements Evaluator {

    @Override
    public JsonNode evaluate(JsonNode[] frame) {
      JsonNode text = value.evaluate(frame);
      JsonNode like = pattern.evaluate(frame);
      if (!text.isTextual() || !like.isTextual()) {
        return Values.UNDEFINED;
      }
      LikePattern compiled = LikePattern.compile(like.textValue(), escape.evaluate(frame));
      return Values.bool(compiled.matches(text.textValue()));
    }
  }

  /** LIKE with a constant pattern. */
  public record LikeConstant(Evaluator value, LikePattern pattern) implements Evaluator {

    @Override
    public JsonNode evaluate(JsonNode[] frame) {
      JsonNode text = value.evaluate(frame);
      return text.isTextual() ? Values.bool(pattern.matches(text.textValue())) : Values.UNDEFINED;
    }
  }

  /** A string's constant prefix, case-sensitive. */
  public record StartsWith(Evaluator value, JsonNode prefix) implements Evaluator {

    @Override
    public JsonNode evaluate(JsonNode[] frame) {
      JsonNode text = value.evaluate(frame);
      return text.isTextual() && prefix.isTextual()
          ? Values.bool(text.textValue().startsWith(prefix.textValue()))
          : Values.UNDEFINED;
    }
  }
}
