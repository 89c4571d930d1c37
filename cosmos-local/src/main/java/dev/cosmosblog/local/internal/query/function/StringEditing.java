package dev.cosmosblog.local.internal.query.function;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.cosmosblog.local.internal.query.value.Values;
import java.util.OptionalLong;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.function.ToIntBiFunction;

/** Functions that make strings of strings (Microsoft: "String functions"). */
final class StringEditing {

  /** The longest result of REPLICATE. */
  private static final int MAX_REPLICATED = 10_000;

  private StringEditing() {}

  static void register(BuiltInFunctions functions) {
    functions.add("CONCAT", 2, Integer.MAX_VALUE, StringEditing::concat);
    unary(functions, "LOWER", LetterCase::lower);
    unary(functions, "UPPER", LetterCase::upper);
    unary(functions, "REVERSE", text -> new StringBuilder(text).reverse().toString());
    functions.add("LENGTH", 1, StringEditing::length);
    functions.add("LEFT", 2, a -> cut(a, (text, n) -> text.substring(0, n)));
    functions.add("RIGHT", 2, a -> cut(a, (text, n) -> text.substring(text.length() - n)));
    functions.add("SUBSTRING", 3, StringEditing::substring);
    part(functions, "SUBSTRINGBEFORE", String::indexOf, true);
    part(functions, "SUBSTRINGAFTER", String::indexOf, false);
    part(functions, "LASTSUBSTRINGBEFORE", String::lastIndexOf, true);
    part(functions, "LASTSUBSTRINGAFTER", String::lastIndexOf, false);
    functions.add("TRIM", 1, 2, a -> trim(a, true, true));
    functions.add("LTRIM", 1, 2, a -> trim(a, true, false));
    functions.add("RTRIM", 1, 2, a -> trim(a, false, true));
    functions.add("REPLACE", 3, StringEditing::replace);
    functions.add("REPLICATE", 2, StringEditing::replicate);
    functions.add("STRINGJOIN", 2, StringEditing::join);
    functions.add("STRINGSPLIT", 2, StringEditing::split);
  }

  /** Takes so many chars of a text. */
  private interface Cut {

    String apply(String text, int length);
  }

  private static void unary(
      BuiltInFunctions functions, String name, Function<String, String> edit) {
    functions.add(
        name,
        1,
        arguments ->
            arguments[0].isTextual()
                ? Values.text(edit.apply(arguments[0].textValue()))
                : Values.UNDEFINED);
  }

  private static JsonNode concat(JsonNode[] arguments) {
    if (!Arguments.allText(arguments)) {
      return Values.UNDEFINED;
    }
    StringBuilder text = new StringBuilder();
    for (JsonNode argument : arguments) {
      text.append(argument.textValue());
    }
    return Values.text(text.toString());
  }

  private static JsonNode length(JsonNode[] arguments) {
    return arguments[0].isTextual()
        ? Values.number((long) arguments[0].textValue().length())
        : Values.UNDEFINED;
  }

  private static JsonNode cut(JsonNode[] arguments, Cut cut) {
    if (!arguments[0].isTextual() || !arguments[1].isNumber()) {
      return Values.UNDEFINED;
    }
    String text = arguments[0].textValue();
    int length = Math.max(0, Math.min(text.length(), Arguments.position(arguments[1])));
    return Values.text(cut.apply(text, length));
  }

  private static JsonNode substring(JsonNode[] arguments) {
    if (!arguments[0].isTextual() || !Arguments.allNumbers(arguments[1], arguments[2])) {
      return Values.UNDEFINED;
    }
    String text = arguments[0].textValue();
    int start = Math.max(0, Math.min(text.length(), Arguments.position(arguments[1])));
    long end = (long) start + Math.max(0, Arguments.position(arguments[2]));
    return Values.text(text.substring(start, (int) Math.min(text.length(), end)));
  }

  /**
   * What comes before or after a delimiter; nothing if it is not there, as with the functions of
   * these names in XPath.
   */
  private static void part(
      BuiltInFunctions functions,
      String name,
      ToIntBiFunction<String, String> find,
      boolean before) {
    functions.add(
        name,
        2,
        arguments -> {
          if (!Arguments.allText(arguments)) {
            return Values.UNDEFINED;
          }
          String text = arguments[0].textValue();
          String delimiter = arguments[1].textValue();
          int at = find.applyAsInt(text, delimiter);
          int end = at + delimiter.length();
          return Values.text(at < 0 ? "" : before ? text.substring(0, at) : text.substring(end));
        });
  }

  private static JsonNode trim(JsonNode[] arguments, boolean start, boolean end) {
    if (!Arguments.allText(arguments)) {
      return Values.UNDEFINED;
    }
    String text = arguments[0].textValue();
    if (arguments.length == 1) {
      String left = start ? text.stripLeading() : text;
      return Values.text(end ? left.stripTrailing() : left);
    }
    return Values.text(trim(text, arguments[1].textValue(), start, end));
  }

  private static String trim(String text, String part, boolean start, boolean end) {
    int from = 0;
    int to = text.length();
    int length = part.length();
    while (start && length > 0 && from + length <= to && text.startsWith(part, from)) {
      from += length;
    }
    while (end && length > 0 && to - length >= from && text.startsWith(part, to - length)) {
      to -= length;
    }
    return text.substring(from, to);
  }

  private static JsonNode replace(JsonNode[] arguments) {
    if (!Arguments.allText(arguments)) {
      return Values.UNDEFINED;
    }
    String old = arguments[1].textValue();
    String text = arguments[0].textValue();
    return Values.text(old.isEmpty() ? text : text.replace(old, arguments[2].textValue()));
  }

  private static JsonNode replicate(JsonNode[] arguments) {
    OptionalLong times = Arguments.whole(arguments[1]);
    if (!arguments[0].isTextual() || times.isEmpty() || times.getAsLong() < 0) {
      return Values.UNDEFINED;
    }
    String text = arguments[0].textValue();
    boolean fits = text.isEmpty() || times.getAsLong() <= MAX_REPLICATED / text.length();
    return fits
        ? Values.text(text.isEmpty() ? "" : text.repeat((int) times.getAsLong()))
        : Values.UNDEFINED;
  }

  private static JsonNode join(JsonNode[] arguments) {
    if (!arguments[0].isArray() || !arguments[1].isTextual()) {
      return Values.UNDEFINED;
    }
    StringJoiner joined = new StringJoiner(arguments[1].textValue());
    for (JsonNode part : arguments[0]) {
      if (!part.isTextual()) {
        return Values.UNDEFINED;
      }
      joined.add(part.textValue());
    }
    return Values.text(joined.toString());
  }

  private static JsonNode split(JsonNode[] arguments) {
    if (!Arguments.allText(arguments)) {
      return Values.UNDEFINED;
    }
    ArrayNode parts = JsonNodeFactory.instance.arrayNode();
    String text = arguments[0].textValue();
    String separator = arguments[1].textValue();
    int from = 0;
    int at = separator.isEmpty() ? -1 : text.indexOf(separator);
    while (at >= 0) {
      parts.add(text.substring(from, at));
      from = at + separator.length();
      at = text.indexOf(separator, from);
    }
    return parts.add(text.substring(from));
  }
}
