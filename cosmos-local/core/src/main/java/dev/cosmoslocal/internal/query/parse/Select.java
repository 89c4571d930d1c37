package dev.cosmoslocal.internal.query.parse;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The syntax tree of a SELECT.
 *
 * @param top the TOP count, a literal or a parameter
 * @param from the inputs; none without FROM
 */
public record Select(
    boolean distinct,
    @Nullable Expression top,
    Projection projection,
    List<Input> from,
    @Nullable Expression where,
    List<Expression> groupBy,
    List<SortTerm> orderBy,
    @Nullable Window window) {

  /** The select list: what the query returns for a row. */
  public sealed interface Projection {

    /** Whether an expression of the list contains an aggregate. */
    boolean hasAggregate();
  }

  /** {@code SELECT *}. */
  public record AllInputs(Span span) implements Projection {

    @Override
    public boolean hasAggregate() {
      return false;
    }
  }

  /** {@code SELECT VALUE expression}. */
  public record SingleValue(Expression expression) implements Projection {

    @Override
    public boolean hasAggregate() {
      return expression.hasAggregate();
    }
  }

  /** A list of expressions, each with the name of its property. */
  public record Properties(List<Expression.Field> fields) implements Projection {

    @Override
    public boolean hasAggregate() {
      return fields.stream().anyMatch(f -> f.value().hasAggregate());
    }
  }

  /**
   * One input of a FROM clause.
   *
   * @param aliased whether the query names the alias; otherwise it is the last name of the path
   * @param iterated whether it binds each element of the source, an array; otherwise it binds the
   *     source itself
   */
  public record Input(String alias, boolean aliased, Source source, boolean iterated) {}

  /** The origin of an input's values. */
  public sealed interface Source {}

  /** A path: the container or an earlier alias, followed by names and positions. */
  public record Path(Expression expression) implements Source {}

  /** The rows of a subquery. */
  public record Rows(Select select) implements Source {}

  /** One term of an ORDER BY. */
  public record SortTerm(Expression expression, boolean descending) {}

  /** OFFSET and LIMIT, each a literal or a parameter. */
  public record Window(Expression offset, Expression limit) {}

  /** Whether the query returns groups or aggregates rather than rows. */
  public boolean isGrouped() {
    return !groupBy.isEmpty() || projection.hasAggregate();
  }

  public Select withFrom(List<Input> inputs) {
    return new Select(distinct, top, projection, inputs, where, groupBy, orderBy, window);
  }

  public Select withWindow(@Nullable Window rows) {
    return new Select(distinct, top, projection, from, where, groupBy, orderBy, rows);
  }
}
