package dev.cosmosblog.local.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Sets a property, or an element that exists; {@code -} adds at the end of an array. */
record PatchSet(PatchPath path, JsonNode value) implements PatchStep {
  @Override
  public void apply(ObjectNode item) {
    if (path.last().equals("-") && path.parent(item).isArray()) {
      path.insert(item, value);
    } else {
      path.put(item, value);
    }
  }
}
