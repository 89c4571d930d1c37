package dev.cosmosblog.local.internal.query.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.budget.Budget;
import dev.cosmosblog.local.internal.query.compile.CompiledQuery;
import dev.cosmosblog.local.internal.query.eval.Sizes;
import dev.cosmosblog.local.internal.query.source.ItemSource;
import dev.cosmosblog.local.internal.query.source.StoredItem;
import dev.cosmosblog.local.internal.query.value.ValueOrder;
import dev.cosmosblog.local.internal.query.value.Values;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Runs a query with DISTINCT. Returns the rows in the order of values, so that a page can start
 * after the last row of the page before.
 */
final class DistinctRun {

  private final CompiledQuery query;
  private final ItemSource source;
  private final PageBuilder page;
  private final IndexLoad load;
  private final @Nullable JsonNode after;

  DistinctRun(CompiledQuery query, ItemSource source, PageLimits limits, Continuation from) {
    this.query = query;
    this.source = source;
    page = new PageBuilder(limits, query.window().limit(), from.orRestarted(query));
    load = new IndexLoad(query, source);
    after = from.values() == null ? null : from.values().get(0);
  }

  QueryPage run() {
    if (page.ended()) {
      return load.page(query, page, null);
    }
    JsonNode last = Values.UNDEFINED;
    for (JsonNode row : first(page.wanted())) {
      if (page.ended()) {
        break;
      }
      if (!page.add(row, JsonSize.of(row))) {
        Continuation next = new Continuation(page.skip(), page.taken(), -1, -1, 0, List.of(last));
        return load.page(query, page, next);
      }
      last = row;
    }
    return load.page(query, page, null);
  }

  /** The first wanted rows after the position. */
  private TreeSet<JsonNode> first(long wanted) {
    TreeSet<JsonNode> values = new TreeSet<>(ValueOrder.INSTANCE);
    JsonNode[] frame = query.frame();
    Iterator<StoredItem> items = source.candidates(query.predicates(), -1);
    while (items.hasNext()) {
      StoredItem item = items.next();
      frame[0] = item.json();
      load.offer(item, frame);
      query
          .compiled()
          .rows()
          .forEach(
              frame,
              () -> {
                add(values, frame, wanted);
                return true;
              });
    }
    return values;
  }

  private void add(TreeSet<JsonNode> values, JsonNode[] frame, long wanted) {
    Budget budget = Budget.current();
    budget.row();
    long before = budget.allocated();
    JsonNode row = query.compiled().projection().evaluate(frame);
    if (row.isMissingNode() || !isAfter(row) || !values.add(row)) {
      budget.release(before);
      return;
    }
    if (values.size() > wanted) {
      values.pollLast();
      budget.release(before);
    } else {
      budget.allocate(Sizes.ENTRY);
    }
  }

  private boolean isAfter(JsonNode row) {
    return after == null || ValueOrder.INSTANCE.compare(row, after) > 0;
  }
}
