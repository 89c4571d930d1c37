package dev.cosmoslocal.internal.engine.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.NumberNodes;
import java.util.Locale;

/** A step of a partial update. */
sealed interface PatchStep {
  /**
   * Applies the step to an item.
   *
   * @throws EngineException 400 if the path or the value does not allow it
   */
  void apply(ObjectNode item);

  /**
   * Parses one element of "operations".
   *
   * @throws EngineException 400 if there is no such operation
   */
  static PatchStep of(JsonNode json) {
    PatchPath path = PatchPath.of(json.path("path"));
    String op = json.path("op").asText().toLowerCase(Locale.ROOT);
    return switch (op) {
      case "add" -> new AddStep(path, value(json));
      case "set" -> new SetStep(path, value(json));
      case "replace" -> new ReplaceStep(path, value(json));
      case "remove" -> new RemoveStep(path);
      case "incr" -> new IncrementStep(path, value(json));
      case "move" -> MoveStep.of(PatchPath.of(json.path("from")), path);
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

  /** Sets a property, or inserts an element before the index; {@code -} is the end of an array. */
  record AddStep(PatchPath path, JsonNode value) implements PatchStep {
    @Override
    public void apply(ObjectNode item) {
      path.add(item, value);
    }
  }

  /**
   * Sets a property or an element. The index after the last element, and {@code -}, append to an
   * array (SamplePatchQuickstart of Azure-Samples/azure-cosmos-java-sql-api-samples).
   */
  record SetStep(PatchPath path, JsonNode value) implements PatchStep {
    @Override
    public void apply(ObjectNode item) {
      if (path.isEnd(item)) {
        path.insert(item, value);
      } else {
        path.put(item, value);
      }
    }
  }

  /** Replaces an existing property or element. */
  record ReplaceStep(PatchPath path, JsonNode value) implements PatchStep {
    @Override
    public void apply(ObjectNode item) {
      path.existing(item);
      path.put(item, value);
    }
  }

  /** Removes an existing property or element. */
  record RemoveStep(PatchPath path) implements PatchStep {
    @Override
    public void apply(ObjectNode item) {
      path.remove(item);
    }
  }

  /** Adds to a number; an absent property is set to the value. */
  record IncrementStep(PatchPath path, JsonNode value) implements PatchStep {
    public IncrementStep {
      if (!value.isNumber()) {
        throw EngineException.badRequest("The patch operation incr needs a number.");
      }
    }

    @Override
    public void apply(ObjectNode item) {
      JsonNode old = path.value(item);
      if (!old.isMissingNode() && !old.isNumber()) {
        throw EngineException.badRequest("The patch path " + path + " does not hold a number.");
      }
      path.put(item, old.isMissingNode() ? value : sum(old));
    }

    private JsonNode sum(JsonNode old) {
      return NumberNodes.INSTANCE.numberNode(old.doubleValue() + value.doubleValue());
    }
  }

  /** Removes a value and adds it elsewhere. */
  record MoveStep(PatchPath from, PatchPath path) implements PatchStep {
    static MoveStep of(PatchPath from, PatchPath path) {
      if (path.startsWith(from)) {
        throw EngineException.badRequest("A patch can't move " + from + " into itself.");
      }
      return new MoveStep(from, path);
    }

    @Override
    public void apply(ObjectNode item) {
      JsonNode value = from.existing(item);
      from.remove(item);
      path.insert(item, value);
    }
  }
}
