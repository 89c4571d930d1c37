package dev.cosmosblog.local.engine;

import dev.cosmosblog.local.query.ItemSource;
import dev.cosmosblog.local.query.PathPredicate;
import dev.cosmosblog.local.query.SortKey;
import dev.cosmosblog.local.query.SortPosition;
import dev.cosmosblog.local.query.StoredItem;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The items of a scope, at the moment when they are first asked for. */
record ScopeSource(ContainerState container, PartitionScope scope) implements ItemSource {
  @Override
  public Iterator<StoredItem> candidates(List<PathPredicate> predicates, long afterRid) {
    List<Item> items =
        lookup()
            .equal(predicates)
            .map(found -> found.stream().filter(i -> i.rid() > afterRid).toList())
            .orElseGet(() -> scope.partition().items(scope, afterRid));
    return matching(items, predicates);
  }

  @Override
  public Optional<Iterator<StoredItem>> ordered(
      List<PathPredicate> predicates, List<SortKey> order, @Nullable SortPosition after) {
    return lookup().ordered(predicates, order, after).map(items -> matching(items, predicates));
  }

  private IndexLookup lookup() {
    return new IndexLookup(scope, container.definition().indexing());
  }

  private Iterator<StoredItem> matching(List<Item> items, List<PathPredicate> predicates) {
    ItemFilter filter = new ItemFilter(predicates, container.definition().indexing());
    return items.stream()
        .filter(item -> scope.contains(item) && filter.mayMatch(item))
        .map(StoredItem.class::cast)
        .iterator();
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
