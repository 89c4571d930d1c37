package dev.cosmosblog.local.internal.query.compile;

import dev.cosmosblog.local.internal.query.parse.Children;
import dev.cosmosblog.local.internal.query.parse.Expression;
import dev.cosmosblog.local.internal.query.parse.Printer;
import dev.cosmosblog.local.internal.query.parse.Projection;
import dev.cosmosblog.local.internal.query.parse.QueryException;
import dev.cosmosblog.local.internal.query.parse.Select;
import dev.cosmosblog.local.internal.query.parse.Span;
import java.util.Set;
import java.util.stream.Collectors;

/** What a grouped SELECT may project: aggregates, constants and its grouping expressions. */
final class GroupedProjectionCheck {

  private final Set<String> keys;

  private GroupedProjectionCheck(Set<String> keys) {
    this.keys = keys;
  }

  /**
   * @throws QueryException if the projection uses what differs between the rows of a group
   */
  static void check(Select select) {
    Set<String> keys = select.groupBy().stream().map(Printer::print).collect(Collectors.toSet());
    GroupedProjectionCheck references = new GroupedProjectionCheck(keys);
    if (select.projection() instanceof Projection.Value value) {
      references.check(value.expression());
    } else if (select.projection() instanceof Projection.Properties properties) {
      properties.fields().forEach(f -> references.check(f.value()));
    } else {
      throw QueryException.badRequest("'SELECT *' is not valid with GROUP BY.");
    }
  }

  private void check(Expression expression) {
    String text = Printer.print(expression);
    if (keys.contains(text) || expression instanceof Expression.Aggregate) {
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
    Children.of(expression).forEach(this::check);
  }

  private static Span span(Expression expression) {
    Expression base = expression;
    while (base instanceof Expression.Member member) {
      base = member.base();
    }
    return base instanceof Expression.Variable variable ? variable.span() : new Span(0, 0);
  }
}
