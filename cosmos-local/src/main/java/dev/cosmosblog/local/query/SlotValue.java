package dev.cosmosblog.local.query;

import com.fasterxml.jackson.databind.JsonNode;

/** What an alias is bound to, or the result of an aggregate. */
record SlotValue(int slot) implements Evaluator {

  @Override
  public JsonNode evaluate(JsonNode[] frame) {
    return frame[slot];
  }
}
