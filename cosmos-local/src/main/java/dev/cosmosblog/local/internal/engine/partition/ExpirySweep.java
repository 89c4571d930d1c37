package dev.cosmosblog.local.internal.engine.partition;

import dev.cosmosblog.local.internal.engine.item.Item;
import dev.cosmosblog.local.internal.engine.item.ItemRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes expired items out little by little: each write looks at a few more items, going round.
 * Readers don't depend on it, as they never see an expired item.
 */
final class ExpirySweep {
  private static final int STEP = 8;

  // Guarded by the lock of the partition that owns this.
  private long next;

  List<Item> step(PartitionView view) {
    List<Item> expired = new ArrayList<>();
    if (!view.container().definition().timeToLive().on()) {
      return expired;
    }
    RidCursor rids =
        RidCursor.of(view.bytes().scan(StoreKeys.from(StoreKeys.ITEM, next)), key -> 1);
    long rid = rids.next();
    for (int seen = 0; rid != RidCursor.END && seen < STEP; seen++) {
      next = rid + 1;
      view.item(rid)
          .map(ItemRecord::item)
          .filter(item -> !view.container().live(item))
          .ifPresent(expired::add);
      rid = rids.next();
    }
    next = rid == RidCursor.END ? 0 : next;
    return expired;
  }
}
