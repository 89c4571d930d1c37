package dev.cosmosblog.local.internal.query.source;

import java.util.List;

/**
 * One key of an ORDER BY that is a path of the item.
 *
 * @param path the names from the item's root
 * @param descending whether the greatest comes first
 */
public record SortKey(List<String> path, boolean descending) {
  /** The name of an array's element. */
  public static final String ELEMENT = "[]";

  /**
   * Copies the path.
   *
   * @param path the names from the item's root
   * @param descending whether the greatest comes first
   */
  public SortKey {
    path = List.copyOf(path);
  }

  /**
   * Whether it leads through an array, so that no index has its order.
   *
   * @return whether
   */
  public boolean inArray() {
    return path.contains(ELEMENT);
  }
}
