package dev.cosmosblog.local.engine;

import java.util.List;

/**
 * A page of the change feed in its latest-version mode.
 *
 * @param items the latest versions of what changed, in the order of their changes
 * @param continuation the LSN after which the next page begins
 * @param partition where they come from
 * @param charge modelled request units
 */
public record ChangePage(
    List<Item> items, long continuation, PartitionMark partition, double charge) {
  /**
   * Copies the items.
   *
   * @param items the latest versions of what changed, in the order of their changes
   * @param continuation the LSN after which the next page begins
   * @param partition where they come from
   * @param charge modelled request units
   */
  public ChangePage {
    items = List.copyOf(items);
  }
}
