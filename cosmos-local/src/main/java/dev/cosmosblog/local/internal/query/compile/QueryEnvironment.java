package dev.cosmosblog.local.internal.query.compile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.cosmosblog.local.internal.query.function.BuiltInFunctions;
import dev.cosmosblog.local.internal.query.function.QueryStartTime;
import dev.cosmosblog.local.internal.query.function.UserFunctions;
import dev.cosmosblog.local.internal.query.parse.Expression;
import dev.cosmosblog.local.internal.query.parse.QueryException;
import dev.cosmosblog.local.internal.query.parse.UnaryOperator;
import dev.cosmosblog.local.internal.query.value.Values;
import java.util.Map;
import java.util.Optional;

/**
 * What a query's expressions may use besides its aliases.
 *
 * @param parameters the values by name
 * @param functions the built-in functions
 * @param userFunctions the user-defined functions
 * @param start when the first page began
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

  /** The value of an expression without aliases and calls, if it is one. */
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

  /** A TOP, OFFSET or LIMIT: a whole number that is not negative, and not above a bound. */
  long count(Expression expression, String clause, long most) {
    JsonNode value = constant(expression).orElse(Values.UNDEFINED);
    double count = value.doubleValue();
    boolean whole = value.isNumber() && count >= 0 && count == Math.rint(count);
    if (!whole) {
      throw QueryException.badRequest(
          "The " + clause + " count must be a whole number that is not negative: " + value);
    }
    if (count > most) {
      throw QueryException.badRequest(
          "The " + clause + " count value exceeds the maximum allowed value.");
    }
    return (long) count;
  }
}
