package dev.cosmosblog.local.internal.query.function;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.cosmosblog.local.internal.json.JsonNumbers;
import dev.cosmosblog.local.internal.query.value.Values;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.function.Predicate;
import org.mozilla.javascript.ScriptRuntime;

/** Functions between strings and other values (Microsoft: "String functions"). */
final class StringConversion {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .nodeFactory(JsonNumbers.INSTANCE)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final int DECIMAL = 10;

  private StringConversion() {}

  static void register(BuiltInFunctions functions) {
    parse(functions, "STRINGTOARRAY", JsonNode::isArray);
    parse(functions, "STRINGTOBOOLEAN", JsonNode::isBoolean);
    parse(functions, "STRINGTONULL", JsonNode::isNull);
    parse(functions, "STRINGTONUMBER", JsonNode::isNumber);
    parse(functions, "STRINGTOOBJECT", JsonNode::isObject);
    functions.add("TOSTRING", 1, arguments -> text(arguments[0]));
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

  /** As JavaScript has it, but for integers beyond its own, which have no exponent. */
  private static String number(JsonNode value) {
    return value.isFloatingPointNumber()
        ? ScriptRuntime.numberToString(value.doubleValue(), DECIMAL)
        : value.asText();
  }

  /** JSON whose numbers are like those that stand alone. */
  private static String written(JsonNode value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = new NumberWriter(JSON.createGenerator(text))) {
      JSON.writeValue(generator, value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** Writes doubles as JavaScript does. */
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
