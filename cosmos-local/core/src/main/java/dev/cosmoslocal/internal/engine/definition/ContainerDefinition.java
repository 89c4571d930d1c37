package dev.cosmoslocal.internal.engine.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.index.IndexingPolicy;
import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.item.TimeToLive;
import dev.cosmoslocal.internal.engine.key.PartitionKeyDefinition;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.IdRules;
import dev.cosmoslocal.internal.engine.resource.JsonPath;
import java.util.ArrayList;
import java.util.List;

/** The validated settings of a container. The JSON is never modified. */
public record ContainerDefinition(
    ObjectNode json,
    PartitionKeyDefinition partitionKey,
    IndexingPolicy indexing,
    List<List<List<String>>> uniqueKeys,
    TimeToLive timeToLive,
    ChangeFeedRetention retention) {
  public static ContainerDefinition of(ObjectNode body) {
    IdRules.name(body.path("id"));
    ContainerDefinitionCheck.check(body);
    return restored(body);
  }

  /** Restores stored settings, which were validated when they arrived. */
  public static ContainerDefinition restored(ObjectNode body) {
    ObjectNode json = body.deepCopy();
    Item.SYSTEM_PROPERTIES.forEach(json::remove);
    DefaultSettings.complete(json);
    return new ContainerDefinition(
        json,
        partitionKey(json),
        IndexingPolicy.of(json.path("indexingPolicy")),
        uniqueKeys(json.path("uniqueKeyPolicy").path("uniqueKeys")),
        TimeToLive.of(json.path("defaultTtl")),
        ChangeFeedRetention.of(json.path("changeFeedPolicy")));
  }

  public JsonNode indexingJson() {
    return json.path("indexingPolicy");
  }

  public String id() {
    return json.path("id").textValue();
  }

  /** The settings after a replace; the name and the keys stay. */
  public ContainerDefinition replacedBy(ObjectNode body) {
    ObjectNode keyed = body.deepCopy();
    if (json.path("partitionKey").path("systemKey").asBoolean() && !keyed.has("partitionKey")) {
      keyed.set("partitionKey", json.path("partitionKey"));
    }
    ContainerDefinition next = of(keyed);
    if (!next.id().equals(id()) || !next.partitionKey.equals(partitionKey)) {
      throw EngineException.badRequest(
          "The id and the partition key of a container can't be changed.");
    }
    if (!next.uniqueKeys.equals(uniqueKeys)) {
      throw new EngineException(
          403,
          0,
          "The unique index cannot be modified. To change the unique index, remove the collection"
              + " and re-create a new one.");
    }
    return next;
  }

  /** The SDK sends the version as text; the service answers a number. */
  private static PartitionKeyDefinition partitionKey(ObjectNode json) {
    if (!(json.path("partitionKey") instanceof ObjectNode key)) {
      throw EngineException.badRequest("The container needs a partitionKey with one path or more.");
    }
    if (key.has("version")) {
      key.put("version", PartitionKeyDefinition.version(key));
    }
    return PartitionKeyDefinition.of(key);
  }

  private static List<List<List<String>>> uniqueKeys(JsonNode json) {
    List<List<List<String>>> keys = new ArrayList<>();
    for (JsonNode key : json) {
      List<List<String>> paths = new ArrayList<>();
      key.path("paths").forEach(path -> paths.add(JsonPath.parse(path.asText())));
      keys.add(List.copyOf(paths));
    }
    return List.copyOf(keys);
  }
}
