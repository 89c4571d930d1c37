package dev.cosmosblog.local.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.cosmosblog.local.query.Comparison;
import dev.cosmosblog.local.query.PathPredicate;
import dev.cosmosblog.local.query.SortKey;
import dev.cosmosblog.local.query.SortPosition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds a query's items by the indexes of one physical partition, where that spares looking at all of them. */
record IndexLookup(PartitionScope scope, IndexingPolicy policy) {
  /** With fewer items than these, looking at all is as fast. */
  static final int WORTHWHILE = 500;

  /** A share of the items so small that sorting it beats going through all in order. */
  private static final int SMALL_SHARE = 8;

  /** The items that one of the predicates leaves, by rid; empty if no index helps. */
  Optional<List<Item>> equal(List<PathPredicate> predicates) {
    PhysicalPartition partition = scope.partition();
    if (scope.logical() != null || partition.size() < WORTHWHILE) {
      return Optional.empty();
    }
    return predicates.stream()
        .filter(p -> policy.indexed(p.path()))
        .map(p -> equal(partition, p))
        .flatMap(Optional::stream)
        .min(Comparator.comparingInt(List::size));
  }

  /** All items in the order of one path; empty if no index helps. */
  Optional<List<Item>> ordered(
      List<PathPredicate> predicates, List<SortKey> order, @Nullable SortPosition after) {
    PhysicalPartition partition = scope.partition();
    boolean possible =
        scope.logical() == null && order.size() == 1 && partition.size() >= WORTHWHILE;
    if (!possible || !policy.indexed(order.get(0).path()) || small(predicates, partition)) {
      return Optional.empty();
    }
    boolean descending = order.get(0).descending();
    IndexKey from =
        after == null || !IndexKey.hasPlace(after.keys().get(0))
            ? null
            : new IndexKey(after.keys().get(0), after.rid());
    return partition.indexed(
        order.get(0).path(),
        index ->
            index.complete() ? Optional.of(index.ordered(descending, from)) : Optional.empty());
  }

  private boolean small(List<PathPredicate> predicates, PhysicalPartition partition) {
    return equal(predicates).filter(i -> i.size() < partition.size() / SMALL_SHARE).isPresent();
  }

  private static Optional<List<Item>> equal(PhysicalPartition partition, PathPredicate predicate) {
    List<JsonNode> values = values(predicate);
    if (values.isEmpty() || !values.stream().allMatch(IndexKey::hasPlace)) {
      return Optional.empty();
    }
    Optional<List<Item>> found =
        partition.indexed(predicate.path(), index -> Optional.of(union(index, values)));
    found.ifPresent(items -> items.sort(Comparator.comparingLong(Item::rid)));
    return found;
  }

  private static Collection<Item> union(PathIndex index, List<JsonNode> values) {
    if (values.size() == 1) {
      return index.equal(values.get(0));
    }
    List<Item> all = new ArrayList<>();
    values.forEach(value -> all.addAll(index.equal(value)));
    return all.stream().distinct().toList();
  }

  private static List<JsonNode> values(PathPredicate predicate) {
    if (predicate.comparison() == Comparison.EQUAL) {
      return List.of(predicate.value());
    }
    List<JsonNode> values = new ArrayList<>();
    if (predicate.comparison() == Comparison.IN && predicate.value() instanceof ArrayNode array) {
      array.forEach(values::add);
    }
    return values;
  }
}
