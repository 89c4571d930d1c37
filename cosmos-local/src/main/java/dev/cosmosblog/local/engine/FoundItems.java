package dev.cosmosblog.local.engine;

import dev.cosmosblog.local.internal.query.source.StoredItem;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * The live items of a scope that some numbers name, as far as they may match, each loaded when it
 * is asked for.
 */
final class FoundItems implements Iterator<StoredItem> {
  private final ScopeSource source;
  private final Rids rids;
  private final ItemFilter filter;
  private @Nullable Item ahead;

  FoundItems(ScopeSource source, Rids rids, ItemFilter filter) {
    this.source = source;
    this.rids = rids;
    this.filter = filter;
  }

  @Override
  public boolean hasNext() {
    long rid = ahead == null ? rids.next() : Rids.END;
    while (rid != Rids.END) {
      ahead = source.view().item(rid).filter(this::asked).map(ItemRecord::item).orElse(null);
      rid = ahead == null ? rids.next() : Rids.END;
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
