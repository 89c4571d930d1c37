package dev.cosmosblog.local.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;

/** What an alias is bound to, or the result of an aggregate. */
public record SlotValue(int slot) implements Evaluator {

  @Override
  public JsonNode evaluate(JsonNode[] frame) {
    return frame[slot];
  }
}
