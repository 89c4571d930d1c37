package dev.cosmoslocal.internal.engine.script;

import dev.cosmoslocal.internal.engine.index.IndexingPolicy;
import dev.cosmoslocal.internal.engine.index.ItemFilter;
import dev.cosmoslocal.internal.engine.operation.OperationScope;
import dev.cosmoslocal.internal.query.source.ItemSource;
import dev.cosmoslocal.internal.query.source.PathPredicate;
import dev.cosmoslocal.internal.query.source.SortKey;
import dev.cosmoslocal.internal.query.source.StoredItem;
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
