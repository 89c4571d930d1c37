package dev.cosmoslocal.internal.engine.changefeed;

import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.partition.SessionToken;
import java.util.List;

/**
 * A page of the change feed in its latest-version mode.
 *
 * @param continuation the LSN after which the next page begins
 */
public record ChangePage(
    List<Item> items, long continuation, SessionToken sessionToken, double charge) {
  public ChangePage {
    items = List.copyOf(items);
  }
}
