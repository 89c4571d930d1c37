package dev.cosmosblog.local.internal.query.compile;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.eval.ConstantValue;
import dev.cosmosblog.local.internal.query.eval.EqualityValue;
import dev.cosmosblog.local.internal.query.eval.Evaluator;
import dev.cosmosblog.local.internal.query.eval.InConstants;
import dev.cosmosblog.local.internal.query.eval.MemberValue;
import dev.cosmosblog.local.internal.query.eval.OrderingValue;
import dev.cosmosblog.local.internal.query.eval.SlotValue;
import dev.cosmosblog.local.internal.query.source.PathPredicate;
import dev.cosmosblog.local.internal.query.value.Values;
import java.util.ArrayList;
import java.util.List;

/** Compiles path predicates to tests of the item in slot 0, as an index would make them. */
public final class PathPredicateCompiler {

  private PathPredicateCompiler() {}

  public static Evaluator compile(PathPredicate predicate) {
    Evaluator value = new SlotValue(0);
    for (String name : predicate.path()) {
      value = new MemberValue(value, name);
    }
    Evaluator constant = new ConstantValue(predicate.value());
    return switch (predicate.comparison()) {
      case EQUAL -> new EqualityValue(value, constant, true);
      case IN -> in(value, predicate.value());
      case STARTS_WITH -> new StartsWithValue(value, predicate.value());
      case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL ->
          new OrderingValue(predicate.comparison(), value, constant);
    };
  }

  private static Evaluator in(Evaluator value, JsonNode options) {
    List<JsonNode> constants = new ArrayList<>();
    options.forEach(constants::add);
    return InConstants.of(value, constants);
  }

  /** A string's beginning, case counting. */
  private record StartsWithValue(Evaluator value, JsonNode prefix) implements Evaluator {

    @Override
    public JsonNode evaluate(JsonNode[] frame) {
      JsonNode text = value.evaluate(frame);
      return text.isTextual() && prefix.isTextual()
          ? Values.bool(text.textValue().startsWith(prefix.textValue()))
          : Values.UNDEFINED;
    }
  }
}
