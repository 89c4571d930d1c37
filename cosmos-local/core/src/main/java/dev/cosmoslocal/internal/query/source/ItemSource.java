package dev.cosmoslocal.internal.query.source;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The items of one partition that a query can see, at one moment. */
public interface ItemSource {

  /**
   * Returns the items that can meet every predicate, in ascending order of rid. It can return other
   * items as well: the query tests each item.
   *
   * @param afterRid the rid after which to start; -1 for all items
   */
  Iterator<StoredItem> candidates(List<PathPredicate> predicates, long afterRid);

  /**
   * Returns the same items in the order of the keys, if an index has that order. Undefined comes
   * first, then null, booleans, numbers, strings (by code point), arrays and objects. Items with
   * equal keys are in ascending order of rid, or in descending order if the first key is
   * descending.
   *
   * @param predicates conditions that every row of the query meets
   * @param order the keys, the most significant first
   * @param after the position before which items can be left out; null to start with the first item
   * @return the items, or empty if there is no such index, so that the query sorts
   */
  default Optional<Iterator<StoredItem>> ordered(
      List<PathPredicate> predicates, List<SortKey> order, @Nullable SortPosition after) {
    return Optional.empty();
  }

  /**
   * Returns whether the indexing policy indexes a path.
   *
   * @param path the property names from the item's root
   */
  boolean indexed(List<String> path);

  /**
   * Returns whether the indexing policy allows an ORDER BY. One key needs an indexed path, several
   * keys need a composite index.
   */
  boolean orderable(List<SortKey> order);
}
