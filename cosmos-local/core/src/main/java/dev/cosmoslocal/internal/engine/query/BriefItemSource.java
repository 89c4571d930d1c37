package dev.cosmoslocal.internal.engine.query;

import dev.cosmoslocal.internal.budget.EventLoopException;
import dev.cosmoslocal.internal.query.QueryText;
import dev.cosmoslocal.internal.query.source.ItemSource;
import dev.cosmoslocal.internal.query.source.PathPredicate;
import dev.cosmoslocal.internal.query.source.SortKey;
import dev.cosmoslocal.internal.query.source.StoredItem;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The items of a logical partition for a query that takes microseconds: few, small ones. With more,
 * it throws an {@link EventLoopException}, and a worker runs the query. Waking up a worker takes
 * longer than reading a few items.
 */
record BriefItemSource(PartitionItemSource source) implements ItemSource {
  private static final int MAX_TEXT = 1_000;
  private static final int MAX_PARAMETERS = 10;
  private static final int MAX_ITEMS = 100;
  private static final int MAX_BYTES = 64 * 1024;
  private static final Pattern LONG =
      Pattern.compile("\\b(join|order|group|distinct|like)\\b", Pattern.CASE_INSENSITIVE);

  /** Whether a query has clauses that a short one may have. */
  static boolean serves(QueryText query) {
    return isPlain(query) && !LONG.matcher(query.text()).find();
  }

  /**
   * Whether a query has neither functions nor subqueries: all of them need a parenthesis. Its
   * parameters are few; the budget counts what is done with them.
   */
  static boolean isPlain(QueryText query) {
    String text = query.text();
    return text.length() <= MAX_TEXT
        && text.indexOf('(') < 0
        && query.parameters().size() <= MAX_PARAMETERS;
  }

  @Override
  public Iterator<StoredItem> candidates(List<PathPredicate> predicates, long afterRid) {
    AccessPath access = source.access(predicates);
    if (access.items() > MAX_ITEMS) {
      throw new EventLoopException();
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

  /** Iterates over items as long as they are small together. */
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
      if (bytes > MAX_BYTES) {
        throw new EventLoopException();
      }
      return item;
    }
  }
}
