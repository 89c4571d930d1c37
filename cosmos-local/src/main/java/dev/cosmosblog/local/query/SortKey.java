package dev.cosmosblog.local.query;

import java.util.List;

/**
 * One key of an ORDER BY that is a path of the item.
 *
 * @param path the names from the item's root
 * @param descending whether the greatest comes first
 */
public record SortKey(List<String> path, boolean descending) {

  /**
   * Copies the path.
   *
   * @param path the names from the item's root
   * @param descending whether the greatest comes first
   */
  public SortKey {
    path = List.copyOf(path);
  }
}
