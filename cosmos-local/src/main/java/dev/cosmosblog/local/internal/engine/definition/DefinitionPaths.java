package dev.cosmosblog.local.internal.engine.definition;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.engine.key.PartitionKeyDefinition;
import dev.cosmosblog.local.internal.engine.resource.EngineException;
import dev.cosmosblog.local.internal.engine.resource.JsonPath;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Checks the paths in a container's settings that must lead to one value. */
final class DefinitionPaths {
  /**
   * Other characters than letters, digits and underscores need quotation marks (Microsoft Learn,
   * "Partitioning").
   */
  private static final Pattern NAMES = Pattern.compile("(/([\\p{L}\\p{N}_]+|\"[^\"]+\"))+");

  private static final Set<String> WILDCARDS = Set.of("*", "?", "[]", "");

  private DefinitionPaths() {}

  static void partitionKey(JsonNode key) {
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

  static void uniqueKey(JsonNode paths) {
    if (paths.isEmpty()) {
      throw EngineException.badRequest("Each of the uniqueKeys needs a path.");
    }
    paths.forEach(path -> plain(path.asText(), "unique key"));
    distinct(paths, "uniqueKeys.paths");
  }

  /** A path that ends at a value by itself, without wildcards. */
  static void plain(String path, String what) {
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
