package dev.cosmosblog.local.query;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import java.util.function.Predicate;

/** Functions between strings and other values (Microsoft: "String functions"). */
final class StringConversion {

  private static final ObjectReader JSON =
      new ObjectMapper().reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private StringConversion() {}

  static void register(Functions functions) {
    parse(functions, "STRINGTOARRAY", JsonNode::isArray);
    parse(functions, "STRINGTOBOOLEAN", JsonNode::isBoolean);
    parse(functions, "STRINGTONULL", JsonNode::isNull);
    parse(functions, "STRINGTONUMBER", JsonNode::isNumber);
    parse(functions, "STRINGTOOBJECT", JsonNode::isObject);
    functions.add("TOSTRING", 1, arguments -> text(arguments[0]));
  }

  private static void parse(Functions functions, String name, Predicate<JsonNode> type) {
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
      case NUMBER -> Values.text(Values.number(value).asText());
      default -> Values.text(value.toString());
    };
  }
}
