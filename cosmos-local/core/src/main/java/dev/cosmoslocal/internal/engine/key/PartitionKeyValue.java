package dev.cosmoslocal.internal.engine.key;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.IdRules;
import dev.cosmoslocal.internal.engine.resource.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The value of a partition key.
 *
 * @param components one for each path, with a missing node for undefined; fewer are a prefix of a
 *     hierarchical key
 */
public record PartitionKeyValue(List<JsonNode> components) {
  public PartitionKeyValue {
    List<JsonNode> normal = new ArrayList<>(components.size());
    for (JsonNode component : components) {
      normal.add(normal(component));
    }
    components = List.copyOf(normal);
  }

  /** Microsoft Learn, "Azure Cosmos DB service quotas", per-item limits. */
  private static final int MAX_BYTES = 2_048;

  /** The maximum number of UTF-8 bytes of a char. */
  private static final int BYTES_OF_A_CHAR = 3;

  /** The value of items that lack the one path of the key. */
  public static final PartitionKeyValue NONE =
      new PartitionKeyValue(List.of(MissingNode.getInstance()));

  /**
   * Parses the header {@code x-ms-documentdb-partitionkey}.
   *
   * @param header a JSON array; {@code {}} stands for undefined
   * @throws EngineException 400 if it is not such an array
   */
  public static PartitionKeyValue parse(String header) {
    if (isPlainText(header)) {
      String text = header.substring(2, header.length() - 2);
      return new PartitionKeyValue(List.of(TextNode.valueOf(text)));
    }
    if (!(Json.parse(header) instanceof ArrayNode array) || array.isEmpty()) {
      throw EngineException.badRequest("The partition key " + header + " is not a JSON array.");
    }
    List<JsonNode> components = new ArrayList<>();
    for (JsonNode component : array) {
      if (component.isArray() || component.isObject() && !component.isEmpty()) {
        throw EngineException.badRequest("A partition key can't be an object or an array.");
      }
      components.add(component.isObject() ? MissingNode.getInstance() : component);
    }
    return new PartitionKeyValue(components);
  }

  /**
   * Returns whether the header is an array of one text without escapes, as most are. A parser would
   * cost more than the rest of a read.
   */
  private static boolean isPlainText(String header) {
    int last = header.length() - 2;
    if (last < 2 || !header.startsWith("[\"") || !header.endsWith("\"]")) {
      return false;
    }
    for (int i = 2; i < last; i++) {
      char c = header.charAt(i);
      if (c < ' ' || c > '~' || c == '"' || c == '\\') {
        return false;
      }
    }
    return true;
  }

  /**
   * A text that is equal for equal values and differs for different ones: a single text begins like
   * no array.
   */
  String text() {
    if (components.size() == 1 && components.get(0).isTextual()) {
      return '"' + components.get(0).textValue();
    }
    ArrayNode array = Json.array();
    components.forEach(c -> array.add(c.isMissingNode() ? Json.object() : c));
    return new String(Json.bytes(array), StandardCharsets.UTF_8);
  }

  /** 1 and 1.0 are one key: for the service all numbers are IEEE doubles. */
  private static JsonNode normal(JsonNode component) {
    if (component.isTextual()) {
      IdRules.checkUnicode(component.textValue(), "partition key");
      if (tooLong(component.textValue())) {
        throw EngineException.badRequest("A partition key must have at most 2,048 bytes.");
      }
    }
    return component.isNumber()
        ? JsonNodeFactory.instance.numberNode(component.doubleValue() + 0.0)
        : component;
  }

  private static boolean tooLong(String text) {
    return text.length() * BYTES_OF_A_CHAR > MAX_BYTES
        && text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES;
  }
}
