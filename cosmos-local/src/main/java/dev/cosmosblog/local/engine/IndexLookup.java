package dev.cosmosblog.local.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.cosmosblog.local.query.Comparison;
import dev.cosmosblog.local.query.PathPredicate;
import dev.cosmosblog.local.query.SortKey;
import dev.cosmosblog.local.query.SortPosition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds a query's items by the indexes of one physical partition, where that spares looking at all of them. */
record IndexLookup(PartitionScope scope, IndexingPolicy policy) {
  /** With fewer items than these, looking at all is as fast. */
  static final int WORTHWHILE = 500;

  /** Only a share of the items as small as this is worth to be looked up, sorted by rid and sorted again. */
  private static final int SMALL_SHARE = 8;

  /** The few items that one of the predicates leaves, by rid; empty if no index leaves only a few. */
  Optional<List<Item>> equal(List<PathPredicate> predicates) {
    Optional<List<Item>> best = Optional.empty();
    int size = scope.partition().size();
    if (scope.logical() != null || size < WORTHWHILE) {
      return best;
    }
    int limit = size / SMALL_SHARE;
    for (PathPredicate predicate : predicates) {
      Optional<List<Item>> found = equal(predicate, limit);
      best = found.isPresent() ? found : best;
      limit = found.map(List::size).orElse(limit);
    }
    return best;
  }

  /** All items in the order of one path; empty if no index helps. */
  Optional<List<Item>> ordered(
      List<PathPredicate> predicates, List<SortKey> order, @Nullable SortPosition after) {
    PhysicalPartition partition = scope.partition();
    boolean possible =
        scope.logical() == null && order.size() == 1 && partition.size() >= WORTHWHILE;
    if (!possible || !policy.indexed(order.get(0).path()) || equal(predicates).isPresent()) {
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

  private Optional<List<Item>> equal(PathPredicate predicate, int limit) {
    List<JsonNode> values = values(predicate);
    boolean possible = !values.isEmpty() && values.stream().allMatch(IndexKey::hasPlace);
    if (!possible || !policy.indexed(predicate.path())) {
      return Optional.empty();
    }
    Optional<List<Item>> found =
        scope.partition().indexed(predicate.path(), index -> index.equal(values, limit));
    found.ifPresent(items -> items.sort(Comparator.comparingLong(Item::rid)));
    return found;
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
