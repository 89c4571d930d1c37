package dev.cosmosblog.local.internal.query.function;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.parse.QueryException;
import dev.cosmosblog.local.internal.query.value.Values;
import java.util.OptionalInt;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Functions that look for strings in strings (Microsoft: "String functions"). */
final class StringSearch {

  private StringSearch() {}

  static void register(BuiltInFunctions functions) {
    test(functions, "CONTAINS", String::contains);
    test(functions, "STARTSWITH", String::startsWith);
    test(functions, "ENDSWITH", String::endsWith);
    test(functions, "STRINGEQUALS", String::equals);
    several(functions, "CONTAINS_ANY_CS", true, false);
    several(functions, "CONTAINS_ANY_CI", true, true);
    several(functions, "CONTAINS_ALL_CS", false, false);
    several(functions, "CONTAINS_ALL_CI", false, true);
    functions.add("INDEX_OF", 2, 3, StringSearch::indexOf);
    functions.add("LASTINDEXOF", 2, 3, StringSearch::lastIndexOf);
    functions.add("REGEXMATCH", 2, 3, StringSearch::regexMatch);
  }

  /** Two strings and, optionally, whether case is ignored. */
  private static void test(
      BuiltInFunctions functions, String name, BiPredicate<String, String> test) {
    functions.add(
        name,
        2,
        3,
        arguments -> {
          boolean flagged = arguments.length < 3 || arguments[2].isBoolean();
          return flagged
              ? test(test, arguments[0], arguments[1], flag(arguments))
              : Values.UNDEFINED;
        });
  }

  private static boolean flag(JsonNode[] arguments) {
    return arguments.length == 3 && arguments[2].booleanValue();
  }

  private static JsonNode test(
      BiPredicate<String, String> test, JsonNode text, JsonNode part, boolean fold) {
    if (!Arguments.allText(text, part)) {
      return Values.UNDEFINED;
    }
    return Values.bool(
        fold
            ? test.test(LetterCase.fold(text.textValue()), LetterCase.fold(part.textValue()))
            : test.test(text.textValue(), part.textValue()));
  }

  /** CONTAINS for each of several strings, joined by OR or AND. */
  private static void several(BuiltInFunctions functions, String name, boolean any, boolean fold) {
    functions.add(
        name,
        2,
        Integer.MAX_VALUE,
        arguments ->
            Arguments.testEach(
                arguments, any, part -> test(String::contains, arguments[0], part, fold)));
  }

  private static JsonNode indexOf(JsonNode[] arguments) {
    boolean from = arguments.length == 3;
    if (!Arguments.allText(arguments[0], arguments[1]) || (from && !arguments[2].isNumber())) {
      return Values.UNDEFINED;
    }
    int start = from ? Arguments.position(arguments[2]) : 0;
    return Values.number((long) arguments[0].textValue().indexOf(arguments[1].textValue(), start));
  }

  private static JsonNode lastIndexOf(JsonNode[] arguments) {
    boolean from = arguments.length == 3;
    if (!Arguments.allText(arguments[0], arguments[1]) || (from && !arguments[2].isNumber())) {
      return Values.UNDEFINED;
    }
    String text = arguments[0].textValue();
    int start = from ? Arguments.position(arguments[2]) : text.length();
    return Values.number((long) text.lastIndexOf(arguments[1].textValue(), start));
  }

  private static JsonNode regexMatch(JsonNode[] arguments) {
    boolean modified = arguments.length == 3;
    if (!Arguments.allText(arguments)) {
      return Values.UNDEFINED;
    }
    OptionalInt flags = flags(modified ? arguments[2].textValue() : "");
    if (flags.isEmpty()) {
      return Values.UNDEFINED;
    }
    try {
      Pattern pattern = Pattern.compile(arguments[1].textValue(), flags.getAsInt());
      return Values.bool(BoundedText.contains(pattern, arguments[0].textValue()));
    } catch (PatternSyntaxException e) {
      throw QueryException.badRequest("Invalid regular expression: " + e.getDescription());
    }
  }

  private static OptionalInt flags(String modifiers) {
    int flags = 0;
    for (char modifier : modifiers.toCharArray()) {
      switch (modifier) {
        case 'i' -> flags |= Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
        case 'm' -> flags |= Pattern.MULTILINE;
        case 's' -> flags |= Pattern.DOTALL;
        case 'x' -> flags |= Pattern.COMMENTS;
        default -> {
          return OptionalInt.empty();
        }
      }
    }
    return OptionalInt.of(flags);
  }
}
