package dev.cosmosblog.local.internal.http.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.internal.engine.operation.CreateItem;
import dev.cosmosblog.local.internal.engine.operation.DeleteItem;
import dev.cosmosblog.local.internal.engine.operation.EntityTagConditions;
import dev.cosmosblog.local.internal.engine.operation.ItemOperation;
import dev.cosmosblog.local.internal.engine.operation.Patch;
import dev.cosmosblog.local.internal.engine.operation.PatchItem;
import dev.cosmosblog.local.internal.engine.operation.ReadItem;
import dev.cosmosblog.local.internal.engine.operation.ReplaceItem;
import dev.cosmosblog.local.internal.engine.operation.UpsertItem;
import dev.cosmosblog.local.internal.engine.resource.EngineException;
import dev.cosmosblog.local.internal.query.QueryEngine;
import org.jspecify.annotations.Nullable;

/** Reads the operations of a batch, as the SDK's class CosmosItemOperation writes them. */
final class BatchOperations {
  private BatchOperations() {}

  static ItemOperation read(JsonNode json, QueryEngine queries) {
    String type = json.path("operationType").asText();
    EntityTagConditions conditions =
        new EntityTagConditions(text(json, "ifMatch"), text(json, "ifNoneMatch"));
    return switch (type) {
      case "Create" -> new CreateItem(body(json));
      case "Upsert" -> new UpsertItem(body(json), conditions);
      case "Replace" -> new ReplaceItem(id(json), body(json), conditions);
      case "Read" -> new ReadItem(id(json), conditions);
      case "Delete" -> new DeleteItem(id(json), conditions);
      case "Patch" -> new PatchItem(id(json), Patch.of(body(json), queries), conditions);
      default -> throw EngineException.badRequest("The batch operation '" + type + "' is unknown.");
    };
  }

  private static String id(JsonNode json) {
    if (!json.path("id").isTextual()) {
      throw EngineException.badRequest(
          "The batch operation " + json.path("operationType") + " needs an id.");
    }
    return json.path("id").textValue();
  }

  private static ObjectNode body(JsonNode json) {
    if (json.path("resourceBody") instanceof ObjectNode body) {
      return body;
    }
    throw EngineException.badRequest(
        "The batch operation " + json.path("operationType") + " needs an object as resourceBody.");
  }

  private static @Nullable String text(JsonNode json, String name) {
    return json.path(name).isTextual() ? json.path(name).textValue() : null;
  }
}
