package dev.cosmoslocal.internal.engine.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.item.TimeToLive;
import dev.cosmoslocal.internal.engine.key.PartitionKeyDefinition;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.resource.JsonPath;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Checks the settings of a container, so that nothing unknown or malformed is silently ignored. */
final class ContainerDefinitionCheck {
  private static final List<String> OBJECTS =
      List.of(
          "indexingPolicy",
          "uniqueKeyPolicy",
          "changeFeedPolicy",
          "conflictResolutionPolicy",
          "geospatialConfig");
  private static final Set<String> PLACES = Set.of("Geography", "Geometry");
  private static final Set<String> ORDERS = Set.of("ascending", "descending");
  private static final Set<String> MODES = Set.of("consistent", "lazy", "none");

  private ContainerDefinitionCheck() {}

  static void check(ObjectNode body) {
    SettingNames.check(body);
    for (String name : OBJECTS) {
      JsonNode value = body.path(name);
      if (given(value) && !value.isObject()) {
        throw wrong(name, "an object");
      }
    }
    if (!PLACES.contains(body.path("geospatialConfig").path("type").asText("Geography"))) {
      throw wrong("geospatialConfig.type", "Geography or Geometry");
    }
    indexing(body.path("indexingPolicy"));
    for (JsonNode key : most(10, body.path("uniqueKeyPolicy"), "uniqueKeys")) {
      for (JsonNode path : most(16, key, "paths")) {
        text(path, "uniqueKeys.paths");
      }
      checkUniqueKey(key.path("paths"));
    }
    for (JsonNode path : array(body.path("partitionKey"), "paths")) {
      text(path, "partitionKey.paths");
    }
    checkPartitionKey(body.path("partitionKey"));
    timeToLive(body);
  }

  private static void indexing(JsonNode policy) {
    String mode = policy.path("indexingMode").asText("consistent").toLowerCase(Locale.ROOT);
    if (!MODES.contains(mode)) {
      throw wrong("indexingMode", "consistent or none");
    }
    most(1_500, policy, "includedPaths").forEach(ContainerDefinitionCheck::indexed);
    for (JsonNode path : excluded(policy)) {
      indexed(path);
    }
    for (JsonNode composite : most(100, policy, "compositeIndexes")) {
      if (!composite.isArray() || composite.isEmpty()) {
        throw wrong("compositeIndexes", "an array of arrays of paths");
      }
      if (composite.size() > 8) {
        throw tooMany("paths in a composite index", 8);
      }
      for (JsonNode path : composite) {
        text(path.path("path"), "compositeIndexes.path");
        checkPlainPath(path.path("path").textValue(), "composite index");
        String order = path.path("order").asText("ascending");
        if (!ORDERS.contains(order.toLowerCase(Locale.ROOT))) {
          throw wrong("compositeIndexes.order", "ascending or descending");
        }
      }
    }
    for (JsonNode spatial : array(policy, "spatialIndexes")) {
      array(spatial, "types").forEach(type -> spatialType(type.asText()));
    }
  }

  private static void spatialType(String type) {
    if (DefaultSettings.SPATIAL_TYPES.stream().noneMatch(type::equalsIgnoreCase)) {
      throw EngineException.badRequest("The spatial type " + type + " is unknown.");
    }
  }

  /**
   * Items that are not indexed can't expire (Microsoft Learn, "Indexing policies", on the time to
   * live).
   */
  private static void timeToLive(ObjectNode body) {
    TimeToLive.check(body.path("defaultTtl"));
    String mode = body.path("indexingPolicy").path("indexingMode").asText();
    if (body.hasNonNull("defaultTtl") && mode.equalsIgnoreCase("none")) {
      throw EngineException.badRequest(
          "A container with indexingMode none can't have a defaultTtl.");
    }
  }

  /** The path that the service adds itself doesn't count when a client sends it back. */
  private static JsonNode excluded(JsonNode policy) {
    ArrayNode own = Json.array();
    for (JsonNode path : array(policy, "excludedPaths")) {
      if (!path.path("path").asText().equals(DefaultSettings.ETAG_PATH)) {
        own.add(path);
      }
    }
    if (own.size() > 1_500) {
      throw tooMany("excludedPaths", 1_500);
    }
    return own;
  }

  private static void indexed(JsonNode path) {
    text(path.path("path"), "includedPaths.path and excludedPaths.path");
  }

  private static JsonNode array(JsonNode owner, String name) {
    JsonNode value = owner.path(name);
    if (given(value) && !value.isArray()) {
      throw wrong(name, "an array");
    }
    return value;
  }

  /** Limits from Microsoft Learn, "Azure Cosmos DB service quotas". */
  private static JsonNode most(int bound, JsonNode owner, String name) {
    JsonNode array = array(owner, name);
    if (array.size() > bound) {
      throw tooMany(name, bound);
    }
    return array;
  }

  private static EngineException tooMany(String what, int bound) {
    return EngineException.badRequest("A container may have at most " + bound + " " + what + ".");
  }

  private static void text(JsonNode value, String name) {
    if (!value.isTextual()) {
      throw wrong(name, "text");
    }
  }

  private static boolean given(JsonNode value) {
    return !value.isMissingNode() && !value.isNull();
  }

  private static EngineException wrong(String name, String expected) {
    return EngineException.badRequest(
        "The container property " + name + " must be " + expected + ".");
  }

  /**
   * Other characters than letters, digits and underscores need quotation marks (Microsoft Learn,
   * "Partitioning"). Java matches a greedy loop over alternatives with a call for each turn, so
   * that a long path would overflow the stack; a possessive one is a plain loop.
   */
  private static final Pattern NAMES =
      Pattern.compile("(?:/(?:[\\p{L}\\p{N}_]++|\"[^\"]++\"|'[^']++'))++");

  private static final Set<String> WILDCARDS = Set.of("*", "?", "[]", "");

  private static void checkPartitionKey(JsonNode key) {
    JsonNode paths = key.path("paths");
    for (JsonNode path : paths) {
      if (!NAMES.matcher(path.asText()).matches()) {
        throw EngineException.badRequest(
            "The partition key component definition path '"
                + path.asText()
                + "' could not be accepted. Partition key paths must contain only valid characters"
                + " and not contain a trailing slash or wildcard character.");
      }
    }
    if (key.path("kind").asText().equals("MultiHash")) {
      distinct(paths, "partitionKey.paths");
      if (key.hasNonNull("version") && PartitionKeyDefinition.version(key) != 2) {
        throw EngineException.badRequest("A hierarchical partition key must have version 2.");
      }
    }
  }

  private static void checkUniqueKey(JsonNode paths) {
    if (paths.isEmpty()) {
      throw EngineException.badRequest("Each of the uniqueKeys needs a path.");
    }
    paths.forEach(path -> checkPlainPath(path.asText(), "unique key"));
    distinct(paths, "uniqueKeys.paths");
  }

  /** Checks that a path leads to a single value, without wildcards. */
  private static void checkPlainPath(String path, String what) {
    List<String> names = JsonPath.parse(path);
    if (names.stream().anyMatch(WILDCARDS::contains)) {
      throw EngineException.badRequest(
          "The path '" + path + "' of a " + what + " must lead to one value, without wildcards.");
    }
  }

  private static void distinct(JsonNode paths, String name) {
    Set<String> seen = new HashSet<>();
    for (JsonNode path : paths) {
      if (!seen.add(path.asText())) {
        throw EngineException.badRequest(name + " has '" + path.asText() + "' twice.");
      }
    }
  }
}
