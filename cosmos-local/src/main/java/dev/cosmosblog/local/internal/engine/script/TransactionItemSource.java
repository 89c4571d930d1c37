package dev.cosmosblog.local.internal.engine.script;

import dev.cosmosblog.local.internal.engine.index.IndexingPolicy;
import dev.cosmosblog.local.internal.engine.index.ItemFilter;
import dev.cosmosblog.local.internal.engine.operation.OperationScope;
import dev.cosmosblog.local.internal.query.source.ItemSource;
import dev.cosmosblog.local.internal.query.source.PathPredicate;
import dev.cosmosblog.local.internal.query.source.SortKey;
import dev.cosmosblog.local.internal.query.source.StoredItem;
import java.util.Iterator;
import java.util.List;

/** The items of a logical partition as a transaction sees them, with its own writes. */
record TransactionItemSource(OperationScope scope, IndexingPolicy indexing) implements ItemSource {
  @Override
  public Iterator<StoredItem> candidates(List<PathPredicate> predicates, long afterRid) {
    ItemFilter filter = new ItemFilter(predicates, indexing);
    return scope.items().stream()
        .filter(item -> item.rid() > afterRid && filter.mayMatch(item))
        .map(StoredItem.class::cast)
        .iterator();
  }

  @Override
  public boolean indexed(List<String> path) {
    return indexing.indexed(path);
  }

  @Override
  public boolean orderable(List<SortKey> order) {
    return indexing.orderable(order);
  }
}
