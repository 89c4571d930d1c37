package dev.cosmoslocal.internal.query.function;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.budget.BudgetExceededException;
import dev.cosmoslocal.internal.json.JsonNumbers;
import dev.cosmoslocal.internal.query.value.Values;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.OptionalLong;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntBiFunction;
import java.util.stream.Collectors;
import org.mozilla.javascript.ScriptRuntime;

/** Functions of strings (Microsoft: "String functions"): search, editing, conversion. */
final class StringFunctions {

  /** The maximum length of the result of REPLICATE. */
  private static final int MAX_REPLICATED = 10_000;

  /** Keeps no names of properties, which texts may make up. */
  private static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder().disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES).build())
          .nodeFactory(JsonNumbers.INSTANCE)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final int DECIMAL = 10;

  /** The bytes of values in memory, at most, for a character of their JSON. */
  private static final int JSON_TO_MEMORY = 33;

  private StringFunctions() {}

  static void register(BuiltInFunctions functions) {
    registerSearch(functions);
    registerEditing(functions);
    registerConversion(functions);
  }

  private static void registerSearch(BuiltInFunctions functions) {
    test(functions, "CONTAINS", TextSearch::contains);
    test(functions, "STARTSWITH", String::startsWith);
    test(functions, "ENDSWITH", String::endsWith);
    test(functions, "STRINGEQUALS", String::equals);
    several(functions, "CONTAINS_ANY_CS", true, false);
    several(functions, "CONTAINS_ANY_CI", true, true);
    several(functions, "CONTAINS_ALL_CS", false, false);
    several(functions, "CONTAINS_ALL_CI", false, true);
    functions.add("INDEX_OF", 2, 3, StringFunctions::indexOf);
    functions.add("LASTINDEXOF", 2, 3, StringFunctions::lastIndexOf);
    functions.add("REGEXMATCH", 2, 3, new RegexMatch());
  }

  private static void registerEditing(BuiltInFunctions functions) {
    functions.add("CONCAT", 2, Integer.MAX_VALUE, StringFunctions::concat);
    unary(functions, "LOWER", LetterCase::lower);
    unary(functions, "UPPER", LetterCase::upper);
    unary(functions, "REVERSE", text -> new StringBuilder(text).reverse().toString());
    functions.add("LENGTH", 1, StringFunctions::length);
    functions.add("LEFT", 2, a -> cut(a, (text, n) -> part(text, 0, n)));
    functions.add(
        "RIGHT", 2, a -> cut(a, (text, n) -> part(text, text.length() - n, text.length())));
    functions.add("SUBSTRING", 3, StringFunctions::substring);
    part(functions, "SUBSTRINGBEFORE", TextSearch::indexOf, true);
    part(functions, "SUBSTRINGAFTER", TextSearch::indexOf, false);
    part(functions, "LASTSUBSTRINGBEFORE", TextSearch::lastIndexOf, true);
    part(functions, "LASTSUBSTRINGAFTER", TextSearch::lastIndexOf, false);
    functions.add("TRIM", 1, 2, a -> trim(a, true, true));
    functions.add("LTRIM", 1, 2, a -> trim(a, true, false));
    functions.add("RTRIM", 1, 2, a -> trim(a, false, true));
    functions.add("REPLACE", 3, StringFunctions::replace);
    functions.add("REPLICATE", 2, StringFunctions::replicate);
    functions.add("STRINGJOIN", 2, StringFunctions::join);
    functions.add("STRINGSPLIT", 2, StringFunctions::split);
  }

  private static void registerConversion(BuiltInFunctions functions) {
    parse(functions, "STRINGTOARRAY", JsonNode::isArray);
    parse(functions, "STRINGTOBOOLEAN", JsonNode::isBoolean);
    parse(functions, "STRINGTONULL", JsonNode::isNull);
    parse(functions, "STRINGTONUMBER", JsonNode::isNumber);
    parse(functions, "STRINGTOOBJECT", JsonNode::isObject);
    functions.add("TOSTRING", 1, arguments -> text(arguments[0]));
  }

  /** Adds a test of two strings. An optional third argument ignores case. */
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
    if (!fold) {
      return Values.bool(test.test(text.textValue(), part.textValue()));
    }
    Budget budget = Budget.current();
    long before = budget.allocated();
    String folded = LetterCase.fold(text.textValue());
    boolean met = test.test(folded, LetterCase.fold(part.textValue()));
    budget.release(before);
    return Values.bool(met);
  }

  /** Adds CONTAINS for several strings, joined by OR or AND. */
  private static void several(BuiltInFunctions functions, String name, boolean any, boolean fold) {
    functions.add(
        name,
        2,
        Integer.MAX_VALUE,
        arguments ->
            Arguments.testEach(
                arguments, any, part -> test(TextSearch::contains, arguments[0], part, fold)));
  }

  private static JsonNode indexOf(JsonNode[] arguments) {
    boolean from = arguments.length == 3;
    if (!Arguments.allText(arguments[0], arguments[1]) || (from && !arguments[2].isNumber())) {
      return Values.UNDEFINED;
    }
    int start = from ? Arguments.position(arguments[2]) : 0;
    return Values.number(
        (long) TextSearch.indexOf(arguments[0].textValue(), arguments[1].textValue(), start));
  }

  private static JsonNode lastIndexOf(JsonNode[] arguments) {
    boolean from = arguments.length == 3;
    if (!Arguments.allText(arguments[0], arguments[1]) || (from && !arguments[2].isNumber())) {
      return Values.UNDEFINED;
    }
    String text = arguments[0].textValue();
    String part = arguments[1].textValue();
    // The match ends at the position at most, as with LastIndexOf of .NET.
    long start =
        from ? Arguments.position(arguments[2]) + 1L - Math.max(1, part.length()) : text.length();
    return Values.number(start < 0 ? -1L : TextSearch.lastIndexOf(text, part, (int) start));
  }

  /** Takes a number of characters from a text. */
  private interface Cut {

    JsonNode apply(String text, int length);
  }

  private static void unary(
      BuiltInFunctions functions, String name, Function<String, String> edit) {
    functions.add(
        name,
        1,
        arguments -> {
          if (!arguments[0].isTextual()) {
            return Values.UNDEFINED;
          }
          String text = arguments[0].textValue();
          Budget.current().allocateText(text.length());
          return Values.text(edit.apply(text));
        });
  }

  private static JsonNode concat(JsonNode[] arguments) {
    if (!Arguments.allText(arguments)) {
      return Values.UNDEFINED;
    }
    long length = 0;
    for (JsonNode argument : arguments) {
      length += argument.textValue().length();
    }
    StringBuilder text = builder(length);
    for (JsonNode argument : arguments) {
      text.append(argument.textValue());
    }
    return Values.text(text.toString());
  }

  /** Takes the memory of a text, and creates a builder of it. */
  private static StringBuilder builder(long length) {
    Budget.current().allocateText(length);
    return new StringBuilder((int) length);
  }

  /** A part of a text, with its memory taken. */
  private static JsonNode part(String text, int from, int to) {
    Budget.current().allocateText(to - from);
    return Values.text(text.substring(from, to));
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
    return cut.apply(text, length);
  }

  private static JsonNode substring(JsonNode[] arguments) {
    if (!arguments[0].isTextual() || !Arguments.allNumbers(arguments[1], arguments[2])) {
      return Values.UNDEFINED;
    }
    String text = arguments[0].textValue();
    int start = Math.max(0, Math.min(text.length(), Arguments.position(arguments[1])));
    long end = (long) start + Math.max(0, Arguments.position(arguments[2]));
    return part(text, start, (int) Math.min(text.length(), end));
  }

  /**
   * Adds a function of the text before or after a delimiter. Without the delimiter, the result is
   * empty, as with the functions of these names in XPath.
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
          if (at < 0) {
            return Values.text("");
          }
          return before ? part(text, 0, at) : part(text, end, text.length());
        });
  }

  private static JsonNode trim(JsonNode[] arguments, boolean start, boolean end) {
    if (!Arguments.allText(arguments)) {
      return Values.UNDEFINED;
    }
    String text = arguments[0].textValue();
    Budget.current().allocateText(text.length());
    if (arguments.length == 1) {
      String left = start ? text.stripLeading() : text;
      return Values.text(end ? left.stripTrailing() : left);
    }
    return Values.text(trim(text, arguments[1].textValue(), start, end));
  }

  /** Removes any of some characters (Microsoft Learn, TRIM, "-_-AdventureWorks-_-"). */
  private static String trim(String text, String characters, boolean start, boolean end) {
    Set<Integer> unwanted = characters.codePoints().boxed().collect(Collectors.toSet());
    int from = 0;
    int to = text.length();
    while (start && from < to && unwanted.contains(text.codePointAt(from))) {
      from += Character.charCount(text.codePointAt(from));
    }
    while (end && from < to && unwanted.contains(text.codePointBefore(to))) {
      to -= Character.charCount(text.codePointBefore(to));
    }
    return text.substring(from, to);
  }

  private static JsonNode replace(JsonNode[] arguments) {
    if (!Arguments.allText(arguments)) {
      return Values.UNDEFINED;
    }
    String old = arguments[1].textValue();
    return old.isEmpty()
        ? arguments[0]
        : replaced(arguments[0].textValue(), old, arguments[2].textValue());
  }

  private static JsonNode replaced(String text, String old, String with) {
    long count = 0;
    for (int at = TextSearch.indexOf(text, old); at >= 0; ) {
      count++;
      at = TextSearch.indexOf(text, old, at + old.length());
    }
    if (count == 0) {
      return Values.text(text);
    }
    StringBuilder result = builder(text.length() + count * (with.length() - old.length()));
    int from = 0;
    for (int at = TextSearch.indexOf(text, old); at >= 0; ) {
      result.append(text, from, at).append(with);
      from = at + old.length();
      at = TextSearch.indexOf(text, old, from);
    }
    return Values.text(result.append(text, from, text.length()).toString());
  }

  private static JsonNode replicate(JsonNode[] arguments) {
    OptionalLong times = Arguments.whole(arguments[1]);
    if (!arguments[0].isTextual() || times.isEmpty() || times.getAsLong() < 0) {
      return Values.UNDEFINED;
    }
    String text = arguments[0].textValue();
    boolean fits = text.isEmpty() || times.getAsLong() <= MAX_REPLICATED / text.length();
    if (!fits || text.isEmpty()) {
      return fits ? Values.text("") : Values.UNDEFINED;
    }
    Budget.current().allocateText(text.length() * times.getAsLong());
    return Values.text(text.repeat((int) times.getAsLong()));
  }

  private static JsonNode join(JsonNode[] arguments) {
    if (!arguments[0].isArray() || !arguments[1].isTextual()) {
      return Values.UNDEFINED;
    }
    String separator = arguments[1].textValue();
    long length = (long) arguments[0].size() * separator.length();
    for (JsonNode part : arguments[0]) {
      if (!part.isTextual()) {
        return Values.UNDEFINED;
      }
      length += part.textValue().length();
    }
    Budget.current().allocateText(length);
    StringJoiner joined = new StringJoiner(separator);
    arguments[0].forEach(part -> joined.add(part.textValue()));
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
    int at = separator.isEmpty() ? -1 : TextSearch.indexOf(text, separator);
    while (at >= 0) {
      parts.add(part(text, from, at));
      from = at + separator.length();
      at = TextSearch.indexOf(text, separator, from);
    }
    return parts.add(part(text, from, text.length()));
  }

  private static void parse(BuiltInFunctions functions, String name, Predicate<JsonNode> type) {
    functions.add(
        name,
        1,
        arguments -> {
          JsonNode value =
              arguments[0].isTextual() ? json(arguments[0].textValue()) : Values.UNDEFINED;
          return type.test(value) ? value : Values.UNDEFINED;
        });
  }

  private static JsonNode json(String text) {
    Budget.current().allocate((long) JSON_TO_MEMORY * text.length());
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      return Values.UNDEFINED;
    }
  }

  private static JsonNode text(JsonNode value) {
    return switch (value.getNodeType()) {
      case MISSING -> value;
      case STRING -> value;
      case NUMBER -> Values.text(number(value));
      default -> Values.text(written(value));
    };
  }

  /** Formats a number like JavaScript, except that large integers have no exponent. */
  private static String number(JsonNode value) {
    return value.isFloatingPointNumber()
        ? ScriptRuntime.numberToString(value.doubleValue(), DECIMAL)
        : value.asText();
  }

  /** Writes JSON with the same number format. */
  private static String written(JsonNode value) {
    Writer text = new BoundedWriter();
    try (JsonGenerator generator = new NumberWriter(JSON.createGenerator(text))) {
      JSON.writeValue(generator, value);
    } catch (IOException e) {
      // Jackson wraps what the writer throws.
      if (e.getCause() instanceof BudgetExceededException exceeded) {
        throw exceeded;
      }
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** Takes memory as it grows. A value that holds another one many times grows fast. */
  private static final class BoundedWriter extends StringWriter {
    @Override
    public void write(char[] characters, int from, int length) {
      Budget.current().allocateText(length);
      super.write(characters, from, length);
    }

    @Override
    public void write(String text, int from, int length) {
      Budget.current().allocateText(length);
      super.write(text, from, length);
    }
  }

  /** Writes doubles like JavaScript. */
  private static final class NumberWriter extends JsonGeneratorDelegate {

    NumberWriter(JsonGenerator plain) {
      super(plain);
    }

    @Override
    public void writeNumber(double number) throws IOException {
      if (Double.isFinite(number)) {
        super.writeNumber(ScriptRuntime.numberToString(number, DECIMAL));
      } else {
        super.writeNumber(number);
      }
    }
  }
}
