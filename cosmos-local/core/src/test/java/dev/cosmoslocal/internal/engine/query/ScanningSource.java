package dev.cosmoslocal.internal.engine.query;

import dev.cosmoslocal.internal.query.source.ItemSource;
import dev.cosmoslocal.internal.query.source.PathPredicate;
import dev.cosmoslocal.internal.query.source.SortKey;
import dev.cosmoslocal.internal.query.source.StoredItem;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** A source without indexes, for comparison. */
record ScanningSource(PartitionItemSource source) implements ItemSource {
  @Override
  public Iterator<StoredItem> candidates(List<PathPredicate> predicates, long afterRid) {
    List<StoredItem> items = new ArrayList<>();
    source.candidates(List.of(), afterRid).forEachRemaining(items::add);
    return items.iterator();
  }

  @Override
  public boolean indexed(List<String> path) {
    return source.indexed(path);
  }

  @Override
  public boolean orderable(List<SortKey> order) {
    return source.orderable(order);
  }
}
