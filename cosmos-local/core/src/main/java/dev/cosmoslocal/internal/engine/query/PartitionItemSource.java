package dev.cosmoslocal.internal.engine.query;

import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.engine.index.IndexingPolicy;
import dev.cosmoslocal.internal.engine.index.ItemFilter;
import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.item.ItemRecord;
import dev.cosmoslocal.internal.engine.partition.LogicalPartitionFilter;
import dev.cosmoslocal.internal.engine.partition.PartitionScope;
import dev.cosmoslocal.internal.engine.partition.PartitionView;
import dev.cosmoslocal.internal.engine.partition.ReadConsistency;
import dev.cosmoslocal.internal.engine.partition.RidCursor;
import dev.cosmoslocal.internal.query.source.ItemSource;
import dev.cosmoslocal.internal.query.source.PathPredicate;
import dev.cosmoslocal.internal.query.source.SortKey;
import dev.cosmoslocal.internal.query.source.SortPosition;
import dev.cosmoslocal.internal.query.source.StoredItem;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The items of a partition scope at one moment. */
public record PartitionItemSource(PartitionView view, LogicalPartitionFilter filter)
    implements ItemSource {
  private static final int COMPLETE = 100;

  public static PartitionItemSource of(PartitionScope scope) {
    return of(scope, ReadConsistency.LATEST);
  }

  public static PartitionItemSource of(PartitionScope scope, ReadConsistency consistency) {
    PartitionView view = scope.partition().view(consistency);
    return new PartitionItemSource(view, view.filter(scope));
  }

  @Override
  public Iterator<StoredItem> candidates(List<PathPredicate> predicates, long afterRid) {
    return items(access(predicates).rids(afterRid), predicates);
  }

  @Override
  public Optional<Iterator<StoredItem>> ordered(
      List<PathPredicate> predicates, List<SortKey> order, @Nullable SortPosition after) {
    return new OrderedAccessPath(view, access(predicates), predicates)
        .rids(order, after)
        .map(rids -> items(rids, predicates));
  }

  /** The items with some rids, as far as they may match the conditions. */
  Iterator<StoredItem> items(RidCursor rids, List<PathPredicate> predicates) {
    return new FoundItems(this, rids, new ItemFilter(predicates, indexing()));
  }

  /** An index that is not complete yet finds nothing. */
  AccessPath access(List<PathPredicate> predicates) {
    boolean all = view.container().indexProgress() == COMPLETE;
    return new AccessPath(
        view,
        filter,
        all ? predicates : predicates.stream().filter(p -> indexed(p.path())).toList());
  }

  private IndexingPolicy indexing() {
    return view.container().indexing();
  }

  @Override
  public boolean indexed(List<String> path) {
    return indexing().indexed(path);
  }

  @Override
  public boolean orderable(List<SortKey> order) {
    return indexing().orderable(order);
  }

  /** Loads the live items with some rids one by one, as far as they may match. */
  private static final class FoundItems implements Iterator<StoredItem> {
    private final PartitionItemSource source;
    private final RidCursor rids;
    private final ItemFilter filter;
    private final Budget budget = Budget.current();
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
        budget.step();
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
      return source.filter().contains(record.group())
          && source.view().container().live(record.item())
          && filter.mayMatch(record.item());
    }
  }
}
