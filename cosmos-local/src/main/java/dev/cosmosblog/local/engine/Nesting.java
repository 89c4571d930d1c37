package dev.cosmosblog.local.engine;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Bounds how deep an item is nested (Microsoft Learn, "Azure Cosmos DB service quotas": 128
 * levels).
 */
final class Nesting {
  private static final int MAX_LEVELS = 128;

  private Nesting() {}

  static void check(JsonNode item) {
    check(item, 0);
  }

  private static void check(JsonNode node, int level) {
    if (level > MAX_LEVELS) {
      throw EngineException.badRequest(
          "The input content is invalid: it is nested deeper than " + MAX_LEVELS + " levels.");
    }
    for (JsonNode child : node) {
      if (child.isContainerNode()) {
        check(child, level + 1);
      }
    }
  }
}
