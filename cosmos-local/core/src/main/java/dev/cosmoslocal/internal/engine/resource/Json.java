package dev.cosmoslocal.internal.engine.resource;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.budget.Budget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Reads and writes JSON. */
public final class Json {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .nodeFactory(NumberNodes.INSTANCE)
          .build();

  /**
   * The bytes in a tree for each character that begins an object, an array, the value of a
   * property, a further value or a text: the tree of {@code [{},{}]} takes thirty times the memory
   * of its JSON, and that of a long text once.
   */
  private static final int[] MEMORY = new int[256];

  static {
    MEMORY['{'] = 70;
    MEMORY['['] = 90;
    MEMORY[':'] = 120;
    MEMORY[','] = 24;
    MEMORY['"'] = 40;
  }

  private Json() {}

  private static JsonNode read(byte[] bytes, Budget budget) throws IOException {
    if (budget.counts()) {
      budget.allocate(memory(bytes));
    }
    return MAPPER.readTree(bytes);
  }

  /** Returns about as many bytes as the tree takes. */
  private static long memory(byte[] json) {
    long memory = json.length;
    boolean inText = false;
    for (int i = 0; i < json.length; i++) {
      byte character = json[i];
      if (!inText) {
        memory += MEMORY[character & 0xFF];
        inText = character == '"';
      } else if (character == '\\') {
        i++;
      } else {
        inText = character != '"';
      }
    }
    return memory;
  }

  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  public static ArrayNode array() {
    return JsonNodeFactory.instance.arrayNode();
  }

  /**
   * Parses JSON from a client. A worker takes the memory of the tree from the budget of the
   * request.
   *
   * @throws EngineException 400 if it is not JSON
   */
  public static JsonNode parse(byte[] bytes) {
    try {
      JsonNode node = bytes.length == 0 ? null : read(bytes, Budget.current());
      if (node == null || node.isMissingNode()) {
        throw EngineException.badRequest("The request body must not be empty.");
      }
      return node;
    } catch (IOException e) {
      throw EngineException.badRequest("The input content is invalid: it is not well-formed JSON.");
    }
  }

  /**
   * Parses a JSON object from a client.
   *
   * @throws EngineException 400 if it is not a JSON object
   */
  public static ObjectNode parseObject(byte[] bytes) {
    if (parse(bytes) instanceof ObjectNode object) {
      return object;
    }
    throw EngineException.badRequest("The input content is invalid: it is not a JSON object.");
  }

  /**
   * Parses JSON from a header.
   *
   * @throws EngineException 400 if it is not JSON
   */
  public static JsonNode parse(String text) {
    return parse(text.getBytes(StandardCharsets.UTF_8));
  }

  public static byte[] bytes(JsonNode node) {
    try {
      return MAPPER.writeValueAsBytes(node);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads stored JSON, as {@link #bytes} wrote it. */
  public static ObjectNode stored(byte[] bytes) {
    return stored(bytes, Budget.UNBOUNDED);
  }

  /**
   * Reads stored JSON.
   *
   * @param budget what the memory of the tree is taken from
   */
  public static ObjectNode stored(byte[] bytes, Budget budget) {
    try {
      return (ObjectNode) read(bytes, budget);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
