package dev.cosmosblog.local.query;

import com.fasterxml.jackson.databind.JsonNode;

/** A property of an object; of anything else, undefined. */
record MemberValue(Evaluator base, String name) implements Evaluator {

  @Override
  public JsonNode evaluate(JsonNode[] frame) {
    return base.evaluate(frame).path(name);
  }
}
