package dev.cosmosblog.local.engine;

import com.fasterxml.jackson.databind.JsonNode;

/** A value in the order of ORDER BY (undefined, null, booleans, numbers, strings by code point), then the item. */
record IndexKey(JsonNode value, long rid) implements Comparable<IndexKey> {
  @Override
  public int compareTo(IndexKey other) {
    int byType = Integer.compare(type(value), type(other.value));
    int byValue = byType != 0 ? byType : byValue(value, other.value);
    return byValue != 0 ? byValue : Long.compare(rid, other.rid);
  }

  /** Arrays and objects have no place in this order. */
  static boolean hasPlace(JsonNode value) {
    return !value.isContainerNode();
  }

  private static int type(JsonNode value) {
    return switch (value.getNodeType()) {
      case MISSING -> 0;
      case NULL -> 1;
      case BOOLEAN -> 2;
      case NUMBER -> 3;
      case STRING -> 4;
      default -> throw new IllegalArgumentException("has no place in an index: " + value);
    };
  }

  private static int byValue(JsonNode left, JsonNode right) {
    if (left.isTextual()) {
      return byCodePoint(left.textValue(), right.textValue());
    }
    if (left.isNumber()) {
      double a = left.doubleValue();
      double b = right.doubleValue();
      return a == b ? 0 : Double.compare(a, b);
    }
    return Boolean.compare(left.booleanValue(), right.booleanValue());
  }

  private static int byCodePoint(String left, String right) {
    int common = Math.min(left.length(), right.length());
    int at = 0;
    while (at < common && left.charAt(at) == right.charAt(at)) {
      at++;
    }
    if (at == common) {
      return Integer.compare(left.length(), right.length());
    }
    char a = left.charAt(at);
    char b = right.charAt(at);
    boolean oneIsSurrogate = Character.isSurrogate(a) != Character.isSurrogate(b);
    return oneIsSurrogate
        ? Boolean.compare(Character.isSurrogate(a), Character.isSurrogate(b))
        : Character.compare(a, b);
  }
}
