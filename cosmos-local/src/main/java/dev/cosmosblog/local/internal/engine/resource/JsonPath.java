package dev.cosmosblog.local.internal.engine.resource;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Paths such as {@code /a/"b c"/d}: property names from the root of an item. */
public final class JsonPath {
  private JsonPath() {}

  public static List<String> parse(String path) {
    if (path.length() < 2 || path.charAt(0) != '/') {
      throw EngineException.badRequest(
          "The path '" + path + "' must begin with a slash and a name.");
    }
    List<String> names = new ArrayList<>();
    StringBuilder name = new StringBuilder();
    boolean quoted = false;
    for (int i = 1; i < path.length(); i++) {
      char c = path.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (c == '/' && !quoted) {
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
