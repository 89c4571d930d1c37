package dev.cosmosblog.local.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.function.BoundedText;
import dev.cosmosblog.local.internal.query.value.Values;
import java.util.regex.Pattern;

/** LIKE with a constant pattern. */
public record PatternValue(Evaluator value, Pattern pattern) implements Evaluator {

  @Override
  public JsonNode evaluate(JsonNode[] frame) {
    JsonNode text = value.evaluate(frame);
    return text.isTextual()
        ? Values.bool(BoundedText.matches(pattern, text.textValue()))
        : Values.UNDEFINED;
  }
}
