package dev.cosmoslocal.internal.engine.query;

import dev.cosmoslocal.internal.query.source.ItemSource;
import dev.cosmoslocal.internal.query.source.PathPredicate;
import dev.cosmoslocal.internal.query.source.SortKey;
import dev.cosmoslocal.internal.query.source.StoredItem;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;

/** The items of several physical partitions of a container, as if they were in one. */
record MergedItemSource(List<PartitionItemSource> parts) implements ItemSource {
  @Override
  public Iterator<StoredItem> candidates(List<PathPredicate> predicates, long afterRid) {
    return new Merged(parts.stream().map(part -> part.candidates(predicates, afterRid)).toList());
  }

  @Override
  public boolean indexed(List<String> path) {
    return parts.get(0).indexed(path);
  }

  @Override
  public boolean orderable(List<SortKey> order) {
    return parts.get(0).orderable(order);
  }

  private record Head(StoredItem item, Iterator<StoredItem> rest) {}

  /** Merges iterators in ascending order of rid, which is unique in a container. */
  private static final class Merged implements Iterator<StoredItem> {
    private final PriorityQueue<Head> heads =
        new PriorityQueue<>(Comparator.comparingLong(head -> head.item().rid()));

    Merged(List<Iterator<StoredItem>> parts) {
      parts.forEach(this::add);
    }

    private void add(Iterator<StoredItem> part) {
      if (part.hasNext()) {
        heads.add(new Head(part.next(), part));
      }
    }

    @Override
    public boolean hasNext() {
      return !heads.isEmpty();
    }

    @Override
    public StoredItem next() {
      Head first = heads.remove();
      add(first.rest());
      return first.item();
    }
  }
}
