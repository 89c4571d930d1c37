package dev.cosmosblog.local.internal.query.compile;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.eval.AggregateColumn;
import dev.cosmosblog.local.internal.query.eval.ArithmeticValue;
import dev.cosmosblog.local.internal.query.eval.ArrayValue;
import dev.cosmosblog.local.internal.query.eval.CallValue;
import dev.cosmosblog.local.internal.query.eval.CoalesceValue;
import dev.cosmosblog.local.internal.query.eval.CompiledSelect;
import dev.cosmosblog.local.internal.query.eval.ConcatValue;
import dev.cosmosblog.local.internal.query.eval.ConditionalValue;
import dev.cosmosblog.local.internal.query.eval.ConstantValue;
import dev.cosmosblog.local.internal.query.eval.ElementValue;
import dev.cosmosblog.local.internal.query.eval.EqualityValue;
import dev.cosmosblog.local.internal.query.eval.Evaluator;
import dev.cosmosblog.local.internal.query.eval.InConstants;
import dev.cosmosblog.local.internal.query.eval.InValue;
import dev.cosmosblog.local.internal.query.eval.LikePattern;
import dev.cosmosblog.local.internal.query.eval.LikeValue;
import dev.cosmosblog.local.internal.query.eval.LogicValue;
import dev.cosmosblog.local.internal.query.eval.MemberValue;
import dev.cosmosblog.local.internal.query.eval.NotValue;
import dev.cosmosblog.local.internal.query.eval.ObjectValue;
import dev.cosmosblog.local.internal.query.eval.OrderingValue;
import dev.cosmosblog.local.internal.query.eval.PatternValue;
import dev.cosmosblog.local.internal.query.eval.SignValue;
import dev.cosmosblog.local.internal.query.eval.SlotValue;
import dev.cosmosblog.local.internal.query.eval.SubqueryValue;
import dev.cosmosblog.local.internal.query.eval.UserCallValue;
import dev.cosmosblog.local.internal.query.parse.BinaryOperator;
import dev.cosmosblog.local.internal.query.parse.Expression;
import dev.cosmosblog.local.internal.query.parse.QueryException;
import dev.cosmosblog.local.internal.query.parse.UnaryOperator;
import dev.cosmosblog.local.internal.query.source.Comparison;
import dev.cosmosblog.local.internal.query.value.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Turns expressions into evaluators, with the values of a query's parameters built in. */
public final class ExpressionCompiler {

  private final AliasScope scope;
  private final QueryEnvironment environment;

  /** Where aggregates are collected, or null where none may stand. */
  private final @Nullable List<AggregateColumn> aggregates;

  /**
   * @param scope the aliases
   * @param environment parameters and functions
   * @param aggregates takes the aggregates of the expression; null if it may have none
   */
  public ExpressionCompiler(
      AliasScope scope, QueryEnvironment environment, @Nullable List<AggregateColumn> aggregates) {
    this.scope = scope;
    this.environment = environment;
    this.aggregates = aggregates;
  }

  public Evaluator compile(Expression expression) {
    if (expression instanceof Expression.Literal literal) {
      return new ConstantValue(literal.value());
    }
    if (expression instanceof Expression.Parameter parameter) {
      return new ConstantValue(environment.value(parameter));
    }
    if (expression instanceof Expression.Variable variable) {
      return variable(variable);
    }
    if (expression instanceof Expression.Member member) {
      return new MemberValue(compile(member.base()), member.name());
    }
    if (expression instanceof Expression.Element element) {
      return new ElementValue(compile(element.base()), compile(element.index()));
    }
    if (expression instanceof Expression.Aggregate aggregate) {
      return aggregate(aggregate);
    }
    if (expression instanceof Expression.Call call) {
      return call(call);
    }
    if (expression instanceof Expression.UserCall call) {
      return new UserCallValue(
          environment.userFunctions().find(call.name()), all(call.arguments()));
    }
    if (expression instanceof Expression.Subquery subquery) {
      CompiledSelect select = SelectCompiler.nested(subquery.select(), scope, environment);
      return new SubqueryValue(select, subquery.kind());
    }
    return operation(expression);
  }

