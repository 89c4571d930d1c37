package dev.cosmosblog.local.internal.engine.query;

import dev.cosmosblog.local.internal.engine.partition.PartitionScope;
import dev.cosmosblog.local.internal.query.QueryText;
import dev.cosmosblog.local.internal.query.source.ItemSource;
import dev.cosmosblog.local.internal.query.source.PathPredicate;
import dev.cosmosblog.local.internal.query.source.SortKey;
import dev.cosmosblog.local.internal.query.source.StoredItem;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/**
 * The items of a logical partition for a query that takes some microseconds. Whatever may take
 * longer ends it with a {@link LongQueryException}: a thread's wake-up costs as much as reading a
 * few items, but not as much as others' wait.
 */
record ShortQuerySource(PartitionItemSource source) implements ItemSource {
  private static final int MOST_TEXT = 1_000;
  private static final int MOST_ITEMS = 100;
  private static final int MOST_BYTES = 64 * 1024;

  static ShortQuerySource of(PartitionScope scope, QueryText query) {
    if (scope.logical() == null || !simple(query.text())) {
      throw new LongQueryException();
    }
    return new ShortQuerySource(PartitionItemSource.of(scope));
  }

  /** Whether a text has no function, no subquery, no join and no order. */
  private static boolean simple(String text) {
    if (text.length() > MOST_TEXT || text.indexOf('(') >= 0) {
      return false;
    }
    String lower = text.toLowerCase(Locale.ROOT);
    return !lower.contains("join") && !lower.contains("order");
  }

  @Override
  public Iterator<StoredItem> candidates(List<PathPredicate> predicates, long afterRid) {
    AccessPath access = new AccessPath(source.view(), source.groups(), predicates);
    if (access.items() > MOST_ITEMS) {
      throw new LongQueryException();
    }
    return new Few(source.items(access.rids(afterRid), predicates));
  }

  @Override
  public boolean indexed(List<String> path) {
    return source.indexed(path);
  }

  @Override
  public boolean orderable(List<SortKey> order) {
    return source.orderable(order);
  }

  /** Items as long as they are small. */
  private static final class Few implements Iterator<StoredItem> {
    private final Iterator<StoredItem> items;
    private long bytes;

    Few(Iterator<StoredItem> items) {
      this.items = items;
    }

    @Override
    public boolean hasNext() {
      return items.hasNext();
    }

    @Override
    public StoredItem next() {
      StoredItem item = items.next();
      bytes += item.bytes();
      if (bytes > MOST_BYTES) {
        throw new LongQueryException();
      }
      return item;
    }
  }
}
