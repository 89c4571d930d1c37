package dev.cosmosblog.local.internal.query.parse;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A scalar expression as it was written. */
public sealed interface Expression {

  /** A constant. */
  record Literal(JsonNode value) implements Expression {}

  /** {@code @name}. */
  record Parameter(String name, Span span) implements Expression {}

  /** An alias that a FROM clause binds. */
  record Variable(String name, Span span) implements Expression {}

  /** {@code base.name} or {@code base["name"]}. */
  record Member(Expression base, String name) implements Expression {}

  /** {@code base[index]} with an index that is not a constant string. */
  record Element(Expression base, Expression index) implements Expression {}

  /** An operator before its operand. */
  record Unary(UnaryOperator operator, Expression operand) implements Expression {}

  /** An operator between its operands. */
  record Binary(BinaryOperator operator, Expression left, Expression right) implements Expression {}

  /** AND or OR between two terms or more. */
  record Logic(BinaryOperator operator, List<Expression> terms) implements Expression {}

  /** {@code condition ? whenTrue : otherwise}. */
  record Conditional(Expression condition, Expression whenTrue, Expression otherwise)
      implements Expression {}

  /** {@code value [NOT] IN (…)}. */
  record In(Expression value, List<Expression> options, boolean negated) implements Expression {}

  /** {@code value [NOT] BETWEEN low AND high}. */
  record Between(Expression value, Expression low, Expression high, boolean negated)
      implements Expression {}

  /** {@code value [NOT] LIKE pattern [ESCAPE escape]}. */
  record Like(Expression value, Expression pattern, @Nullable Expression escape, boolean negated)
      implements Expression {}

  /** A call of a built-in function, its name in upper case. */
  record Call(String name, List<Expression> arguments, Span span) implements Expression {}

  /** {@code udf.name(…)}. */
  record UserCall(String name, List<Expression> arguments) implements Expression {}

  /** An aggregate over the rows of the query. */
  record Aggregate(AggregateKind kind, Expression argument) implements Expression {}

  /** {@code {"name": value, …}}. */
  record ObjectLiteral(List<Field> fields) implements Expression {}

  /** {@code [value, …]}. */
  record ArrayLiteral(List<Expression> elements) implements Expression {}

  /** A query that stands for a value, for whether it has rows, or for an array of its rows. */
  record Subquery(Select select, SubqueryKind kind) implements Expression {}

  /** A name with its value. */
  record Field(String name, Expression value) {}
}
