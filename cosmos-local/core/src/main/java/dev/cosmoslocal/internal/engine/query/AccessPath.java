package dev.cosmoslocal.internal.engine.query;

import dev.cosmoslocal.internal.engine.index.IndexKeys;
import dev.cosmoslocal.internal.engine.index.IndexLayout;
import dev.cosmoslocal.internal.engine.index.IndexRanges;
import dev.cosmoslocal.internal.engine.index.IndexValue;
import dev.cosmoslocal.internal.engine.partition.LogicalPartitionFilter;
import dev.cosmoslocal.internal.engine.partition.PartitionView;
import dev.cosmoslocal.internal.engine.partition.RidCursor;
import dev.cosmoslocal.internal.engine.partition.StoreKeys;
import dev.cosmoslocal.internal.query.source.PathPredicate;
import dev.cosmoslocal.internal.storage.KeyRange;
import dev.cosmoslocal.internal.storage.KeyWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * The access paths to the items that may match a query's conditions: an index, logical partitions,
 * or a full scan. The cheapest is chosen.
 */
final class AccessPath {
  private final PartitionView view;
  private final LogicalPartitionFilter filter;
  private final List<PathPredicate> predicates;
  private final Candidate best;

  /**
   * A path: an estimate of how many items it visits, and their rids in ascending order, above a
   * given one.
   */
  private record Candidate(long items, LongFunction<RidCursor> rids) {}

  AccessPath(PartitionView view, LogicalPartitionFilter filter, List<PathPredicate> predicates) {
    this.view = view;
    this.filter = filter;
    this.predicates = predicates;
    List<Candidate> candidates = new ArrayList<>();
    candidates.add(scan());
    byPath().keySet().forEach(path -> indexed(path).ifPresent(candidates::add));
    this.best = candidates.stream().min(Comparator.comparingLong(Candidate::items)).orElseThrow();
  }

  /** An estimate of how many items {@link #rids} visits. */
  long items() {
    return best.items();
  }

  /** The rids of the items above a given one, in ascending order. */
  RidCursor rids(long after) {
    return best.rids().apply(after);
  }

  /**
   * The ranges in the index of a path that hold everything that may match the conditions; empty if
   * that is the whole index.
   */
  Optional<IndexRanges> ranges(List<String> path) {
    int number = view.layout().number(path);
    return number == IndexLayout.NOT_INDEXED
        ? Optional.empty()
        : IndexRanges.of(IndexKeys.path(number), byPath().getOrDefault(path, List.of()));
  }

  private Map<List<String>, List<PathPredicate>> byPath() {
    Map<List<String>, List<PathPredicate>> byPath = new LinkedHashMap<>();
    for (PathPredicate predicate : predicates) {
      byPath.computeIfAbsent(predicate.path(), path -> new ArrayList<>()).add(predicate);
    }
    return byPath;
  }

  private Candidate scan() {
    if (filter instanceof LogicalPartitionFilter.Some some) {
      long items = 0;
      for (long group : some.numbers()) {
        items += estimate(KeyRange.startingWith(StoreKeys.members(group)));
      }
      return new Candidate(items, after -> view.rids(filter, after));
    }
    return new Candidate(view.totals().items(), after -> view.rids(filter, after));
  }

  private Optional<Candidate> indexed(List<String> path) {
    return ranges(path)
        .map(
            found -> {
              long items = found.ranges().stream().mapToLong(this::estimate).sum();
              return found.points() ? points(found, items) : span(found, items);
            });
  }

  private Candidate points(IndexRanges found, long items) {
    return new Candidate(
        items,
        after ->
            RidCursor.merged(
                found.ranges().stream().map(r -> view.above(r.from(), after)).toList()));
  }

  /** A range is not in the order of rids: its items are sorted, which doubles their cost. */
  private Candidate span(IndexRanges found, long items) {
    return new Candidate(
        2 * items,
        after ->
            RidCursor.sorted(
                found.ranges().stream()
                    .map(r -> RidCursor.of(view.bytes().scan(r), AccessPath::afterTerm))
                    .toList(),
                after));
  }

  private static int afterTerm(byte[] key) {
    return IndexValue.end(key, KeyWriter.afterNumber(key, 1), false);
  }

  private long estimate(KeyRange range) {
    return view.bytes().estimate(range);
  }
}
