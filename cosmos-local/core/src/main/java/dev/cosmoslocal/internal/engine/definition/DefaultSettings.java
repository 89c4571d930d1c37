package dev.cosmoslocal.internal.engine.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;

/** Completes a container's settings with the service's defaults. */
final class DefaultSettings {
  /**
   * The service excludes the tag by itself, and shows that (SDK for JavaScript, container.spec.ts),
   * unless a policy has its path (Microsoft Learn, "Indexing policies").
   */
  static final String ETAG_PATH = "/\"_etag\"/?";

  /** The types of a spatial index. The service completes a list that has some of them. */
  static final List<String> SPATIAL_TYPES =
      List.of("Point", "LineString", "Polygon", "MultiPolygon");

  private static final List<String> ETAG_PATHS = List.of(ETAG_PATH, "/_etag/?");
  private static final List<String> ROOTS = List.of("/*", "/");

  private DefaultSettings() {}

  static void complete(ObjectNode json) {
    indexing(object(json, "indexingPolicy"));
    absent(object(json, "geospatialConfig"), "type", "Geography");
    conflicts(object(json, "conflictResolutionPolicy"));
  }

  private static void indexing(ObjectNode policy) {
    String mode = policy.path("indexingMode").asText("consistent").toLowerCase(Locale.ROOT);
    boolean none = mode.equals("none");
    policy.put("indexingMode", mode);
    if (!policy.path("automatic").isBoolean()) {
      policy.put("automatic", !none);
    }
    ArrayNode included = array(policy, "includedPaths");
    ArrayNode excluded = array(policy, "excludedPaths");
    if (none) {
      return;
    }
    if (included.isEmpty() && !has(excluded, ROOTS)) {
      included.addObject().put("path", "/*");
    }
    if (!has(excluded, ETAG_PATHS) && !has(included, ETAG_PATHS)) {
      excluded.addObject().put("path", ETAG_PATH);
    }
    for (JsonNode composite : policy.path("compositeIndexes")) {
      composite.forEach(path -> absent((ObjectNode) path, "order", "ascending"));
    }
    for (JsonNode spatial : policy.path("spatialIndexes")) {
      ArrayNode types = ((ObjectNode) spatial).putArray("types");
      SPATIAL_TYPES.forEach(types::add);
    }
  }

  private static void conflicts(ObjectNode policy) {
    absent(policy, "mode", "LastWriterWins");
    boolean last = policy.path("mode").asText().equalsIgnoreCase("LastWriterWins");
    absent(policy, "conflictResolutionPath", last ? "/_ts" : "");
    absent(policy, "conflictResolutionProcedure", "");
  }

  private static boolean has(ArrayNode paths, List<String> wanted) {
    for (JsonNode path : paths) {
      if (wanted.contains(path.path("path").asText())) {
        return true;
      }
    }
    return false;
  }

  private static void absent(ObjectNode json, String name, String value) {
    if (!json.hasNonNull(name)) {
      json.put(name, value);
    }
  }

  private static ObjectNode object(ObjectNode json, String name) {
    return json.path(name) instanceof ObjectNode there ? there : json.putObject(name);
  }

  private static ArrayNode array(ObjectNode json, String name) {
    return json.path(name) instanceof ArrayNode there ? there : json.putArray(name);
  }
}
