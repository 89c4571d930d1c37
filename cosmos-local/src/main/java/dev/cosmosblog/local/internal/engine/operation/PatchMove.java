package dev.cosmosblog.local.internal.engine.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.internal.engine.resource.EngineException;

/** Takes a value out and adds it elsewhere. */
record PatchMove(PatchPath from, PatchPath path) implements PatchStep {
  static PatchMove of(PatchPath from, PatchPath path) {
    if (path.startsWith(from)) {
      throw EngineException.badRequest("A patch can't move " + from + " into itself.");
    }
    return new PatchMove(from, path);
  }

  @Override
  public void apply(ObjectNode item) {
    JsonNode value = from.existing(item);
    from.remove(item);
    path.insert(item, value);
  }
}
