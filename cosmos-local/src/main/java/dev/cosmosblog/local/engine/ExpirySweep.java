package dev.cosmosblog.local.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.function.Predicate;

/**
 * Takes expired items out little by little: each write looks at a few more items, going round. Readers don't depend
 * on it, as they never see an expired item.
 */
final class ExpirySweep {
  private static final int STEP = 8;

  // Guarded by the lock of the partition that owns this.
  private long cursor = -1;

  List<Item> step(NavigableMap<Long, Item> byRid, Predicate<Item> live) {
    List<Item> expired = new ArrayList<>();
    int seen = 0;
    for (Item item : byRid.tailMap(cursor, false).values()) {
      if (seen++ == STEP) {
        return expired;
      }
      cursor = item.rid();
      if (!live.test(item)) {
        expired.add(item);
      }
    }
    cursor = -1;
    return expired;
  }
}
