package dev.cosmoslocal.internal.engine.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Set;

/**
 * The names of the settings of a container that take effect. Any other name is refused, unless its
 * value is empty, null, 0 or false: clients send back what another account has shown them.
 */
public final class SettingNames {
  /** The properties that the service adds to a container. */
  private static final Set<String> SYSTEM =
      Set.of(
          "_rid", "_self", "_etag", "_ts", "_docs", "_sprocs", "_triggers", "_udfs", "_conflicts");

  /** The names of the settings, by the path of the object or array that has them. */
  private static final Map<String, Set<String>> SUPPORTED =
      Map.ofEntries(
          Map.entry(
              "",
              Set.of(
                  "id",
                  "partitionKey",
                  "indexingPolicy",
                  "uniqueKeyPolicy",
                  "defaultTtl",
                  "changeFeedPolicy",
                  "conflictResolutionPolicy",
                  "geospatialConfig")),
          Map.entry("partitionKey", Set.of("paths", "kind", "version", "systemKey")),
          Map.entry(
              "indexingPolicy",
              Set.of(
                  "automatic",
                  "indexingMode",
                  "includedPaths",
                  "excludedPaths",
                  "compositeIndexes",
                  "spatialIndexes")),
          Map.entry("indexingPolicy.includedPaths", Set.of("path", "indexes")),
          Map.entry(
              "indexingPolicy.includedPaths.indexes", Set.of("kind", "dataType", "precision")),
          Map.entry("indexingPolicy.excludedPaths", Set.of("path", "indexes")),
          Map.entry(
              "indexingPolicy.excludedPaths.indexes", Set.of("kind", "dataType", "precision")),
          Map.entry("indexingPolicy.compositeIndexes", Set.of("path", "order")),
          Map.entry("indexingPolicy.spatialIndexes", Set.of("path", "types", "boundingBox")),
          Map.entry(
              "indexingPolicy.spatialIndexes.boundingBox", Set.of("xmin", "ymin", "xmax", "ymax")),
          Map.entry("uniqueKeyPolicy", Set.of("uniqueKeys")),
          Map.entry("uniqueKeyPolicy.uniqueKeys", Set.of("paths")),
          Map.entry("changeFeedPolicy", Set.of("retentionDuration")),
          Map.entry(
              "conflictResolutionPolicy",
              Set.of("mode", "conflictResolutionPath", "conflictResolutionProcedure")),
          Map.entry("geospatialConfig", Set.of("type")));

  private SettingNames() {}

  /**
   * Returns whether a setting takes effect.
   *
   * @param path the names of the objects and arrays that contain it, separated by dots; empty for
   *     those of the container itself
   */
  public static boolean isSupported(String path, String name) {
    return of(path).contains(name);
  }

  /** The paths of all objects and arrays that have settings. */
  public static List<String> paths() {
    return SUPPORTED.keySet().stream().sorted().toList();
  }

  /** The names of the settings in the object or array with a path. */
  public static Set<String> of(String path) {
    return SUPPORTED.getOrDefault(path, Set.of());
  }

  /**
   * Checks the names in the settings that a client sends.
   *
   * @throws EngineException 400 with the name of a setting that would have no effect
   */
  static void check(ObjectNode body) {
    check("", body);
  }

  /**
   * Checks the names in the settings of another resource than a container.
   *
   * @throws EngineException 400 with the name of a setting that would have no effect
   */
  public static void check(ObjectNode body, String title, Set<String> names) {
    for (Entry<String, JsonNode> setting : body.properties()) {
      String name = setting.getKey();
      boolean known = names.contains(name) || name.startsWith("_");
      if (!known && !isEmpty(setting.getValue())) {
        throw EngineException.unsupported("The " + title + " property " + name);
      }
    }
  }

  private static void check(String path, JsonNode value) {
    if (value.isArray()) {
      value.forEach(element -> check(path, element));
    }
    for (Iterator<Entry<String, JsonNode>> it = value.fields(); it.hasNext(); ) {
      Entry<String, JsonNode> setting = it.next();
      String name = setting.getKey();
      if (isSupported(path, name)) {
        check(path.isEmpty() ? name : path + "." + name, setting.getValue());
      } else if (!SYSTEM.contains(name) && !isEmpty(setting.getValue())) {
        throw EngineException.unsupported("The container property " + name);
      }
    }
  }

  private static boolean isEmpty(JsonNode value) {
    return value.isContainerNode()
        ? value.isEmpty()
        : value.isNull() || !value.asBoolean() && !value.isTextual() || value.asText().isEmpty();
  }
}
