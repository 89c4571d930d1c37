package dev.cosmosblog.local.engine;

import dev.cosmosblog.local.query.ItemSource;
import dev.cosmosblog.local.query.PathPredicate;
import dev.cosmosblog.local.query.SortKey;
import dev.cosmosblog.local.query.StoredItem;
import java.util.Iterator;
import java.util.List;

/** The items of a scope, at the moment when they are first asked for. */
record ScopeSource(ContainerState container, PartitionScope scope) implements ItemSource {
  @Override
  public Iterator<StoredItem> candidates(List<PathPredicate> predicates, long afterRid) {
    List<StoredItem> items = List.copyOf(scope.partition().items(scope, afterRid));
    return items.iterator();
  }

  @Override
  public boolean indexed(List<String> path) {
    return container.definition().indexing().indexed(path);
  }

  @Override
  public boolean orderable(List<SortKey> order) {
    return container.definition().indexing().orderable(order);
  }
}
