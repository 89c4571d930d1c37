package dev.cosmosblog.local.internal.query.parse;

import java.util.List;
import java.util.stream.Stream;

/** The parts of expressions, to walk through them. */
public final class Children {

  private Children() {}

  /** The expressions directly in an expression; a subquery's are its own. */
  public static List<Expression> of(Expression expression) {
    if (expression instanceof Expression.Member member) {
      return List.of(member.base());
    }
    if (expression instanceof Expression.Element element) {
      return List.of(element.base(), element.index());
    }
    if (expression instanceof Expression.Aggregate aggregate) {
      return List.of(aggregate.argument());
    }
    if (expression instanceof Expression.Call call) {
      return call.arguments();
    }
    if (expression instanceof Expression.UserCall call) {
      return call.arguments();
    }
    if (expression instanceof Expression.ArrayLiteral array) {
      return array.elements();
    }
    if (expression instanceof Expression.ObjectLiteral object) {
      return object.fields().stream().map(Expression.Field::value).toList();
    }
    return operands(expression);
  }

  private static List<Expression> operands(Expression expression) {
    if (expression instanceof Expression.Unary unary) {
      return List.of(unary.operand());
    }
    if (expression instanceof Expression.Binary binary) {
      return List.of(binary.left(), binary.right());
    }
    if (expression instanceof Expression.Logic logic) {
      return logic.terms();
    }
    if (expression instanceof Expression.Conditional conditional) {
      return List.of(conditional.condition(), conditional.whenTrue(), conditional.otherwise());
    }
    if (expression instanceof Expression.Between between) {
      return List.of(between.value(), between.low(), between.high());
    }
    if (expression instanceof Expression.Like like) {
      return like.escape() == null
          ? List.of(like.value(), like.pattern())
          : List.of(like.value(), like.pattern(), like.escape());
    }
    if (expression instanceof Expression.In in) {
      return Stream.concat(Stream.of(in.value()), in.options().stream()).toList();
    }
    return List.of();
  }

  /** Whether an aggregate stands in an expression, not counting its subqueries. */
  public static boolean hasAggregate(Expression expression) {
    return expression instanceof Expression.Aggregate
        || of(expression).stream().anyMatch(Children::hasAggregate);
  }
}
