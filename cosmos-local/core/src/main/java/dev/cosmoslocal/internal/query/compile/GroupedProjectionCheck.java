package dev.cosmoslocal.internal.query.compile;

import dev.cosmoslocal.internal.query.parse.Expression;
import dev.cosmoslocal.internal.query.parse.QueryException;
import dev.cosmoslocal.internal.query.parse.QueryPrinter;
import dev.cosmoslocal.internal.query.parse.Select;
import dev.cosmoslocal.internal.query.parse.Span;
import java.util.Set;
import java.util.stream.Collectors;

/** Checks that a grouped SELECT projects only aggregates, constants and grouping expressions. */
final class GroupedProjectionCheck {

  private final Set<String> keys;

  private GroupedProjectionCheck(Set<String> keys) {
    this.keys = keys;
  }

  /**
   * @throws QueryException if the projection uses a value that can differ between the rows of a
   *     group
   */
  static void check(Select select) {
    Set<String> keys =
        select.groupBy().stream().map(QueryPrinter::print).collect(Collectors.toSet());
    GroupedProjectionCheck check = new GroupedProjectionCheck(keys);
    if (select.projection() instanceof Select.SingleValue value) {
      check.check(value.expression());
    } else if (select.projection() instanceof Select.Properties properties) {
      properties.fields().forEach(f -> check.check(f.value()));
    } else {
      throw QueryException.badRequest("'SELECT *' is not valid with GROUP BY.");
    }
  }

  private void check(Expression expression) {
    String text = QueryPrinter.print(expression);
    if (keys.contains(text) || expression instanceof Expression.Aggregate) {
      return;
    }
    if (expression instanceof Expression.Member member
        && !(root(member) instanceof Expression.Variable)) {
      check(member.base());
      return;
    }
    if (expression instanceof Expression.Member member && isOfKey(member)) {
      return;
    }
    if (expression instanceof Expression.Variable || expression instanceof Expression.Member) {
      throw span(expression)
          .error(
              "SC2102",
              "Property reference '"
                  + text
                  + "' is invalid in the select list because it is not contained in either an"
                  + " aggregate function or the GROUP BY clause.");
    }
    expression.children().forEach(this::check);
  }

  private boolean isOfKey(Expression.Member member) {
    Expression base = member.base();
    while (base instanceof Expression.Member outer && !keys.contains(QueryPrinter.print(base))) {
      base = outer.base();
    }
    return keys.contains(QueryPrinter.print(base));
  }

  private static Expression root(Expression expression) {
    Expression base = expression;
    while (base instanceof Expression.Member member) {
      base = member.base();
    }
    return base;
  }

  private static Span span(Expression expression) {
    return root(expression) instanceof Expression.Variable variable ? variable.span() : Span.NONE;
  }
}
