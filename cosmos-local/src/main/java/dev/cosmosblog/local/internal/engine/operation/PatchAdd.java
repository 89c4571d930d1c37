package dev.cosmosblog.local.internal.engine.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Sets a property, or inserts an element before the index; {@code -} is the end of an array. */
record PatchAdd(PatchPath path, JsonNode value) implements PatchStep {
  @Override
  public void apply(ObjectNode item) {
    path.insert(item, value);
  }
}
