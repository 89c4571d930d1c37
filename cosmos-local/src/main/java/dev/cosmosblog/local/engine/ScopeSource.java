package dev.cosmosblog.local.engine;

import dev.cosmosblog.local.internal.query.source.ItemSource;
import dev.cosmosblog.local.internal.query.source.PathPredicate;
import dev.cosmosblog.local.internal.query.source.SortKey;
import dev.cosmosblog.local.internal.query.source.SortPosition;
import dev.cosmosblog.local.internal.query.source.StoredItem;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The items of a scope at one moment. */
record ScopeSource(PartitionView view, Groups groups) implements ItemSource {
  static ScopeSource of(PartitionScope scope) {
    PartitionView view = scope.partition().view();
    return new ScopeSource(view, view.groups(scope));
  }

  @Override
  public Iterator<StoredItem> candidates(List<PathPredicate> predicates, long afterRid) {
    return items(new Access(view, groups, predicates).rids(afterRid), predicates);
  }

  @Override
  public Optional<Iterator<StoredItem>> ordered(
      List<PathPredicate> predicates, List<SortKey> order, @Nullable SortPosition after) {
    Access access = new Access(view, groups, predicates);
    return new OrderedAccess(view, access, predicates)
        .rids(order, after)
        .map(rids -> items(rids, predicates));
  }

  /** The items with some numbers, as far as they may meet the conditions. */
  Iterator<StoredItem> items(Rids rids, List<PathPredicate> predicates) {
    return new FoundItems(this, rids, new ItemFilter(predicates, indexing()));
  }

  private IndexingPolicy indexing() {
    return view.container().definition().indexing();
  }

  @Override
  public boolean indexed(List<String> path) {
    return indexing().indexed(path);
  }

  @Override
  public boolean orderable(List<SortKey> order) {
    return indexing().orderable(order);
  }
}
