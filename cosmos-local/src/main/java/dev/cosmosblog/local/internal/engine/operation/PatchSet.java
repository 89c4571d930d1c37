package dev.cosmosblog.local.internal.engine.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Sets a property or an element. One past the last element, and {@code -}, add at the end of an
 * array (SamplePatchQuickstart of Azure-Samples/azure-cosmos-java-sql-api-samples).
 */
record PatchSet(PatchPath path, JsonNode value) implements PatchStep {
  @Override
  public void apply(ObjectNode item) {
    if (path.isEnd(item)) {
      path.insert(item, value);
    } else {
      path.put(item, value);
    }
  }
}
