package dev.cosmoslocal.internal.engine.index;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.query.source.Comparison;
import dev.cosmoslocal.internal.query.source.PathPredicate;
import dev.cosmoslocal.internal.storage.KeyRange;
import dev.cosmoslocal.internal.storage.KeyWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The ranges of an index that hold all items that match conditions on its path, and possibly some
 * more.
 *
 * @param points whether each range holds the items of a single value, and so in the order of their
 *     rids
 */
public record IndexRanges(List<KeyRange> ranges, boolean points) {
  /**
   * Returns the ranges for a path; the prefix is that of all its keys. Empty if no condition
   * narrows them.
   */
  public static Optional<IndexRanges> of(byte[] prefix, List<PathPredicate> onPath) {
    IndexRanges best = null;
    for (PathPredicate predicate : onPath) {
      IndexRanges next = of(prefix, predicate).orElse(null);
      best = best == null || next == null ? (best == null ? next : best) : best.and(next);
    }
    return Optional.ofNullable(best);
  }

  /** The key of a value, without a rid. */
  static byte[] key(byte[] prefix, JsonNode value) {
    KeyWriter out = new KeyWriter(prefix[0]).raw(Arrays.copyOfRange(prefix, 1, prefix.length));
    return IndexValue.write(out, value).toBytes();
  }

  /**
   * Intersects two sets of ranges. Each range begins and ends between values, so a value is kept as
   * a whole or not at all.
   */
  private IndexRanges and(IndexRanges other) {
    List<KeyRange> common = new ArrayList<>();
    for (KeyRange mine : ranges) {
      other.ranges.stream().map(mine::and).filter(r -> !r.isEmpty()).forEach(common::add);
    }
    return new IndexRanges(common, points || other.points);
  }

  private static Optional<IndexRanges> of(byte[] prefix, PathPredicate predicate) {
    JsonNode value = predicate.value();
    return switch (predicate.comparison()) {
      case EQUAL -> Optional.of(points(prefix, List.of(value)));
      case IN -> Optional.of(points(prefix, value));
      case STARTS_WITH ->
          value.isTextual()
              ? Optional.of(range(KeyRange.startingWith(beginning(prefix, value))))
              : Optional.empty();
      default -> ordered(prefix, predicate.comparison(), value);
    };
  }

  /** Nothing equals undefined. */
  private static IndexRanges points(byte[] prefix, Iterable<JsonNode> values) {
    TreeSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
    for (JsonNode value : values) {
      if (!value.isMissingNode()) {
        keys.add(key(prefix, value));
      }
    }
    return new IndexRanges(keys.stream().map(KeyRange::startingWith).toList(), true);
  }

  private static Optional<IndexRanges> ordered(
      byte[] prefix, Comparison comparison, JsonNode value) {
    if (value.isContainerNode() || value.isMissingNode()) {
      return Optional.empty();
    }
    byte[] key = key(prefix, value);
    boolean exact = IndexValue.exact(value);
    KeyRange type =
        new KeyRange(
            tag(prefix, IndexValue.firstOfType(value)), tag(prefix, IndexValue.lastOfType(value)));
    KeyRange bound =
        switch (comparison) {
          case GREATER -> new KeyRange(exact ? KeyRange.after(key) : key, type.to());
          case GREATER_OR_EQUAL -> new KeyRange(key, type.to());
          case LESS -> new KeyRange(type.from(), exact ? key : KeyRange.after(key));
          default -> new KeyRange(type.from(), KeyRange.after(key));
        };
    return Optional.of(range(bound));
  }

  private static IndexRanges range(KeyRange range) {
    return new IndexRanges(range.isEmpty() ? List.of() : List.of(range), false);
  }

  private static byte[] tag(byte[] prefix, int tag) {
    byte[] key = Arrays.copyOf(prefix, prefix.length + 1);
    key[prefix.length] = (byte) tag;
    return key;
  }

  private static byte[] beginning(byte[] prefix, JsonNode text) {
    KeyWriter out = new KeyWriter(prefix[0]).raw(Arrays.copyOfRange(prefix, 1, prefix.length));
    out.one(IndexValue.TEXT).text(KeyWriter.utf8(text.textValue()), IndexValue.MAX_TEXT);
    return out.toBytes();
  }
}
