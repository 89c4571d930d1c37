package dev.cosmosblog.local.internal.engine.changefeed;

import dev.cosmosblog.local.internal.engine.item.Item;
import dev.cosmosblog.local.internal.engine.item.ItemRecord;
import dev.cosmosblog.local.internal.engine.item.WriteStamp;
import dev.cosmosblog.local.internal.engine.partition.LogicalPartitionFilter;
import dev.cosmosblog.local.internal.engine.partition.PartitionView;
import dev.cosmosblog.local.internal.engine.partition.StoreKeys;
import dev.cosmosblog.local.internal.storage.Scan;
import java.util.ArrayList;
import java.util.List;

/**
 * A piece of a partition's change log.
 *
 * @param items the latest versions, in the order of their changes
 * @param lsn up to where the log has been read
 */
record ChangeSlice(List<Item> items, long lsn) {
  /** Where to begin, and how much is enough; items of one transaction are never parted. */
  record Bounds(long afterLsn, long afterSeconds, int maxItems, long maxBytes) {}

  static ChangeSlice of(PartitionView view, LogicalPartitionFilter groups, Bounds bounds) {
    List<Item> items = new ArrayList<>();
    long bytes = 0;
    long last = bounds.afterLsn;
    Scan log =
        view.bytes().scan(StoreKeys.from(StoreKeys.CHANGE, WriteStamp.firstAfter(bounds.afterLsn)));
    while (log.next()) {
      ItemRecord record = view.item(ItemRecord.readNumber(log.value())).orElseThrow();
      Item item = record.item();
      boolean full =
          items.size() >= bounds.maxItems
              || !items.isEmpty() && bytes + item.bytes() > bounds.maxBytes;
      if (full && item.lsn() != last) {
        return new ChangeSlice(items, last);
      }
      if (groups.contains(record.group())
          && view.container().live(item)
          && item.seconds() > bounds.afterSeconds) {
        items.add(item);
        bytes += item.bytes();
        last = item.lsn();
      }
    }
    return new ChangeSlice(items, Math.max(view.lsn(), bounds.afterLsn));
  }
}
