package dev.cosmoslocal.internal.engine.query;

import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.engine.index.OrderedIndex;
import dev.cosmoslocal.internal.engine.partition.PartitionView;
import dev.cosmoslocal.internal.engine.partition.RidCursor;
import dev.cosmoslocal.internal.engine.resource.JsonPath;
import dev.cosmoslocal.internal.query.source.PathPredicate;
import dev.cosmoslocal.internal.query.source.SortKey;
import dev.cosmoslocal.internal.query.source.SortPosition;
import dev.cosmoslocal.internal.storage.KeyRange;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads items in the order of an index, if that is less work than sorting those that may match. */
record OrderedAccessPath(PartitionView view, AccessPath access, List<PathPredicate> predicates) {
  private static final long PAGE = 100;

  Optional<RidCursor> rids(List<SortKey> order, @Nullable SortPosition after) {
    return OrderedIndex.find(view.layout(), order, predicates)
        .filter(index -> worthwhile(index, after))
        .map(index -> rids(index, after));
  }

  /**
   * Compares the work: the smaller the share of matching items, the more entries of an index one
   * passes to fill a page.
   */
  private boolean worthwhile(OrderedIndex index, @Nullable SortPosition after) {
    long passed = index.span(predicates).map(view.bytes()::estimate).orElse(0L);
    long asked = Math.max(1, Math.min(access.items(), passed));
    long walk = Math.min(passed, PAGE * passed / asked);
    boolean undefinedFirst = !index.backward() && amongUndefined(after) && undefined(index);
    long lookedFor = undefinedFirst ? lookedFor(index) : 0;
    return walk + lookedFor <= access.items() || access.items() >= view.totals().items();
  }

  /** An estimate of how many items one passes to fill a page with those that the index lacks. */
  private long lookedFor(OrderedIndex index) {
    long all = view.totals().items();
    long missing = Math.max(1, all - view.totals().onPath(index.path()));
    return Math.min(access.items(), PAGE * all / missing);
  }

  private RidCursor rids(OrderedIndex index, @Nullable SortPosition after) {
    KeyRange span = index.span(predicates).orElse(null);
    if (span == null) {
      return () -> RidCursor.END;
    }
    KeyRange rest = after == null ? span : span.and(index.from(after));
    RidCursor defined = new OrderedRidCursor(view, index, rest);
    if (!undefined(index)) {
      return defined;
    }
    if (index.backward()) {
      return RidCursor.chain(defined, () -> without(index, RidCursor.END).reversed());
    }
    return amongUndefined(after)
        ? RidCursor.chain(
            without(index, after == null ? RidCursor.END : after.rid() - 1), () -> defined)
        : defined;
  }

  private static boolean amongUndefined(@Nullable SortPosition after) {
    return after == null || after.keys().get(0).isMissingNode();
  }

  /** Returns whether items that the index lacks may match. */
  private boolean undefined(OrderedIndex index) {
    return index.single() && !view.everywhere(index.path()) && !index.bounded(predicates);
  }

  /** The items that lack the path. The index doesn't hold them, so a scan looks for them. */
  private RidCursor without(OrderedIndex index, long after) {
    RidCursor all = access.rids(after);
    List<String> path = index.order().get(0).path();
    return () -> {
      long rid = all.next();
      while (rid != RidCursor.END && has(rid, path)) {
        rid = all.next();
      }
      return rid;
    };
  }

  private boolean has(long rid, List<String> path) {
    Budget budget = Budget.current();
    long before = budget.allocated();
    boolean has =
        view.item(rid).filter(r -> JsonPath.find(r.item().json(), path).isMissingNode()).isEmpty();
    budget.release(before);
    return has;
  }
}
