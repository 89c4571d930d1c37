package dev.cosmoslocal.internal.query.function;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.query.value.Values;
import java.util.OptionalLong;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleSupplier;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongBinaryOperator;

/**
 * Functions of numbers (Microsoft: "Mathematical functions"). Those named Int… use 64-bit integers,
 * which wrap around on overflow; a fraction or a division by zero makes their result undefined. The
 * others use doubles.
 */
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
    integers(functions);
  }

  private static void integers(BuiltInFunctions functions) {
    integer(functions, "INTADD", (a, b) -> a + b);
    integer(functions, "INTSUB", (a, b) -> a - b);
    integer(functions, "INTMUL", (a, b) -> a * b);
    integer(functions, "INTBITAND", (a, b) -> a & b);
    integer(functions, "INTBITOR", (a, b) -> a | b);
    integer(functions, "INTBITXOR", (a, b) -> a ^ b);
    integer(functions, "INTBITLEFTSHIFT", (a, b) -> a << b);
    integer(functions, "INTBITRIGHTSHIFT", (a, b) -> a >> b);
    integerDivision(functions, "INTDIV", (a, b) -> a / b);
    integerDivision(functions, "INTMOD", (a, b) -> a % b);
    functions.add("INTBITNOT", 1, MathFunctions::integerNot);
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

  private static void integer(
      BuiltInFunctions functions, String name, LongBinaryOperator function) {
    functions.add(name, 2, arguments -> applyInteger(arguments, function));
  }

  private static void integerDivision(
      BuiltInFunctions functions, String name, LongBinaryOperator function) {
    functions.add(
        name,
        2,
        arguments ->
            arguments[1].doubleValue() == 0 ? Values.UNDEFINED : applyInteger(arguments, function));
  }

  private static JsonNode applyInteger(JsonNode[] arguments, LongBinaryOperator function) {
    OptionalLong left = Arguments.whole(arguments[0]);
    OptionalLong right = Arguments.whole(arguments[1]);
    return left.isPresent() && right.isPresent()
        ? Values.number(function.applyAsLong(left.getAsLong(), right.getAsLong()))
        : Values.UNDEFINED;
  }

  private static JsonNode integerNot(JsonNode[] arguments) {
    OptionalLong value = Arguments.whole(arguments[0]);
    return value.isPresent() ? Values.number(~value.getAsLong()) : Values.UNDEFINED;
  }
}
