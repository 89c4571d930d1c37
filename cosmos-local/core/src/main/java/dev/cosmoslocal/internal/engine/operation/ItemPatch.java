package dev.cosmoslocal.internal.engine.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.definition.SettingNames;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.query.QueryEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** A partial update (Microsoft Learn, "Partial document update in Azure Cosmos DB"). */
public record ItemPatch(List<PatchStep> steps, Predicate<JsonNode> condition) {
  private static final int MAX_STEPS = 10;
  private static final Set<String> MEMBERS = Set.of("operations", "condition");
  private static final Set<String> STEP_MEMBERS = Set.of("op", "path", "value", "from");

  public ItemPatch {
    steps = List.copyOf(steps);
  }

  /**
   * Reads {@code {"operations":[{"op","path","value"}],"condition":"FROM c WHERE …"}}, or the
   * operations alone, as the SDK for JavaScript sends them.
   *
   * @throws EngineException 400 if the body is malformed, has an unknown member, or has more than
   *     10 operations
   */
  public static ItemPatch of(JsonNode body, QueryEngine queries) {
    check(body, "patch", MEMBERS);
    JsonNode operations = body.isArray() ? body : body.path("operations");
    if (!operations.isArray() || operations.isEmpty()) {
      throw EngineException.badRequest("A patch needs operations.");
    }
    if (operations.size() > MAX_STEPS) {
      throw EngineException.badRequest(
          "The number of patch operations can't exceed '" + MAX_STEPS + "'.");
    }
    List<PatchStep> steps = new ArrayList<>();
    for (JsonNode operation : operations) {
      check(operation, "patch operation", STEP_MEMBERS);
      steps.add(PatchStep.of(operation));
    }
    return new ItemPatch(steps, condition(body.path("condition"), queries));
  }

  private static void check(JsonNode json, String title, Set<String> members) {
    if (json instanceof ObjectNode object) {
      SettingNames.check(object, title, members);
    }
  }

  private static Predicate<JsonNode> condition(JsonNode condition, QueryEngine queries) {
    if (condition.isMissingNode() || condition.isNull()) {
      return item -> true;
    }
    if (!condition.isTextual()) {
      throw EngineException.badRequest("The condition of a patch must be a string.");
    }
    return queries.condition(condition.textValue());
  }
}
