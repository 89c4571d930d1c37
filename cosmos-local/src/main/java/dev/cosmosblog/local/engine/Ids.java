package dev.cosmosblog.local.engine;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;

/** The rules for ids (Microsoft Learn, "Azure Cosmos DB service quotas": 1,023 bytes, no slashes). */
final class Ids {
  private static final int MAX_BYTES = 1023;

  private Ids() {}

  static String check(JsonNode node) {
    if (!node.isTextual()) {
      throw EngineException.badRequest(
          "The input content is invalid because the required properties - 'id; ' - are missing or not text.");
    }
    String id = node.textValue();
    if (id.isEmpty() || id.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      throw EngineException.badRequest("The id must have 1 to 1,023 bytes.");
    }
    if (id.chars().anyMatch(c -> "/\\?#".indexOf(c) >= 0)) {
      throw EngineException.badRequest("The id must have none of the characters / \\ ? #");
    }
    return id;
  }
}
