package dev.cosmosblog.local.internal.query.parse;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A SELECT as it was written.
 *
 * @param distinct whether DISTINCT stands before the projection
 * @param top the TOP count, a literal or a parameter
 * @param projection what a row gives
 * @param from the inputs, none if there is no FROM
 * @param where the filter
 * @param groupBy the grouping expressions
 * @param orderBy the sort terms
 * @param window OFFSET and LIMIT
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

  /** One term of an ORDER BY. */
  public record SortTerm(Expression expression, boolean descending) {}

  /** OFFSET and LIMIT, each a literal or a parameter. */
  public record Window(Expression offset, Expression limit) {}

  public Select withFrom(List<Input> inputs) {
    return new Select(distinct, top, projection, inputs, where, groupBy, orderBy, window);
  }

  public Select withWindow(@Nullable Window rows) {
    return new Select(distinct, top, projection, from, where, groupBy, orderBy, rows);
  }
}
