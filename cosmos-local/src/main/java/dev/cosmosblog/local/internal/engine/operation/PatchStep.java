package dev.cosmosblog.local.internal.engine.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.internal.engine.resource.EngineException;
import java.util.Locale;

/** One operation of a partial update. */
sealed interface PatchStep
    permits PatchAdd, PatchSet, PatchReplace, PatchRemove, PatchIncrement, PatchMove {
  /**
   * Changes an item.
   *
   * @param item the item's JSON
   * @throws EngineException 400 if the path or the value does not allow it
   */
  void apply(ObjectNode item);

  /**
   * Reads one element of "operations".
   *
   * @param json the element
   * @return the operation
   * @throws EngineException 400 if there is no such operation
   */
  static PatchStep of(JsonNode json) {
    PatchPath path = PatchPath.of(json.path("path"));
    String op = json.path("op").asText().toLowerCase(Locale.ROOT);
    return switch (op) {
      case "add" -> new PatchAdd(path, value(json));
      case "set" -> new PatchSet(path, value(json));
      case "replace" -> new PatchReplace(path, value(json));
      case "remove" -> new PatchRemove(path);
      case "incr" -> new PatchIncrement(path, value(json));
      case "move" -> PatchMove.of(PatchPath.of(json.path("from")), path);
      default -> throw EngineException.badRequest("The patch operation '" + op + "' is unknown.");
    };
  }

  private static JsonNode value(JsonNode json) {
    if (!json.has("value")) {
      throw EngineException.badRequest(
          "The patch operation " + json.path("op") + " needs a value.");
    }
    return json.path("value");
  }
}
