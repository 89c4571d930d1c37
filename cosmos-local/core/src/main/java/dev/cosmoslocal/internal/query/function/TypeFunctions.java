package dev.cosmoslocal.internal.query.function;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.query.value.Values;
import java.util.function.Predicate;

/** Type checks (Microsoft: "Type checking functions"). Their result is never undefined. */
final class TypeFunctions {

  private TypeFunctions() {}

  static void register(BuiltInFunctions functions) {
    check(functions, "IS_ARRAY", JsonNode::isArray);
    check(functions, "IS_BOOL", JsonNode::isBoolean);
    check(functions, "IS_BOOLEAN", JsonNode::isBoolean);
    check(functions, "IS_DATETIME", v -> DateTimeText.parse(v).isPresent());
    check(functions, "IS_DEFINED", v -> !v.isMissingNode());
    check(functions, "IS_FINITE_NUMBER", v -> v.isNumber() && Double.isFinite(v.doubleValue()));
    check(functions, "IS_INTEGER", v -> Arguments.whole(v).isPresent());
    check(functions, "IS_NULL", JsonNode::isNull);
    check(functions, "IS_NUMBER", JsonNode::isNumber);
    check(functions, "IS_OBJECT", JsonNode::isObject);
    check(functions, "IS_PRIMITIVE", v -> v.isValueNode() && !v.isMissingNode());
    check(functions, "IS_STRING", JsonNode::isTextual);
  }

  private static void check(BuiltInFunctions functions, String name, Predicate<JsonNode> test) {
    functions.add(name, 1, arguments -> Values.bool(test.test(arguments[0])));
  }
}
