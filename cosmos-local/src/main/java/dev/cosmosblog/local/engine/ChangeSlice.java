package dev.cosmosblog.local.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.function.Predicate;

/**
 * A piece of a partition's change log.
 *
 * @param items the latest versions, in the order of their changes
 * @param lsn up to where the log has been read
 */
record ChangeSlice(List<Item> items, long lsn) {
  /** Where to begin, and how much is enough; items of one transaction are never parted. */
  record Bounds(long afterLsn, long afterSeconds, int maxItems, long maxBytes) {}

  /** The log, guarded by its partition's lock. */
  record Log(NavigableMap<Long, Item> changes, long lsn, Predicate<Item> live) {}

  static ChangeSlice of(PartitionScope scope, Bounds bounds, Log log) {
    List<Item> items = new ArrayList<>();
    long bytes = 0;
    long last = bounds.afterLsn;
    long from = bounds.afterLsn + 1 << Stamp.CHANGE_BITS;
    for (Item item : log.changes.tailMap(from, true).values()) {
      boolean full = items.size() >= bounds.maxItems || bytes >= bounds.maxBytes;
      if (full && item.stamp().lsn() != last) {
        return new ChangeSlice(items, last);
      }
      if (scope.contains(item)
          && log.live.test(item)
          && item.stamp().seconds() > bounds.afterSeconds) {
        items.add(item);
        bytes += item.bytes();
        last = item.stamp().lsn();
      }
    }
    return new ChangeSlice(items, Math.max(log.lsn, bounds.afterLsn));
  }
}
