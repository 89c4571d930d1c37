package dev.cosmosblog.local.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import dev.cosmosblog.local.internal.query.value.Values;

/** IN with options that are not all constant: the same as equalities joined by OR. */
public record InValue(Evaluator value, Evaluator[] options) implements Evaluator {

  @Override
  public JsonNode evaluate(JsonNode[] frame) {
    JsonNode wanted = value.evaluate(frame);
    if (wanted.isMissingNode()) {
      return Values.UNDEFINED;
    }
    boolean undefined = false;
    for (Evaluator option : options) {
      JsonNode candidate = option.evaluate(frame);
      undefined |= candidate.isMissingNode();
      if (!candidate.isMissingNode() && Values.equal(wanted, candidate)) {
        return BooleanNode.TRUE;
      }
    }
    return undefined ? Values.UNDEFINED : BooleanNode.FALSE;
  }
}
