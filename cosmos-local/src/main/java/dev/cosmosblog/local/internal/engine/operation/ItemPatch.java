package dev.cosmosblog.local.internal.engine.operation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.engine.resource.EngineException;
import dev.cosmosblog.local.internal.query.QueryEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * A partial update (Microsoft Learn, "Partial document update in Azure Cosmos DB").
 *
 * @param steps the steps in order
 * @param condition the condition on the item before the patch
 */
public record ItemPatch(List<PatchStep> steps, Predicate<JsonNode> condition) {
  private static final int MAX_STEPS = 10;

  /**
   * Copies the steps.
   *
   * @param steps the steps in order
   * @param condition the condition on the item before the patch
   */
  public ItemPatch {
    steps = List.copyOf(steps);
  }

  /**
   * Reads {@code {"operations":[{"op","path","value"}],"condition":"FROM c WHERE …"}}, or the
   * operations alone, as the SDK for JavaScript sends them.
   *
   * @param body the request's body
   * @param queries compiles the condition
   * @return the patch
   * @throws EngineException 400 if the body is malformed or has more than 10 operations
   */
  public static ItemPatch of(JsonNode body, QueryEngine queries) {
    JsonNode operations = body.isArray() ? body : body.path("operations");
    if (!operations.isArray() || operations.isEmpty()) {
      throw EngineException.badRequest("A patch needs operations.");
    }
    if (operations.size() > MAX_STEPS) {
      throw EngineException.badRequest(
          "The number of patch operations can't exceed '" + MAX_STEPS + "'.");
    }
    List<PatchStep> steps = new ArrayList<>();
    operations.forEach(operation -> steps.add(PatchStep.of(operation)));
    JsonNode condition = body.path("condition");
    return new ItemPatch(
        steps, condition.isTextual() ? queries.condition(condition.textValue()) : item -> true);
  }
}
