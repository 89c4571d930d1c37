package dev.cosmoslocal.internal.engine.resource;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.NumericNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.cosmoslocal.internal.budget.Budget;

/**
 * Creates the nodes of one tree, and takes their memory from a budget while the tree grows: the
 * tree of {@code [{},{}]} takes thirty times the memory of its text, and that of a long text once.
 * Compared with uncounted nodes, each node costs one addition more.
 */
@SuppressWarnings("serial") // Never serialized.
final class CountedNodes extends NumberNodes {
  private static final int OBJECT = 80;
  private static final int ARRAY = 104;
  private static final int TEXT = 56;
  private static final int INT = 16;
  private static final int NUMBER = 24;

  /** A node's place in an array, with the room for further ones. */
  private static final int PLACE = 8;

  /** An entry of a property, and its name without the characters. */
  private static final int PROPERTY = 80;

  /** The table of an object that has a property. */
  private static final int TABLE = 80;

  /** The least characters of values with a comma. */
  private static final int LEAST_CONTAINER = 3;

  private static final int LEAST_TEXT = 3;
  private static final int LEAST_NUMBER = 2;
  private static final int LEAST_WORD = 5;

  /** The least characters of a name with its colon, less the comma that a last value lacks. */
  private static final int LEAST_NAME = 3;

  private static final int BETWEEN_CHECKS = 1_023;

  private final Budget budget;
  private final JsonParser parser;
  private final long before;
  private long memory;
  private long characters;

  /** The least characters of the values. */
  private long least;

  private int nodes;
  private int objects;

  CountedNodes(Budget budget, JsonParser parser) {
    this.budget = budget;
    this.parser = parser;
    this.before = budget.allocated();
  }

  private void count(int bytes, int leastCharacters) {
    memory += bytes;
    least += leastCharacters;
    if ((++nodes & BETWEEN_CHECKS) == 0) {
      take();
    }
  }

  /**
   * Takes the memory of the nodes so far. How many of them are properties follows from the length
   * of the JSON, at most: the parser alone sees the names.
   */
  void take() {
    long length = parser.currentLocation().getByteOffset();
    long properties = Math.max(0, Math.min(nodes, (length - characters - least) / LEAST_NAME));
    budget.keep(
        before,
        memory
            + length
            + characters
            + (long) PLACE * nodes
            + PROPERTY * properties
            + TABLE * Math.min(objects, properties));
  }

  @Override
  public ObjectNode objectNode() {
    objects++;
    count(OBJECT, LEAST_CONTAINER);
    return super.objectNode();
  }

  @Override
  public ArrayNode arrayNode() {
    count(ARRAY, LEAST_CONTAINER);
    return super.arrayNode();
  }

  @Override
  public NullNode nullNode() {
    count(0, LEAST_WORD);
    return super.nullNode();
  }

  @Override
  public BooleanNode booleanNode(boolean value) {
    count(0, LEAST_WORD);
    return super.booleanNode(value);
  }

  @Override
  public TextNode textNode(String text) {
    characters += text.length();
    count(TEXT, LEAST_TEXT);
    return super.textNode(text);
  }

  @Override
  public NumericNode numberNode(int value) {
    count(INT, LEAST_NUMBER);
    return super.numberNode(value);
  }

  @Override
  public NumericNode numberNode(long value) {
    count(NUMBER, LEAST_NUMBER);
    return super.numberNode(value);
  }

  @Override
  public NumericNode numberNode(double value) {
    NumericNode node = super.numberNode(value);
    if (!(node instanceof IntNode)) {
      // The others were counted above.
      count(NUMBER, LEAST_NUMBER);
    }
    return node;
  }
}
