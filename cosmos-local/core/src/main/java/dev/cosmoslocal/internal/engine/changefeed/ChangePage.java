package dev.cosmoslocal.internal.engine.changefeed;

import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.partition.SessionToken;
import java.util.List;

/**
 * A page of the change feed in its latest-version mode.
 *
 * @param items the latest versions of the changed items, in the order of their changes
 * @param continuation the LSN after which the next page begins
 * @param sessionToken the session token of the partition
 * @param charge modelled request units
 */
public record ChangePage(
    List<Item> items, long continuation, SessionToken sessionToken, double charge) {
  /** Copies the items. */
  public ChangePage {
    items = List.copyOf(items);
  }
}
