package dev.cosmoslocal.internal.query.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.query.compile.CompiledQuery;
import dev.cosmoslocal.internal.query.eval.Sizes;
import dev.cosmoslocal.internal.query.source.ItemSource;
import dev.cosmoslocal.internal.query.source.StoredItem;
import dev.cosmoslocal.internal.query.value.ValueOrder;
import dev.cosmoslocal.internal.query.value.Values;
import java.util.Iterator;
import java.util.List;
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
    for (JsonNode row : first()) {
      if (page.ended()) {
        break;
      }
      if (!page.add(row, JsonSize.of(row), 0)) {
        Continuation next = new Continuation(page.skip(), page.taken(), -1, -1, 0, List.of(last));
        return load.page(query, page, next);
      }
      last = row;
    }
    return load.page(query, page, null);
  }

  /** The first wanted rows after the position. */
  private Iterable<JsonNode> first() {
    FirstRows<JsonNode> values = new FirstRows<>(ValueOrder.INSTANCE, page);
    Budget budget = Budget.current();
    long before = budget.allocated();
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
                add(values, frame, budget);
                return true;
              });
      budget.keep(before, values.held());
    }
    return values.rows();
  }

  private void add(FirstRows<JsonNode> values, JsonNode[] frame, Budget budget) {
    budget.row();
    long before = budget.allocated();
    JsonNode row = query.compiled().projection().evaluate(frame);
    boolean kept = !row.isMissingNode() && isAfter(row) && values.lacks(row);
    if (kept) {
      values.add(row, JsonSize.of(row), Sizes.ENTRY + Sizes.of(row));
    } else {
      budget.release(before);
    }
  }

  private boolean isAfter(JsonNode row) {
    return after == null || ValueOrder.INSTANCE.compare(row, after) > 0;
  }
}
