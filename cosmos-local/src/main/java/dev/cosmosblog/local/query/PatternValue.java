package dev.cosmosblog.local.query;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.regex.Pattern;

/** LIKE with a constant pattern. */
record PatternValue(Evaluator value, Pattern pattern) implements Evaluator {

  @Override
  public JsonNode evaluate(JsonNode[] frame) {
    JsonNode text = value.evaluate(frame);
    return text.isTextual()
        ? Values.bool(BoundedText.matches(pattern, text.textValue()))
        : Values.UNDEFINED;
  }
}
