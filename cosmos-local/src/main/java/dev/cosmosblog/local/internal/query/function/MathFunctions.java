package dev.cosmosblog.local.internal.query.function;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.value.Values;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleSupplier;
import java.util.function.DoubleUnaryOperator;

/** Functions of doubles (Microsoft: "Mathematical functions"). */
final class MathFunctions {

  private MathFunctions() {}

  static void register(BuiltInFunctions functions, DoubleSupplier random) {
    unary(functions, "ABS", Math::abs);
    unary(functions, "CEILING", Math::ceil);
    unary(functions, "EXP", Math::exp);
    unary(functions, "FLOOR", Math::floor);
    unary(functions, "LOG10", Math::log10);
    unary(functions, "ROUND", x -> Math.copySign(Math.floor(Math.abs(x) + 0.5), x));
    unary(functions, "SIGN", Math::signum);
    unary(functions, "SQRT", Math::sqrt);
    unary(functions, "SQUARE", x -> x * x);
    unary(functions, "TRUNC", x -> x < 0 ? Math.ceil(x) : Math.floor(x));
    binary(functions, "POWER", Math::pow);
    functions.add("LOG", 1, 2, MathFunctions::log);
    functions.add("NUMBERBIN", 1, 2, MathFunctions::bin);
    functions.add("PI", 0, arguments -> Values.number(Math.PI));
    functions.add("RAND", 0, arguments -> Values.number(random.getAsDouble()));
    trigonometry(functions);
  }

  private static void trigonometry(BuiltInFunctions functions) {
    unary(functions, "ACOS", Math::acos);
    unary(functions, "ASIN", Math::asin);
    unary(functions, "ATAN", Math::atan);
    unary(functions, "COS", Math::cos);
    unary(functions, "COT", x -> 1 / Math.tan(x));
    unary(functions, "DEGREES", Math::toDegrees);
    unary(functions, "RADIANS", Math::toRadians);
    unary(functions, "SIN", Math::sin);
    unary(functions, "TAN", Math::tan);
    binary(functions, "ATN2", Math::atan2);
  }

  private static void unary(BuiltInFunctions functions, String name, DoubleUnaryOperator function) {
    functions.add(
        name,
        1,
        arguments ->
            arguments[0].isNumber()
                ? Values.number(function.applyAsDouble(arguments[0].doubleValue()))
                : Values.UNDEFINED);
  }

  private static void binary(
      BuiltInFunctions functions, String name, DoubleBinaryOperator function) {
    functions.add(
        name,
        2,
        arguments ->
            Arguments.allNumbers(arguments)
                ? Values.number(
                    function.applyAsDouble(arguments[0].doubleValue(), arguments[1].doubleValue()))
                : Values.UNDEFINED);
  }

  private static JsonNode log(JsonNode[] arguments) {
    if (!Arguments.allNumbers(arguments)) {
      return Values.UNDEFINED;
    }
    double log = Math.log(arguments[0].doubleValue());
    return Values.number(arguments.length == 1 ? log : log / Math.log(arguments[1].doubleValue()));
  }

  private static JsonNode bin(JsonNode[] arguments) {
    double size = arguments.length == 1 ? 1 : arguments[1].doubleValue();
    return Arguments.allNumbers(arguments) && size != 0
        ? Values.number(Math.floor(arguments[0].doubleValue() / size) * size)
        : Values.UNDEFINED;
  }
}
