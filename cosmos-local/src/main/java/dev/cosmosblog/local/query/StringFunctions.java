package dev.cosmosblog.local.query;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.function.BiPredicate;

/** String functions (Microsoft: "String functions"). */
final class StringFunctions {

  private StringFunctions() {}

  static void register(Functions functions) {
    compare(functions, "CONTAINS", String::contains);
    compare(functions, "STARTSWITH", String::startsWith);
    compare(functions, "ENDSWITH", String::endsWith);
    compare(functions, "STRINGEQUALS", String::equals);
  }

  /** Two strings and, optionally, whether case is ignored. */
  private static void compare(Functions functions, String name, BiPredicate<String, String> test) {
    functions.add(
        name,
        2,
        3,
        arguments -> {
          boolean flagged = arguments.length < 3 || arguments[2].isBoolean();
          if (!arguments[0].isTextual() || !arguments[1].isTextual() || !flagged) {
            return Values.UNDEFINED;
          }
          boolean fold = arguments.length == 3 && arguments[2].booleanValue();
          return Values.bool(test.test(text(arguments[0], fold), text(arguments[1], fold)));
        });
  }

  private static String text(JsonNode value, boolean fold) {
    return fold ? value.textValue().toLowerCase(Locale.ROOT) : value.textValue();
  }
}
