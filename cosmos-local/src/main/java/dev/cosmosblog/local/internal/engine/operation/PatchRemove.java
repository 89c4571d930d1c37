package dev.cosmosblog.local.internal.engine.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Takes out a property or an element that exists. */
record PatchRemove(PatchPath path) implements PatchStep {
  @Override
  public void apply(ObjectNode item) {
    path.remove(item);
  }
}
