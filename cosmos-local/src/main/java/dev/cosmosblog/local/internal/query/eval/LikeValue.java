package dev.cosmosblog.local.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.function.BoundedText;
import dev.cosmosblog.local.internal.query.value.Values;
import java.util.regex.Pattern;

/** LIKE with a pattern that differs between rows. */
public record LikeValue(Evaluator value, Evaluator pattern, Evaluator escape) implements Evaluator {

  @Override
  public JsonNode evaluate(JsonNode[] frame) {
    JsonNode text = value.evaluate(frame);
    JsonNode like = pattern.evaluate(frame);
    if (!text.isTextual() || !like.isTextual()) {
      return Values.UNDEFINED;
    }
    Pattern compiled = LikePattern.compile(like.textValue(), escape.evaluate(frame));
    return Values.bool(BoundedText.matches(compiled, text.textValue()));
  }
}
