package dev.cosmoslocal.internal.engine.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import java.util.ArrayList;
import java.util.List;

/** The path of a patch step, a JSON pointer (RFC 6901). */
record PatchPath(List<String> names) {
  PatchPath {
    names = List.copyOf(names);
  }

  static PatchPath of(JsonNode json) {
    String text = json.asText();
    if (text.length() < 2 || text.charAt(0) != '/') {
      throw EngineException.badRequest("The patch path '" + text + "' must begin with a slash.");
    }
    List<String> names = new ArrayList<>();
    for (String name : text.substring(1).split("/", -1)) {
      names.add(name.replace("~1", "/").replace("~0", "~"));
    }
    if (Item.SYSTEM_PROPERTIES.contains(names.get(0))) {
      throw EngineException.badRequest(
          "The system property '" + names.get(0) + "' can't be patched.");
    }
    return new PatchPath(names);
  }

  String last() {
    return names.get(names.size() - 1);
  }

  boolean startsWith(PatchPath other) {
    return names.size() >= other.names.size()
        && names.subList(0, other.names.size()).equals(other.names);
  }

  /** The object or array that contains the target; a patch never creates one. */
  JsonNode parent(ObjectNode item) {
    return parent(item, "A patch can only reach into an existing object or array");
  }

  private JsonNode parent(ObjectNode item, String otherwise) {
    JsonNode node = item;
    for (String name : names.subList(0, names.size() - 1)) {
      node = child(node, name);
      if (!node.isContainerNode()) {
        throw EngineException.badRequest(otherwise + ", no path found beyond: '" + name + "'.");
      }
    }
    return node;
  }

  /** Inserts a value. The message is the service's (the SDK's CosmosPatchTest). */
  void add(ObjectNode item, JsonNode value) {
    parent(
        item, "Add Operation only support adding a leaf node of an existing node(array or object)");
    insert(item, value);
  }

  JsonNode value(ObjectNode item) {
    return child(parent(item), last());
  }

  JsonNode existing(ObjectNode item) {
    JsonNode value = value(item);
    if (value.isMissingNode()) {
      throw EngineException.badRequest("The patch path " + this + " does not exist.");
    }
    return value;
  }

  /** Returns whether the path is the end of an array. */
  boolean isEnd(ObjectNode item) {
    JsonNode parent = parent(item);
    return parent.isArray() && (last().equals("-") || number(last()) == parent.size());
  }

  /** Sets the value at the path. An element must exist, a property need not. */
  void put(ObjectNode item, JsonNode value) {
    if (parent(item) instanceof ArrayNode array) {
      array.set(index(array, array.size() - 1), value.deepCopy());
    } else {
      ((ObjectNode) parent(item)).set(last(), value.deepCopy());
    }
  }

  void insert(ObjectNode item, JsonNode value) {
    if (parent(item) instanceof ArrayNode array) {
      int at = isEnd(item) ? array.size() : index(array, array.size());
      array.insert(at, value.deepCopy());
    } else {
      put(item, value);
    }
  }

  void remove(ObjectNode item) {
    existing(item);
    if (parent(item) instanceof ArrayNode array) {
      array.remove(index(array, array.size() - 1));
    } else {
      ((ObjectNode) parent(item)).remove(last());
    }
  }

  private int index(ArrayNode array, int greatest) {
    int index = number(last());
    if (index < 0 || index > greatest) {
      throw EngineException.badRequest("The patch path " + this + " is outside of its array.");
    }
    return index;
  }

  private static JsonNode child(JsonNode node, String name) {
    return node.isArray() ? node.path(number(name)) : node.path(name);
  }

  private static int number(String name) {
    return name.matches("0|[1-9][0-9]{0,8}") ? Integer.parseInt(name) : -1;
  }

  @Override
  public String toString() {
    return "'/" + String.join("/", names) + "'";
  }
}
