package dev.cosmoslocal.internal.engine.resource;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * Paths such as {@code /a/"b c"/d}: property names from the root of an item. Either kind of
 * quotation marks may stand around a name.
 */
public final class JsonPath {
  private static final char NONE = 0;

  private JsonPath() {}

  public static List<String> parse(String path) {
    if (path.length() < 2 || path.charAt(0) != '/') {
      throw EngineException.badRequest(
          "The path '" + path + "' must begin with a slash and a name.");
    }
    List<String> names = new ArrayList<>();
    StringBuilder name = new StringBuilder();
    char quote = NONE;
    for (int i = 1; i < path.length(); i++) {
      char c = path.charAt(i);
      boolean opens = quote == NONE && (c == '"' || c == '\'' && path.charAt(i - 1) == '/');
      if (opens || c == quote) {
        quote = opens ? c : NONE;
      } else if (c == '/' && quote == NONE) {
        names.add(name.toString());
        name.setLength(0);
      } else {
        name.append(c);
      }
    }
    names.add(name.toString());
    return List.copyOf(names);
  }

  public static JsonNode find(JsonNode root, List<String> path) {
    JsonNode node = root;
    for (String name : path) {
      node = node.path(name);
    }
    return node;
  }
}
