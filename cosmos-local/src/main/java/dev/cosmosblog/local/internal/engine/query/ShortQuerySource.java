package dev.cosmosblog.local.internal.engine.query;

import dev.cosmosblog.local.internal.engine.partition.PartitionScope;
import dev.cosmosblog.local.internal.engine.partition.ReadConsistency;
import dev.cosmosblog.local.internal.query.QueryText;
import dev.cosmosblog.local.internal.query.source.ItemSource;
import dev.cosmosblog.local.internal.query.source.PathPredicate;
import dev.cosmosblog.local.internal.query.source.SortKey;
import dev.cosmosblog.local.internal.query.source.StoredItem;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/**
 * The items of a logical partition for a query that takes some microseconds. Anything longer throws
 * a {@link LongQueryException}: waking up a thread costs as much as reading a few items, but less
 * than making other requests wait.
 */
record ShortQuerySource(PartitionItemSource source) implements ItemSource {
  private static final int MOST_TEXT = 1_000;
  private static final int MOST_ITEMS = 100;
  private static final int MOST_BYTES = 64 * 1024;

  static ShortQuerySource of(PartitionScope scope, QueryText query, ReadConsistency consistency) {
    if (scope.logical() == null || !simple(query.text())) {
      throw new LongQueryException();
    }
    return new ShortQuerySource(PartitionItemSource.of(scope, consistency));
  }

  /** Returns whether a text has no function, subquery, join or order. */
  private static boolean simple(String text) {
    if (text.length() > MOST_TEXT || text.indexOf('(') >= 0) {
      return false;
    }
    String lower = text.toLowerCase(Locale.ROOT);
    return !lower.contains("join") && !lower.contains("order");
  }

  @Override
  public Iterator<StoredItem> candidates(List<PathPredicate> predicates, long afterRid) {
    AccessPath access = source.access(predicates);
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

  /** Iterates over items as long as they are small. */
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
