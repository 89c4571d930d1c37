package dev.cosmoslocal.internal.query.source;

import java.util.List;

/**
 * One key of an ORDER BY: a path of the item.
 *
 * @param path the property names from the item's root
 * @param descending whether the greatest value comes first
 */
public record SortKey(List<String> path, boolean descending) {
  /** The name for any element of an array. */
  public static final String ELEMENT = "[]";

  public SortKey {
    path = List.copyOf(path);
  }

  /** Returns whether the path leads through an array, so that no index has its order. */
  public boolean inArray() {
    return path.contains(ELEMENT);
  }
}
