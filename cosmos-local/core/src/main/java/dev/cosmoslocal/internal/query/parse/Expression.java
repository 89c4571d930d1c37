package dev.cosmoslocal.internal.query.parse;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The syntax tree of a scalar expression. */
public sealed interface Expression {

  /** The operands, not including those inside a subquery. */
  default List<Expression> children() {
    return List.of();
  }

  /** Whether the expression contains an aggregate, not including those inside a subquery. */
  default boolean hasAggregate() {
    return children().stream().anyMatch(Expression::hasAggregate);
  }

  /** A constant. */
  record Literal(JsonNode value) implements Expression {}

  /** {@code @name}. */
  record Parameter(String name, Span span) implements Expression {}

  /** An alias that a FROM clause binds. */
  record Variable(String name, Span span) implements Expression {}

  /** {@code base.name} or {@code base["name"]}. */
  record Member(Expression base, String name) implements Expression {

    @Override
    public List<Expression> children() {
      return List.of(base);
    }
  }

  /** {@code base[index]}, where the index is not a constant string. */
  record Element(Expression base, Expression index) implements Expression {

    @Override
    public List<Expression> children() {
      return List.of(base, index);
    }
  }

  /** An operator with one operand. */
  record Unary(UnaryOperator operator, Expression operand) implements Expression {

    @Override
    public List<Expression> children() {
      return List.of(operand);
    }
  }

  /** An operator with two operands. */
  record Binary(BinaryOperator operator, Expression left, Expression right) implements Expression {

    @Override
    public List<Expression> children() {
      return List.of(left, right);
    }
  }

  /** AND or OR with two terms or more. */
  record Logic(BinaryOperator operator, List<Expression> terms) implements Expression {

    @Override
    public List<Expression> children() {
      return terms;
    }
  }

  /** {@code condition ? whenTrue : otherwise}. */
  record Conditional(Expression condition, Expression whenTrue, Expression otherwise)
      implements Expression {

    @Override
    public List<Expression> children() {
      return List.of(condition, whenTrue, otherwise);
    }
  }

  /** {@code value [NOT] IN (…)}. */
  record In(Expression value, List<Expression> options, boolean negated) implements Expression {

    @Override
    public List<Expression> children() {
      return Stream.concat(Stream.of(value), options.stream()).toList();
    }
  }

  /** {@code value [NOT] BETWEEN low AND high}. */
  record Between(Expression value, Expression low, Expression high, boolean negated)
      implements Expression {

    @Override
    public List<Expression> children() {
      return List.of(value, low, high);
    }
  }

  /** {@code value [NOT] LIKE pattern [ESCAPE escape]}. */
  record Like(Expression value, Expression pattern, @Nullable Expression escape, boolean negated)
      implements Expression {

    @Override
    public List<Expression> children() {
      return escape == null ? List.of(value, pattern) : List.of(value, pattern, escape);
    }
  }

  /** A call of a built-in function; the name is in upper case. */
  record Call(String name, List<Expression> arguments, Span span) implements Expression {

    @Override
    public List<Expression> children() {
      return arguments;
    }
  }

  /** {@code udf.name(…)}. */
  record UserCall(String name, List<Expression> arguments) implements Expression {

    @Override
    public List<Expression> children() {
      return arguments;
    }
  }

  /** An aggregate over the rows of the query. */
  record Aggregate(AggregateKind kind, Expression argument) implements Expression {

    @Override
    public List<Expression> children() {
      return List.of(argument);
    }

    @Override
    public boolean hasAggregate() {
      return true;
    }
  }

  /** {@code {"name": value, …}}. */
  record ObjectLiteral(List<Field> fields) implements Expression {

    @Override
    public List<Expression> children() {
      return fields.stream().map(Field::value).toList();
    }
  }

  /** {@code [value, …]}. */
  record ArrayLiteral(List<Expression> elements) implements Expression {

    @Override
    public List<Expression> children() {
      return elements;
    }
  }

  /** A query used as a value. */
  record Subquery(Select select, SubqueryKind kind) implements Expression {

    /** The value that a subquery stands for. */
    public enum SubqueryKind {
      /** The value of its only row. */
      SCALAR,
      /** Whether it has a row. */
      EXISTS,
      /** An array of its rows. */
      ARRAY
    }
  }

  /** A name and its value. */
  record Field(String name, Expression value) {}
}
