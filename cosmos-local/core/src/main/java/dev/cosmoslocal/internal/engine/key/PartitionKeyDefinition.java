package dev.cosmoslocal.internal.engine.key;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.resource.JsonPath;
import java.util.ArrayList;
import java.util.List;

/** The paths of a container's partition key and how they are hashed. */
public record PartitionKeyDefinition(List<List<String>> paths, KeyKind kind) {
  private static final int MAX_LEVELS = 3;

  public PartitionKeyDefinition {
    paths = List.copyOf(paths);
  }

  /**
   * Reads {@code {"paths":["/a"],"kind":"Hash","version":2}}; the SDK sends versions as "V2",
   * others as 2.
   */
  public static PartitionKeyDefinition of(JsonNode json) {
    List<List<String>> paths = new ArrayList<>();
    for (JsonNode path : json.path("paths")) {
      paths.add(JsonPath.parse(path.asText()));
    }
    String kind = json.path("kind").asText("Hash");
    boolean second = version(json) == 2;
    if (paths.isEmpty()) {
      throw EngineException.badRequest("The partition key must have 1 to 3 paths.");
    }
    if (paths.size() > MAX_LEVELS) {
      // The message is the service's (the SDK's CosmosMultiHashTest).
      throw EngineException.badRequest(
          "Too many partition key paths ("
              + paths.size()
              + ") specified. A maximum of 3 is allowed.");
    }
    if (kind.equals("MultiHash")) {
      return new PartitionKeyDefinition(paths, KeyKind.MULTI_HASH);
    }
    if (!kind.equals("Hash") || paths.size() > 1) {
      throw EngineException.badRequest(
          "The partition key kind " + kind + " can't have these paths.");
    }
    return new PartitionKeyDefinition(paths, second ? KeyKind.HASH_V2 : KeyKind.HASH_V1);
  }

  /** The partition key of a container that a client of the old protocol created without one. */
  public static ObjectNode ofSystem() {
    ObjectNode json = Json.object().put("kind", "Hash").put("systemKey", true);
    json.putArray("paths").add("/_partitionKey");
    return json;
  }

  /** The version in the JSON, 1 by default. */
  public static int version(JsonNode json) {
    return json.path("version").asText("1").endsWith("2") ? 2 : 1;
  }

  /** The refusal of a value whose number of components differs from the number of paths. */
  public static EngineException mismatch() {
    return new EngineException(
        400,
        1001,
        "Partition key provided either doesn't correspond to definition in the collection or"
            + " doesn't match partition key field values specified in the document.");
  }

  /** The value of an item with some values at the paths of the key. */
  public static PartitionKeyValue of(List<JsonNode> values) {
    return new PartitionKeyValue(values.stream().map(PartitionKeyDefinition::component).toList());
  }

  /** Extracts the value of an item; an absent property is undefined. */
  public PartitionKeyValue extract(ObjectNode item) {
    List<JsonNode> components = new ArrayList<>(paths.size());
    for (List<String> path : paths) {
      components.add(component(JsonPath.find(item, path)));
    }
    return new PartitionKeyValue(components);
  }

  /**
   * Objects and arrays count as undefined, as in the SDK's class PartitionKeyHelper, which sends
   * {@code [{}]} for such an item.
   */
  private static JsonNode component(JsonNode value) {
    return value.isMissingNode() || value.isContainerNode() ? MissingNode.getInstance() : value;
  }

  /** The kinds of partition key hashes. */
  public enum KeyKind {
    /** One path, 32 bits, and the value's first 100 characters. */
    HASH_V1,
    /** One path, 128 bits over the whole value. */
    HASH_V2,
    /** Up to three paths, 128 bits each: hierarchical partition keys. */
    MULTI_HASH
  }
}
