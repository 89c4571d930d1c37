package dev.cosmoslocal.internal.http.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.cosmoslocal.internal.engine.cost.RequestUnits;
import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.operation.BatchResult;
import dev.cosmoslocal.internal.engine.operation.EntityTagConditions;
import dev.cosmoslocal.internal.engine.operation.ItemOperation;
import dev.cosmoslocal.internal.engine.operation.ItemPatch;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.Headers;
import dev.cosmoslocal.internal.query.QueryEngine;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a batch as the SDK's class CosmosItemOperation writes them, and their outcomes
 * as its class BatchResponseParser reads them.
 *
 * @param minimal whether the outcomes leave out the items that were written
 * @param plain whether the items leave out their system properties
 */
record BatchFormat(boolean minimal, boolean plain) {
  static final Set<String> MEMBERS =
      Set.of(
          "operationType",
          "id",
          "partitionKey",
          "resourceBody",
          "ifMatch",
          "ifNoneMatch",
          "minimalReturnPreference");

  static BatchFormat of(ApiRequest request) {
    return new BatchFormat(
        ItemCall.minimal(request), request.flag(Headers.EXCLUDE_SYSTEM_PROPERTIES));
  }

  /** Writes an outcome. An operation may want the minimal one even if the request does not. */
  ObjectNode writeOutcome(JsonNode asked, ItemOperation operation, BatchResult.Outcome outcome) {
    boolean silent = minimal || asked.path("minimalReturnPreference").asBoolean();
    ObjectNode json = Json.object().put("statusCode", outcome.status());
    json.put("requestCharge", RequestUnits.rounded(outcome.charge()));
    if (outcome.subStatus() != 0) {
      json.put("subStatusCode", outcome.subStatus());
    }
    outcome
        .item()
        .ifPresent(
            item -> {
              json.put("eTag", item.etag());
              if (outcome.status() != 304 && (!silent || operation instanceof ItemOperation.Read)) {
                json.putRawValue("resourceBody", new RawValue(text(item)));
              }
            });
    return json;
  }

  /** An item as text takes far less memory than its tree. */
  private String text(Item item) {
    return new String(plain ? item.toUserBytes() : item.toBytes(), StandardCharsets.UTF_8);
  }

  static ItemOperation readOperation(JsonNode json, QueryEngine queries) {
    String type = json.path("operationType").asText();
    EntityTagConditions conditions =
        new EntityTagConditions(text(json, "ifMatch"), text(json, "ifNoneMatch"));
    return switch (type) {
      case "Create" -> new ItemOperation.Create(body(json));
      case "Upsert" -> new ItemOperation.Upsert(body(json), conditions);
      case "Replace" -> new ItemOperation.Replace(id(json), body(json), conditions);
      case "Read" -> new ItemOperation.Read(id(json), conditions);
      case "Delete" -> new ItemOperation.Delete(id(json), conditions);
      case "Patch" ->
          new ItemOperation.Patch(id(json), ItemPatch.of(body(json), queries), conditions);
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
    JsonNode tag = json.path(name);
    if (tag.isMissingNode() || tag.isNull()) {
      return null;
    }
    if (!tag.isTextual()) {
      throw EngineException.badRequest("The " + name + " of a batch operation must be a string.");
    }
    return tag.textValue();
  }
}
