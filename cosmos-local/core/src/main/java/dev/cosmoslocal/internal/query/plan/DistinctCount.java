package dev.cosmoslocal.internal.query.plan;

import dev.cosmoslocal.internal.query.parse.AggregateKind;
import dev.cosmoslocal.internal.query.parse.Expression;
import dev.cosmoslocal.internal.query.parse.Select;
import dev.cosmoslocal.internal.query.value.Values;
import java.util.List;
import java.util.Optional;

/** Recognizes {@code SELECT [VALUE] COUNT(1) FROM (SELECT DISTINCT …)}. */
final class DistinctCount {

  private DistinctCount() {}

  /** The count with its alias; without one, the field's name is empty. */
  static Optional<Expression.Field> of(Select select, Select rows) {
    boolean plain =
        select.from().size() == 1
            && !select.from().get(0).iterated()
            && select.where() == null
            && select.top() == null
            && select.window() == null
            && select.groupBy().isEmpty();
    boolean distinct =
        rows.distinct()
            && rows.groupBy().isEmpty()
            && !rows.projection().hasAggregate()
            && rows.from().stream().allMatch(DistinctCount::isPath);
    return plain && distinct
        ? count(select.projection()).filter(c -> countsRows(c.value(), select.from().get(0)))
        : Optional.empty();
  }

  private static boolean isPath(Select.Input input) {
    return input.source() instanceof Select.Path;
  }

  private static Optional<Expression.Field> count(Select.Projection projection) {
    if (projection instanceof Select.SingleValue value) {
      return Optional.of(new Expression.Field("", value.expression()));
    }
    List<Expression.Field> fields =
        projection instanceof Select.Properties properties ? properties.fields() : List.of();
    return fields.size() == 1
        ? Optional.of(fields.get(0))
            .map(f -> f.name().equals("$1") ? new Expression.Field("", f.value()) : f)
        : Optional.empty();
  }

  private static boolean countsRows(Expression expression, Select.Input rows) {
    if (!(expression instanceof Expression.Aggregate aggregate)
        || aggregate.kind() != AggregateKind.COUNT) {
      return false;
    }
    return aggregate.argument() instanceof Expression.Variable variable
        ? variable.name().equals(rows.alias())
        : aggregate.argument() instanceof Expression.Literal literal
            && !Values.isUndefined(literal.value());
  }
}
