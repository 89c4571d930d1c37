package dev.cosmoslocal.internal.query.compile;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.query.eval.CallEvaluators;
import dev.cosmoslocal.internal.query.eval.ComparisonEvaluators;
import dev.cosmoslocal.internal.query.eval.CompiledSelect;
import dev.cosmoslocal.internal.query.eval.Evaluator;
import dev.cosmoslocal.internal.query.eval.LikePattern;
import dev.cosmoslocal.internal.query.eval.OperatorEvaluators;
import dev.cosmoslocal.internal.query.eval.ValueEvaluators;
import dev.cosmoslocal.internal.query.parse.BinaryOperator;
import dev.cosmoslocal.internal.query.parse.Expression;
import dev.cosmoslocal.internal.query.parse.QueryException;
import dev.cosmoslocal.internal.query.parse.QueryPrinter;
import dev.cosmoslocal.internal.query.parse.UnaryOperator;
import dev.cosmoslocal.internal.query.source.Comparison;
import dev.cosmoslocal.internal.query.value.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Compiles expressions to evaluators. The values of the query's parameters become constants. */
final class ExpressionCompiler {

  private final AliasScope scope;
  private final QueryEnvironment environment;

  /** Collects the aggregates; null where aggregates are not valid. */
  private final @Nullable List<CompiledSelect.CompiledAggregate> aggregates;

  /** The slots of grouping expressions, by their text. */
  private final Map<String, Integer> keys;

  /**
   * @param aggregates collects the aggregates of the expression; null if aggregates are not valid
   * @param keys the slots of grouping expressions, by their text
   */
  ExpressionCompiler(
      AliasScope scope,
      QueryEnvironment environment,
      @Nullable List<CompiledSelect.CompiledAggregate> aggregates,
      Map<String, Integer> keys) {
    this.scope = scope;
    this.environment = environment;
    this.aggregates = aggregates;
    this.keys = keys;
  }

  Evaluator compile(Expression expression) {
    Integer key = keys.isEmpty() ? null : keys.get(QueryPrinter.print(expression));
    if (key != null) {
      return new ValueEvaluators.Slot(key);
    }
    if (expression instanceof Expression.Literal literal) {
      return new ValueEvaluators.Constant(literal.value());
    }
    if (expression instanceof Expression.Parameter parameter) {
      return new ValueEvaluators.Constant(environment.value(parameter));
    }
    if (expression instanceof Expression.Variable variable) {
      return variable(variable);
    }
    if (expression instanceof Expression.Member member) {
      return new ValueEvaluators.MemberEvaluator(compile(member.base()), member.name());
    }
    if (expression instanceof Expression.Element element) {
      return new ValueEvaluators.ElementEvaluator(
          compile(element.base()), compile(element.index()));
    }
    if (expression instanceof Expression.Aggregate aggregate) {
      return aggregate(aggregate);
    }
    if (expression instanceof Expression.Call call) {
      return call(call);
    }
    if (expression instanceof Expression.UserCall call) {
      return new CallEvaluators.UserCallEvaluator(
          environment.userFunctions().find(call.name()), all(call.arguments()));
    }
    if (expression instanceof Expression.Subquery subquery) {
      CompiledSelect select = SelectCompiler.nested(subquery.select(), scope, environment);
      return new CallEvaluators.SubqueryEvaluator(select, subquery.kind());
    }
    return operation(expression);
  }

  private Evaluator operation(Expression expression) {
    if (expression instanceof Expression.Unary unary) {
      Evaluator operand = compile(unary.operand());
      return unary.operator() == UnaryOperator.NOT
          ? new OperatorEvaluators.Not(operand)
          : new OperatorEvaluators.Sign(unary.operator(), operand);
    }
    if (expression instanceof Expression.Binary binary) {
      return binary(binary);
    }
    if (expression instanceof Expression.Logic logic) {
      return new OperatorEvaluators.LogicEvaluator(
          logic.operator() == BinaryOperator.OR, all(logic.terms()));
    }
    if (expression instanceof Expression.Conditional conditional) {
      return new OperatorEvaluators.ConditionalEvaluator(
          compile(conditional.condition()),
          compile(conditional.whenTrue()),
          compile(conditional.otherwise()));
    }
    if (expression instanceof Expression.In in) {
      return negated(in.negated(), in(in));
    }
    if (expression instanceof Expression.Between between) {
      return negated(between.negated(), between(between));
    }
    if (expression instanceof Expression.Like like) {
      return negated(like.negated(), like(like));
    }
    return literal(expression);
  }

  private Evaluator literal(Expression expression) {
    if (expression instanceof Expression.ArrayLiteral array) {
      return new ValueEvaluators.NewArray(all(array.elements()));
    }
    List<Expression.Field> fields = ((Expression.ObjectLiteral) expression).fields();
    return object(fields);
  }

