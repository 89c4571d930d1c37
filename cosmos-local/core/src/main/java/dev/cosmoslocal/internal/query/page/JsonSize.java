package dev.cosmoslocal.internal.query.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.query.parse.QueryException;
import java.util.Map.Entry;

/** Computes the length of a row's JSON without writing it. */
final class JsonSize {

  private JsonSize() {}

  /**
   * Returns an upper bound of the bytes of a value as JSON in UTF-8. It is exact except for
   * numbers.
   *
   * @throws dev.cosmoslocal.internal.budget.BudgetExceededException if the value is too large
   * @throws QueryException if the value contains NaN or an infinite number
   */
  static long of(JsonNode value) {
    return of(value, Budget.current());
  }

  /** A value can hold another one many times, so that its JSON is far larger than itself. */
  private static long of(JsonNode value, Budget budget) {
    return switch (value.getNodeType()) {
      case STRING -> text(value.textValue());
      case NUMBER -> number(value);
      case BOOLEAN, NULL -> 5;
      case ARRAY -> {
        long size = 2;
        for (JsonNode element : value) {
          size = checked(size + of(element, budget) + 1, budget);
        }
        yield size;
      }
      case OBJECT -> {
        long size = 2;
        for (Entry<String, JsonNode> property : value.properties()) {
          size += text(property.getKey()) + 2;
          size = checked(size + of(property.getValue(), budget), budget);
        }
        yield size;
      }
      case MISSING, BINARY, POJO -> throw new IllegalArgumentException("Not JSON");
    };
  }

  private static long checked(long size, Budget budget) {
    budget.step();
    if (size > budget.rowBytes()) {
      throw budget.tooLarge();
    }
    return size;
  }

  private static long number(JsonNode value) {
    if (value.isIntegralNumber()) {
      return 20;
    }
    if (!Double.isFinite(value.doubleValue())) {
      throw QueryException.badRequest(
          "The query's result holds a number that cannot be represented in JSON.");
    }
    return 25;
  }

  private static long text(String text) {
    long size = 2;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        size += c < 0x20 ? 6 : c == '"' || c == '\\' ? 2 : 1;
      } else {
        size += c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
      }
    }
    return size;
  }
}
