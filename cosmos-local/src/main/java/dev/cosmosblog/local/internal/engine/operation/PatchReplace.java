package dev.cosmosblog.local.internal.engine.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Sets a property or an element that exists. */
record PatchReplace(PatchPath path, JsonNode value) implements PatchStep {
  @Override
  public void apply(ObjectNode item) {
    path.existing(item);
    path.put(item, value);
  }
}
