package dev.cosmosblog.local.engine;

import dev.cosmosblog.local.internal.query.source.PathPredicate;
import dev.cosmosblog.local.storage.KeyRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * The ways to find the items that may meet a query's conditions: by an index, by logical partition,
 * or all of them.
 */
final class Access {
  private final PartitionView view;
  private final Groups groups;
  private final List<PathPredicate> predicates;
  private final Way best;

  /**
   * A way: about how many items it leads past, and their rids in ascending order, above a given
   * one.
   */
  private record Way(long items, LongFunction<Rids> rids) {}

  Access(PartitionView view, Groups groups, List<PathPredicate> predicates) {
    this.view = view;
    this.groups = groups;
    this.predicates = predicates;
    List<Way> ways = new ArrayList<>();
    ways.add(scan());
    byPath().keySet().forEach(path -> indexed(path).ifPresent(ways::add));
    this.best = ways.stream().min(Comparator.comparingLong(Way::items)).orElseThrow();
  }

  /** About how many items {@link #rids} leads past. */
  long items() {
    return best.items();
  }

  /** The items' numbers above one, in ascending order. */
  Rids rids(long after) {
    return best.rids().apply(after);
  }

  /**
   * Where the index of a path holds what may meet the conditions; empty if it has to hold
   * everything.
   */
  Optional<IndexRanges> ranges(List<String> path) {
    int number = view.layout().number(path);
    return number == PathNode.NOT_INDEXED
        ? Optional.empty()
        : IndexRanges.of(Keys.terms(number), byPath().getOrDefault(path, List.of()));
  }

  private Map<List<String>, List<PathPredicate>> byPath() {
    Map<List<String>, List<PathPredicate>> byPath = new LinkedHashMap<>();
    for (PathPredicate predicate : predicates) {
      byPath.computeIfAbsent(predicate.path(), path -> new ArrayList<>()).add(predicate);
    }
    return byPath;
  }

  private Way scan() {
    if (groups instanceof Groups.Some some) {
      List<byte[]> members = new ArrayList<>();
      for (long group : some.numbers()) {
        members.add(Keys.members(group));
      }
      long items = members.stream().mapToLong(m -> estimate(KeyRange.startingWith(m))).sum();
      return new Way(
          items, after -> Rids.merged(members.stream().map(m -> above(m, after)).toList()));
    }
    return new Way(
        view.totals().items(),
        after -> Rids.of(view.bytes().scan(Keys.from(Keys.ITEM, after + 1)), key -> 1));
  }

  private Optional<Way> indexed(List<String> path) {
    return ranges(path)
        .map(
            found -> {
              long items = found.ranges().stream().mapToLong(this::estimate).sum();
              return found.points() ? points(found, items) : span(found, items);
            });
  }

  private Way points(IndexRanges found, long items) {
    return new Way(
        items,
        after -> Rids.merged(found.ranges().stream().map(r -> above(r.from(), after)).toList()));
  }

  /**
   * The order of a range is not that of rids: its items have to be sorted, which makes each dearer.
   */
  private Way span(IndexRanges found, long items) {
    return new Way(
        2 * items,
        after ->
            Rids.sorted(
                found.ranges().stream()
                    .map(r -> Rids.of(view.bytes().scan(r), Access::afterTerm))
                    .toList(),
                after));
  }

  /** The rids above one that follow a prefix. */
  private Rids above(byte[] prefix, long after) {
    KeyWriter from = new KeyWriter(prefix[0]);
    from.raw(Arrays.copyOfRange(prefix, 1, prefix.length)).number(after + 1);
    KeyRange range = new KeyRange(from.toBytes(), KeyRange.after(prefix));
    return Rids.of(view.bytes().scan(range), key -> prefix.length);
  }

  private static int afterTerm(byte[] key) {
    return IndexValue.end(key, KeyWriter.afterNumber(key, 1), false);
  }

  private long estimate(KeyRange range) {
    return view.bytes().estimate(range);
  }
}
