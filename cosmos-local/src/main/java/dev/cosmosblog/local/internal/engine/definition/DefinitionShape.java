package dev.cosmosblog.local.internal.engine.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.internal.engine.resource.EngineException;
import dev.cosmosblog.local.internal.engine.resource.Json;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Checks that the settings of a container have the right types, so that none is passed over in
 * silence.
 */
final class DefinitionShape {
  private static final List<String> OBJECTS =
      List.of(
          "indexingPolicy",
          "uniqueKeyPolicy",
          "changeFeedPolicy",
          "conflictResolutionPolicy",
          "geospatialConfig");
  private static final Set<String> UNSUPPORTED =
      Set.of(
          "computedProperties",
          "vectorEmbeddingPolicy",
          "fullTextPolicy",
          "clientEncryptionPolicy",
          "materializedViewDefinition");
  private static final Set<String> UNSUPPORTED_INDEXES = Set.of("vectorIndexes", "fullTextIndexes");
  private static final Set<String> SPATIAL_TYPES =
      Set.of("Point", "LineString", "Polygon", "MultiPolygon");
  private static final Set<String> PLACES = Set.of("Geography", "Geometry");
  private static final Set<String> MODES = Set.of("consistent", "lazy", "none");

  private DefinitionShape() {}

  static void check(ObjectNode body) {
    refuse(body, UNSUPPORTED);
    if (body.path("analyticalStorageTtl").asLong() != 0) {
      throw EngineException.unsupported("The container property analyticalStorageTtl");
    }
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
      DefinitionPaths.uniqueKey(key.path("paths"));
    }
    for (JsonNode path : array(body.path("partitionKey"), "paths")) {
      text(path, "partitionKey.paths");
    }
    DefinitionPaths.partitionKey(body.path("partitionKey"));
    timeToLive(body);
  }

  private static void indexing(JsonNode policy) {
    refuse(policy, UNSUPPORTED_INDEXES);
    String mode = policy.path("indexingMode").asText("consistent").toLowerCase(Locale.ROOT);
    if (!MODES.contains(mode)) {
      throw wrong("indexingMode", "consistent or none");
    }
    most(1_500, policy, "includedPaths").forEach(DefinitionShape::indexed);
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
        DefinitionPaths.plain(path.path("path").textValue(), "composite index");
      }
    }
    for (JsonNode spatial : array(policy, "spatialIndexes")) {
      array(spatial, "types").forEach(type -> spatialType(type.asText()));
    }
  }

  private static void spatialType(String type) {
    if (SPATIAL_TYPES.stream().noneMatch(type::equalsIgnoreCase)) {
      throw EngineException.badRequest("The spatial type " + type + " is unknown.");
    }
  }

  /**
   * What is not indexed can't expire (Microsoft Learn, "Indexing policies", on the time to live).
   */
  private static void timeToLive(ObjectNode body) {
    String mode = body.path("indexingPolicy").path("indexingMode").asText();
    if (body.hasNonNull("defaultTtl") && mode.equalsIgnoreCase("none")) {
      throw EngineException.badRequest(
          "A container with indexingMode none can't have a defaultTtl.");
    }
  }

  /** The path that the service adds by itself does not count when a client sends it back. */
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

  private static void refuse(JsonNode json, Set<String> names) {
    for (String name : names) {
      if (!json.path(name).isEmpty()) {
        throw EngineException.unsupported("The container property " + name);
      }
    }
  }

  private static JsonNode array(JsonNode owner, String name) {
    JsonNode value = owner.path(name);
    if (given(value) && !value.isArray()) {
      throw wrong(name, "an array");
    }
    return value;
  }

  /** Bounds are those of Microsoft Learn, "Azure Cosmos DB service quotas". */
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
}
