package dev.cosmoslocal.internal.query.compile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.cosmoslocal.internal.query.function.BuiltInFunctions;
import dev.cosmoslocal.internal.query.function.QueryStartTime;
import dev.cosmoslocal.internal.query.function.UserFunctions;
import dev.cosmoslocal.internal.query.parse.Expression;
import dev.cosmoslocal.internal.query.parse.QueryException;
import dev.cosmoslocal.internal.query.parse.UnaryOperator;
import dev.cosmoslocal.internal.query.value.Values;
import java.util.Map;
import java.util.Optional;

/**
 * The parameters and functions that the expressions of a query can use.
 *
 * @param start the time at which the first page started
 */
public record QueryEnvironment(
    Map<String, JsonNode> parameters,
    BuiltInFunctions functions,
    UserFunctions userFunctions,
    QueryStartTime start) {

  JsonNode value(Expression.Parameter parameter) {
    JsonNode value = parameters.get(parameter.name());
    if (value == null) {
      throw QueryException.badRequest(
          "The query parameter '" + parameter.name() + "' has no value.");
    }
    return value;
  }

  /** The value of a literal or parameter, its negative, or an array of such values. */
  Optional<JsonNode> constant(Expression expression) {
    if (expression instanceof Expression.Literal literal) {
      return Optional.of(literal.value());
    }
    if (expression instanceof Expression.Parameter parameter) {
      return Optional.of(value(parameter));
    }
    if (expression instanceof Expression.Unary unary && unary.operator() == UnaryOperator.MINUS) {
      return constant(unary.operand()).map(Values::negate);
    }
    if (expression instanceof Expression.ArrayLiteral array) {
      return array(array);
    }
    return Optional.empty();
  }

  private Optional<JsonNode> array(Expression.ArrayLiteral literal) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    for (Expression element : literal.elements()) {
      Optional<JsonNode> value = constant(element);
      if (value.isEmpty()) {
        return Optional.empty();
      }
      value.filter(v -> !v.isMissingNode()).ifPresent(array::add);
    }
    return Optional.of(array);
  }

  /**
   * Returns the value of a TOP, OFFSET or LIMIT.
   *
   * @throws QueryException if the value is not a whole number from 0 to {@code most}
   */
  long count(Expression expression, String clause, long most) {
    JsonNode value = constant(expression).orElse(Values.UNDEFINED);
    double count = value.doubleValue();
    boolean whole = value.isNumber() && count >= 0 && count == Math.rint(count);
    if (!whole) {
      throw QueryException.badRequest(
          "The " + clause + " count must be a non-negative whole number, but was " + value);
    }
    if (count > most) {
      throw QueryException.badRequest(
          "The " + clause + " count value exceeds the maximum allowed value.");
    }
    return (long) count;
  }
}
