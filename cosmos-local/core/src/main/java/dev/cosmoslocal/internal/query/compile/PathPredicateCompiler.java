package dev.cosmoslocal.internal.query.compile;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.query.eval.ComparisonEvaluators;
import dev.cosmoslocal.internal.query.eval.Evaluator;
import dev.cosmoslocal.internal.query.eval.ValueEvaluators;
import dev.cosmoslocal.internal.query.source.PathPredicate;
import java.util.ArrayList;
import java.util.List;

/** Compiles path predicates to tests of the item in slot 0, with the semantics of an index. */
public final class PathPredicateCompiler {

  private PathPredicateCompiler() {}

  public static Evaluator compile(PathPredicate predicate) {
    Evaluator value = new ValueEvaluators.Slot(0);
    for (String name : predicate.path()) {
      value = new ValueEvaluators.MemberEvaluator(value, name);
    }
    Evaluator constant = new ValueEvaluators.Constant(predicate.value());
    return switch (predicate.comparison()) {
      case EQUAL -> new ComparisonEvaluators.Equality(value, constant, true);
      case IN -> in(value, predicate.value());
      case STARTS_WITH -> new ComparisonEvaluators.StartsWith(value, predicate.value());
      case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL ->
          new ComparisonEvaluators.Ordering(predicate.comparison(), value, constant);
    };
  }

  private static Evaluator in(Evaluator value, JsonNode options) {
    List<JsonNode> constants = new ArrayList<>();
    options.forEach(constants::add);
    return ComparisonEvaluators.InConstants.of(value, constants);
  }
}