  Evaluator object(List<Expression.Field> fields) {
    return new ValueEvaluators.NewObject(
        fields.stream().map(Expression.Field::name).toArray(String[]::new),
        all(fields.stream().map(Expression.Field::value).toList()));
  }

  private Evaluator[] all(List<Expression> expressions) {
    return expressions.stream().map(this::compile).toArray(Evaluator[]::new);
  }

  private static Evaluator negated(boolean negated, Evaluator evaluator) {
    return negated ? new OperatorEvaluators.Not(evaluator) : evaluator;
  }

  private Evaluator variable(Expression.Variable variable) {
    return new ValueEvaluators.Slot(
        scope
            .find(variable.name())
            .orElseThrow(
                () ->
                    variable
                        .span()
                        .error(
                            "SC2001",
                            "Identifier '" + variable.name() + "' could not be resolved.")));
  }

  private Evaluator aggregate(Expression.Aggregate aggregate) {
    if (aggregates == null) {
      throw QueryException.badRequest(
          "The aggregate " + aggregate.kind() + " is only valid in the select list.");
    }
    // An aggregate's argument cannot contain another aggregate.
    Evaluator argument =
        new ExpressionCompiler(scope, environment, null, Map.of()).compile(aggregate.argument());
    CompiledSelect.CompiledAggregate column =
        new CompiledSelect.CompiledAggregate(aggregate.kind(), argument, scope.newSlot());
    aggregates.add(column);
    return new ValueEvaluators.Slot(column.slot());
  }

  private Evaluator binary(Expression.Binary binary) {
    Evaluator left = compile(binary.left());
    Evaluator right = compile(binary.right());
    return switch (binary.operator()) {
      case EQUAL -> new ComparisonEvaluators.Equality(left, right, true);
      case NOT_EQUAL -> new ComparisonEvaluators.Equality(left, right, false);
      case LESS -> new ComparisonEvaluators.Ordering(Comparison.LESS, left, right);
      case LESS_OR_EQUAL ->
          new ComparisonEvaluators.Ordering(Comparison.LESS_OR_EQUAL, left, right);
      case GREATER -> new ComparisonEvaluators.Ordering(Comparison.GREATER, left, right);
      case GREATER_OR_EQUAL ->
          new ComparisonEvaluators.Ordering(Comparison.GREATER_OR_EQUAL, left, right);
      case CONCAT -> new OperatorEvaluators.Concat(left, right);
      case COALESCE -> new OperatorEvaluators.Coalesce(left, right);
      default -> new OperatorEvaluators.Arithmetic(binary.operator(), left, right);
    };
  }

  private Evaluator in(Expression.In in) {
    Evaluator value = compile(in.value());
    List<JsonNode> constants = new ArrayList<>();
    for (Expression option : in.options()) {
      environment.constant(option).filter(c -> !c.isMissingNode()).ifPresent(constants::add);
    }
    return constants.size() == in.options().size()
        ? ComparisonEvaluators.InConstants.of(value, constants)
        : new ComparisonEvaluators.InEvaluator(value, all(in.options()));
  }

  private Evaluator between(Expression.Between between) {
    Evaluator value = compile(between.value());
    Evaluator low = compile(between.low());
    Evaluator high = compile(between.high());
    return new OperatorEvaluators.LogicEvaluator(
        false,
        new Evaluator[] {
          new ComparisonEvaluators.Ordering(Comparison.GREATER_OR_EQUAL, value, low),
          new ComparisonEvaluators.Ordering(Comparison.LESS_OR_EQUAL, value, high)
        });
  }

  private Evaluator like(Expression.Like like) {
    Evaluator value = compile(like.value());
    Expression escape =
        like.escape() == null ? new Expression.Literal(Values.UNDEFINED) : like.escape();
    Optional<JsonNode> pattern = environment.constant(like.pattern()).filter(JsonNode::isTextual);
    Optional<JsonNode> constantEscape = environment.constant(escape);
    if (pattern.isPresent() && constantEscape.isPresent()) {
      return new ComparisonEvaluators.LikeConstant(
          value, LikePattern.compile(pattern.get().textValue(), constantEscape.get()));
    }
    return new ComparisonEvaluators.LikeEvaluator(value, compile(like.pattern()), compile(escape));
  }

  private Evaluator call(Expression.Call call) {
    Optional<JsonNode> value = environment.functions().value(call, environment.start());
    return value.isPresent()
        ? new ValueEvaluators.Constant(value.get())
        : new CallEvaluators.BuiltInCall(environment.functions().find(call), all(call.arguments()));
  }
}
