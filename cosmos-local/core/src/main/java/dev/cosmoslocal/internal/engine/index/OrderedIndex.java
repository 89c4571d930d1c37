package dev.cosmoslocal.internal.engine.index;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.query.source.Comparison;
import dev.cosmoslocal.internal.query.source.PathPredicate;
import dev.cosmoslocal.internal.query.source.SortKey;
import dev.cosmoslocal.internal.query.source.SortPosition;
import dev.cosmoslocal.internal.storage.KeyRange;
import dev.cosmoslocal.internal.storage.KeyWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * An index whose order, forwards or backwards, is that of an ORDER BY.
 *
 * @param prefix the common prefix of its relevant keys; the values of the sort keys follow
 * @param backward whether it is read backwards
 * @param tiesFit whether entries with equal values come in the order of rids that the first sort
 *     key asks for
 */
public record OrderedIndex(byte[] prefix, List<SortKey> order, boolean backward, boolean tiesFit) {
  public static Optional<OrderedIndex> find(
      IndexLayout layout, List<SortKey> order, List<PathPredicate> predicates) {
    if (order.stream().anyMatch(SortKey::inArray)) {
      return Optional.empty();
    }
    for (CompositeIndex composite : layout.composites()) {
      Optional<OrderedIndex> found = composite(composite, order, predicates);
      if (found.isPresent()) {
        return found;
      }
    }
    int path = order.size() == 1 ? layout.number(order.get(0).path()) : IndexLayout.NOT_INDEXED;
    return path == IndexLayout.NOT_INDEXED
        ? Optional.empty()
        : Optional.of(
            new OrderedIndex(IndexKeys.path(path), order, order.get(0).descending(), true));
  }

  /** A composite index serves an ORDER BY by its last keys if equality pins the ones before. */
  private static Optional<OrderedIndex> composite(
      CompositeIndex composite, List<SortKey> order, List<PathPredicate> predicates) {
    int pinned = composite.keys().size() - order.size();
    if (pinned < 0) {
      return Optional.empty();
    }
    List<SortKey> rest = composite.keys().subList(pinned, composite.keys().size());
    boolean forward = rest.equals(order);
    if (!forward && !rest.equals(CompositeIndex.reversed(order))) {
      return Optional.empty();
    }
    KeyWriter prefix = new KeyWriter(IndexKeys.COMPOSITE).number(composite.number());
    for (SortKey key : composite.keys().subList(0, pinned)) {
      Optional<JsonNode> value = pin(key, predicates);
      if (value.isEmpty()) {
        return Optional.empty();
      }
      int start = prefix.length();
      IndexValue.write(prefix, value.get());
      if (key.descending()) {
        prefix.invert(start);
      }
    }
    // Read backwards, rids descend.
    boolean tiesFit = order.get(0).descending() != forward;
    return Optional.of(new OrderedIndex(prefix.toBytes(), order, !forward, tiesFit));
  }

  private static Optional<JsonNode> pin(SortKey key, List<PathPredicate> predicates) {
    return predicates.stream()
        .filter(p -> p.path().equals(key.path()) && p.comparison() == Comparison.EQUAL)
        .map(PathPredicate::value)
        .filter(v -> IndexValue.exact(v) && !v.isMissingNode())
        .findFirst();
  }

  public boolean single() {
    return prefix[0] == IndexKeys.TERM;
  }

  public int path() {
    return (int) KeyWriter.number(prefix, 1);
  }

  /** Returns whether conditions on the first sort key exclude undefined. */
  public boolean bounded(List<PathPredicate> predicates) {
    return ranges(predicates).isPresent();
  }

  /** The keys that may match the conditions on the first sort key; empty if none can. */
  public Optional<KeyRange> span(List<PathPredicate> predicates) {
    Optional<IndexRanges> bounds = ranges(predicates);
    if (bounds.isEmpty()) {
      return Optional.of(KeyRange.startingWith(prefix));
    }
    List<KeyRange> ranges = bounds.get().ranges();
    if (ranges.isEmpty()) {
      return Optional.empty();
    }
    KeyRange whole = new KeyRange(ranges.get(0).from(), ranges.get(ranges.size() - 1).to());
    return Optional.of(inverted(0) ? inverted(whole) : whole);
  }

  private Optional<IndexRanges> ranges(List<PathPredicate> predicates) {
    List<String> path = order.get(0).path();
    return IndexRanges.of(prefix, predicates.stream().filter(p -> p.path().equals(path)).toList());
  }

  /** The range of the same values in descending order. */
  private KeyRange inverted(KeyRange range) {
    return new KeyRange(
        KeyRange.after(inverted(range.to())), KeyRange.after(inverted(range.from())));
  }

  private byte[] inverted(byte[] key) {
    KeyWriter out = new KeyWriter(prefix[0]).raw(Arrays.copyOfRange(key, 1, key.length));
    return out.invert(prefix.length).toBytes();
  }

  /** The keys from a position on, in the direction of reading. */
  public KeyRange from(SortPosition position) {
    KeyWriter key = new KeyWriter(prefix[0]).raw(Arrays.copyOfRange(prefix, 1, prefix.length));
    boolean exact = true;
    for (int i = 0; i < order.size() && exact; i++) {
      JsonNode value = position.keys().get(i);
      int start = key.length();
      IndexValue.write(key, value);
      if (inverted(i)) {
        key.invert(start);
      }
      exact = IndexValue.exact(value);
    }
    if (exact && tiesFit) {
      key.number(position.rid());
    }
    byte[] bytes = key.toBytes();
    return backward
        ? new KeyRange(prefix, KeyRange.after(bytes))
        : new KeyRange(bytes, KeyRange.after(prefix));
  }

  /** Returns whether the values of a sort key are inverted in the index. */
  private boolean inverted(int i) {
    return order.get(i).descending() != backward;
  }

  /**
   * The length of the prefix of an entry that determines its place in the order; the whole length
   * if the entry does.
   */
  public int certain(byte[] entry) {
    int at = prefix.length;
    for (int i = 0; i < order.size(); i++) {
      int end = IndexValue.end(entry, at, inverted(i));
      if (!IndexValue.exact(entry, at, end, inverted(i))) {
        return end;
      }
      at = end;
    }
    return tiesFit ? entry.length : at;
  }

  public int rid(byte[] entry) {
    int at = prefix.length;
    for (int i = 0; i < order.size(); i++) {
      at = IndexValue.end(entry, at, inverted(i));
    }
    return at;
  }
}
