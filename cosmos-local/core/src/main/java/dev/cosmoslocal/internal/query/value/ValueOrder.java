package dev.cosmoslocal.internal.query.value;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.budget.Budget;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map.Entry;
import java.util.TreeMap;

/**
 * The total order of values: by type, then within the type. Strings are in the order of their code
 * points, which is the order of their UTF-8 bytes. Arrays and objects have a stable order of our
 * own, as the service documents none. Undefined is a {@code MissingNode}.
 */
public final class ValueOrder implements Comparator<JsonNode> {

  public static final ValueOrder INSTANCE = new ValueOrder();

  /** The types of values, in the order of ORDER BY. */
  private enum TypeRank {
    UNDEFINED,
    NULL,
    BOOLEAN,
    NUMBER,
    STRING,
    ARRAY,
    OBJECT;

    static TypeRank of(JsonNode value) {
      return switch (value.getNodeType()) {
        case MISSING -> UNDEFINED;
        case NULL -> NULL;
        case BOOLEAN -> BOOLEAN;
        case NUMBER -> NUMBER;
        case STRING -> STRING;
        case ARRAY -> ARRAY;
        case OBJECT -> OBJECT;
        case BINARY, POJO -> throw new IllegalArgumentException("Not JSON: " + value.getNodeType());
      };
    }
  }

  private ValueOrder() {}

  @Override
  public int compare(JsonNode left, JsonNode right) {
    TypeRank type = TypeRank.of(left);
    int byType = type.compareTo(TypeRank.of(right));
    if (byType != 0) {
      return byType;
    }
    return switch (type) {
      case UNDEFINED, NULL -> 0;
      case BOOLEAN -> Boolean.compare(left.booleanValue(), right.booleanValue());
      case NUMBER -> compareNumbers(left.doubleValue(), right.doubleValue());
      case STRING -> compareStrings(left.textValue(), right.textValue());
      case ARRAY -> compareArrays(left, right);
      case OBJECT -> compareObjects(left, right);
    };
  }

  private static int compareNumbers(double left, double right) {
    return left == right ? 0 : Double.compare(left, right);
  }

  static int compareStrings(String left, String right) {
    int length = Math.min(left.length(), right.length());
    for (int i = 0; i < length; i++) {
      char a = left.charAt(i);
      char b = right.charAt(i);
      if (a != b) {
        return Character.compare(byCodePoint(a), byCodePoint(b));
      }
    }
    return Integer.compare(left.length(), right.length());
  }

  /** Surrogates encode the greatest code points, but are not the greatest characters. */
  private static char byCodePoint(char c) {
    if (c < Character.MIN_SURROGATE) {
      return c;
    }
    return (char) (c <= Character.MAX_SURROGATE ? c + 0x2000 : c - 0x800);
  }

  private int compareArrays(JsonNode left, JsonNode right) {
    int length = Math.min(left.size(), right.size());
    Budget budget = Budget.current();
    for (int i = 0; i < length; i++) {
      budget.step();
      int order = compare(left.get(i), right.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left.size(), right.size());
  }

  private int compareObjects(JsonNode left, JsonNode right) {
    Iterator<Entry<String, JsonNode>> ours = sorted(left).entrySet().iterator();
    Iterator<Entry<String, JsonNode>> theirs = sorted(right).entrySet().iterator();
    Budget budget = Budget.current();
    while (ours.hasNext() && theirs.hasNext()) {
      budget.step();
      Entry<String, JsonNode> a = ours.next();
      Entry<String, JsonNode> b = theirs.next();
      int byName = compareStrings(a.getKey(), b.getKey());
      int order = byName != 0 ? byName : compare(a.getValue(), b.getValue());
      if (order != 0) {
        return order;
      }
    }
    return Boolean.compare(ours.hasNext(), theirs.hasNext());
  }

  private static TreeMap<String, JsonNode> sorted(JsonNode object) {
    TreeMap<String, JsonNode> properties = new TreeMap<>(ValueOrder::compareStrings);
    object.properties().forEach(p -> properties.put(p.getKey(), p.getValue()));
    return properties;
  }
}
