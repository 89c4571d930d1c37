package dev.cosmosblog.local.internal.query.source;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The items of one partition, as far as a query may see them, at one moment. */
public interface ItemSource {

  /**
   * The items that may meet every predicate, in ascending rid. It may give items that don't meet
   * them: the query tests each.
   *
   * @param predicates what every row of the query meets, to use an index with
   * @param afterRid only items with a greater rid; -1 for all
   * @return the items
   */
  Iterator<StoredItem> candidates(List<PathPredicate> predicates, long afterRid);

  /**
   * The same items in the order of the keys, if an index has that order. Undefined comes before
   * null, then booleans, numbers, strings (by code point), arrays, objects; equal keys are in
   * ascending rid, or in descending rid if the first key is descending.
   *
   * @param predicates what every row of the query meets
   * @param order the keys, the first being the most significant
   * @param after items before this place may be left out; null to begin with the first item
   * @return the items, or empty if there is no such index: then the query sorts
   */
  default Optional<Iterator<StoredItem>> ordered(
      List<PathPredicate> predicates, List<SortKey> order, @Nullable SortPosition after) {
    return Optional.empty();
  }

  /**
   * Whether the indexing policy indexes a path.
   *
   * @param path the names from the item's root
   * @return whether it does
   */
  boolean indexed(List<String> path);

  /**
   * Whether the indexing policy allows an ORDER BY: one key needs an indexed path, several need a
   * composite index.
   *
   * @param order the keys
   * @return whether the query may run
   */
  boolean orderable(List<SortKey> order);
}
