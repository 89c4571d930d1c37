package dev.cosmoslocal.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.budget.Budget;
import java.util.Map;

/** The memory that parts of a query's rows take, in bytes, about. */
public final class Sizes {
  /** An element of an array. */
  public static final int REFERENCE = 8;

  /** A property, or an entry of a set or a map. */
  public static final int ENTRY = 72;

  /** An object or an array without its elements, or a row in a list of rows. */
  public static final int OBJECT = 120;

  private Sizes() {}

  /**
   * The memory of a value. One that holds another one many times counts it as often.
   *
   * @throws dev.cosmoslocal.internal.budget.BudgetExceededException if it takes all the memory of
   *     the query
   */
  public static long of(JsonNode value) {
    Budget budget = Budget.current();
    return budget.counts() ? of(value, budget) : 0;
  }

  private static long of(JsonNode value, Budget budget) {
    if (value.isTextual()) {
      return 2L * value.textValue().length() + Long.BYTES * 6;
    }
    if (!value.isContainerNode()) {
      return Long.BYTES * 3;
    }
    budget.step();
    long size = OBJECT;
    if (value.isArray()) {
      for (JsonNode element : value) {
        size = budget.checked(size + REFERENCE + of(element, budget));
      }
      return size;
    }
    for (Map.Entry<String, JsonNode> property : value.properties()) {
      size = budget.checked(size + ENTRY + of(property.getValue(), budget));
    }
    return size;
  }
}
