package dev.cosmosblog.local.internal.engine.query;

import dev.cosmosblog.local.internal.engine.index.ItemFilter;
import dev.cosmosblog.local.internal.engine.item.Item;
import dev.cosmosblog.local.internal.engine.item.ItemRecord;
import dev.cosmosblog.local.internal.engine.partition.RidCursor;
import dev.cosmosblog.local.internal.query.source.StoredItem;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * The live items of a scope that some numbers name, as far as they may match, each loaded when it
 * is asked for.
 */
final class FoundItems implements Iterator<StoredItem> {
  private final PartitionItemSource source;
  private final RidCursor rids;
  private final ItemFilter filter;
  private @Nullable Item ahead;

  FoundItems(PartitionItemSource source, RidCursor rids, ItemFilter filter) {
    this.source = source;
    this.rids = rids;
    this.filter = filter;
  }

  @Override
  public boolean hasNext() {
    long rid = ahead == null ? rids.next() : RidCursor.END;
    while (rid != RidCursor.END) {
      ahead = source.view().item(rid).filter(this::asked).map(ItemRecord::item).orElse(null);
      rid = ahead == null ? rids.next() : RidCursor.END;
    }
    return ahead != null;
  }

  @Override
  public StoredItem next() {
    if (!hasNext() || ahead == null) {
      throw new NoSuchElementException();
    }
    Item item = ahead;
    ahead = null;
    return item;
  }

  private boolean asked(ItemRecord record) {
    return source.groups().contains(record.group())
        && source.view().container().live(record.item())
        && filter.mayMatch(record.item());
  }
}
