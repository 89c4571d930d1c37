package dev.cosmosblog.local.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;

/** A property of an object; of anything else, undefined. */
public record MemberValue(Evaluator base, String name) implements Evaluator {

  @Override
  public JsonNode evaluate(JsonNode[] frame) {
    return base.evaluate(frame).path(name);
  }
}
