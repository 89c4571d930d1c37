package dev.cosmosblog.local.internal.query.parse;

import java.util.List;

/** What a SELECT makes of a row. */
public sealed interface Projection {

  /** {@code *}. */
  record All(Span span) implements Projection {}

  /** {@code VALUE expression}. */
  record Value(Expression expression) implements Projection {}

  /** A list of expressions, each with the name of its property. */
  record Properties(List<Expression.Field> fields) implements Projection {}
}