  private Evaluator operation(Expression expression) {
    if (expression instanceof Expression.Unary unary) {
      Evaluator operand = compile(unary.operand());
      return unary.operator() == UnaryOperator.NOT
          ? new NotValue(operand)
          : new SignValue(unary.operator(), operand);
    }
    if (expression instanceof Expression.Binary binary) {
      return binary(binary);
    }
    if (expression instanceof Expression.Logic logic) {
      return new LogicValue(logic.operator() == BinaryOperator.OR, all(logic.terms()));
    }
    if (expression instanceof Expression.Conditional conditional) {
      return new ConditionalValue(
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
      return new ArrayValue(all(array.elements()));
    }
    List<Expression.Field> fields = ((Expression.ObjectLiteral) expression).fields();
    return object(fields);
  }

  Evaluator object(List<Expression.Field> fields) {
    return new ObjectValue(
        fields.stream().map(Expression.Field::name).toArray(String[]::new),
        all(fields.stream().map(Expression.Field::value).toList()));
  }

  private Evaluator[] all(List<Expression> expressions) {
    return expressions.stream().map(this::compile).toArray(Evaluator[]::new);
  }

  private static Evaluator negated(boolean negated, Evaluator evaluator) {
    return negated ? new NotValue(evaluator) : evaluator;
  }

  private Evaluator variable(Expression.Variable variable) {
    return new SlotValue(
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
          "The aggregate " + aggregate.kind() + " can't stand here: only in the select list.");
    }
    // An argument may hold neither an aggregate nor a subquery: the compiler for it takes none.
    Evaluator argument =
        new ExpressionCompiler(scope, environment, null).compile(aggregate.argument());
    AggregateColumn column = new AggregateColumn(aggregate.kind(), argument, scope.newSlot());
    aggregates.add(column);
    return new SlotValue(column.slot());
  }

  private Evaluator binary(Expression.Binary binary) {
    Evaluator left = compile(binary.left());
    Evaluator right = compile(binary.right());
    return switch (binary.operator()) {
      case EQUAL -> new EqualityValue(left, right, true);
      case NOT_EQUAL -> new EqualityValue(left, right, false);
      case LESS -> new OrderingValue(Comparison.LESS, left, right);
      case LESS_OR_EQUAL -> new OrderingValue(Comparison.LESS_OR_EQUAL, left, right);
      case GREATER -> new OrderingValue(Comparison.GREATER, left, right);
      case GREATER_OR_EQUAL -> new OrderingValue(Comparison.GREATER_OR_EQUAL, left, right);
      case CONCAT -> new ConcatValue(left, right);
      case COALESCE -> new CoalesceValue(left, right);
      default -> new ArithmeticValue(binary.operator(), left, right);
    };
  }

  private Evaluator in(Expression.In in) {
    Evaluator value = compile(in.value());
    List<JsonNode> constants = new ArrayList<>();
    for (Expression option : in.options()) {
      environment.constant(option).filter(c -> !c.isMissingNode()).ifPresent(constants::add);
    }
    return constants.size() == in.options().size()
        ? InConstants.of(value, constants)
        : new InValue(value, all(in.options()));
  }

  private Evaluator between(Expression.Between between) {
    Evaluator value = compile(between.value());
    Evaluator low = compile(between.low());
    Evaluator high = compile(between.high());
    return new LogicValue(
        false,
        new Evaluator[] {
          new OrderingValue(Comparison.GREATER_OR_EQUAL, value, low),
          new OrderingValue(Comparison.LESS_OR_EQUAL, value, high)
        });
  }

  private Evaluator like(Expression.Like like) {
    Evaluator value = compile(like.value());
    Expression escape =
        like.escape() == null ? new Expression.Literal(Values.UNDEFINED) : like.escape();
    Optional<JsonNode> pattern = environment.constant(like.pattern()).filter(JsonNode::isTextual);
    Optional<JsonNode> constantEscape = environment.constant(escape);
    if (pattern.isPresent() && constantEscape.isPresent()) {
      return new PatternValue(
          value, LikePattern.compile(pattern.get().textValue(), constantEscape.get()));
    }
    return new LikeValue(value, compile(like.pattern()), compile(escape));
  }

  private Evaluator call(Expression.Call call) {
    Optional<JsonNode> value = environment.functions().value(call, environment.start());
    return value.isPresent()
        ? new ConstantValue(value.get())
        : new CallValue(environment.functions().find(call), all(call.arguments()));
  }
}
