package dev.cosmoslocal.internal.engine.resource;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;

/** The rules for ids (Microsoft Learn, "Azure Cosmos DB service quotas"). */
public final class IdRules {
  private static final int MAX_BYTES = 1023;
  private static final int MAX_NAME = 255;

  private IdRules() {}

  /**
   * Checks the id of an item. The service accepts question marks, number signs and control
   * characters, too (the SDK's test CosmosItemIdEncodingTest).
   */
  public static String item(JsonNode node) {
    return check(node, "/\\");
  }

  /** Checks the id of any other resource. */
  public static String check(JsonNode node) {
    return check(node, "/\\?#");
  }

  /** Checks the name of a database or a container. */
  public static String name(JsonNode node) {
    String name = check(node);
    if (name.length() > MAX_NAME) {
      throw EngineException.badRequest("The name must have at most 255 characters.");
    }
    if (name.endsWith(" ")) {
      throw EngineException.badRequest("The id must not end with a blank.");
    }
    return name;
  }

  private static String check(JsonNode node, String forbidden) {
    if (!node.isTextual()) {
      throw EngineException.badRequest(
          "The input content is invalid because the required properties - 'id; ' - are missing or"
              + " not text.");
    }
    String id = node.textValue();
    checkUnicode(id, "id");
    if (id.isEmpty() || id.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      throw EngineException.badRequest("The id must have 1 to 1,023 bytes.");
    }
    if (id.chars().anyMatch(c -> forbidden.indexOf(c) >= 0)) {
      throw EngineException.badRequest(
          "The id must have none of the characters " + String.join(" ", forbidden.split("")));
    }
    return id;
  }

  /** Refuses half a surrogate pair, which UTF-8 can't represent. */
  public static void checkUnicode(String text, String place) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (!Character.isSupplementaryCodePoint(text.codePointAt(i))) {
          throw EngineException.badRequest("The " + place + " is not well-formed Unicode.");
        }
        i++;
      }
    }
  }
}
