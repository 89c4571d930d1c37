package dev.cosmosblog.local.engine;

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
    Rids rids = Rids.of(view.bytes().scan(Keys.from(Keys.ITEM, next)), key -> 1);
    long rid = rids.next();
    for (int seen = 0; rid != Rids.END && seen < STEP; seen++) {
      next = rid + 1;
      view.item(rid)
          .map(ItemRecord::item)
          .filter(item -> !view.container().live(item))
          .ifPresent(expired::add);
      rid = rids.next();
    }
    next = rid == Rids.END ? 0 : next;
    return expired;
  }
}
