package dev.cosmoslocal.internal.query.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.budget.BudgetExceededException;
import dev.cosmoslocal.internal.query.compile.CompiledQuery;
import dev.cosmoslocal.internal.query.eval.Sizes;
import dev.cosmoslocal.internal.query.source.ItemSource;
import dev.cosmoslocal.internal.query.source.StoredItem;
import java.util.Iterator;
import java.util.List;

/**
 * Runs a query without ORDER BY, grouping or DISTINCT: returns rows as it reads the items, by rid.
 */
final class StreamingRun {

  private final CompiledQuery query;
  private final PageBuilder page;
  private final JsonNode[] frame;
  private final IndexLoad load;
  private final Continuation from;
  private final Budget budget = Budget.current();

  /** Whether the page must have all rows, even if it takes long. */
  private final boolean whole;

  private final long before = budget.allocated();

  private StoredItem item = InnerQueryRows.NO_ITEM;

  private long memory;

  private int row;
  private boolean full;

  StreamingRun(CompiledQuery query, ItemSource source, PageLimits limits, Continuation from) {
    this.query = query;
    this.from = from;
    whole = limits.whole();
    page = new PageBuilder(limits, query.window().limit(), from);
    frame = query.frame();
    load = new IndexLoad(query, source);
  }

  QueryPage run(ItemSource source) {
    long done = from.rid();
    Iterator<StoredItem> items = source.candidates(query.predicates(), done);
    while (!page.ended() && items.hasNext()) {
      item = items.next();
      row = 0;
      if (!read()) {
        return endedAfter(done);
      }
      int rows = page.rows().size();
      load.offer(item, frame);
      query.compiled().rows().forEach(frame, this::next);
      budget.keep(before, page.held());
      if (full) {
        return cut(done, rows);
      }
      done = item.rid();
      budget.step();
      if (budget.runsLow() && !whole && !page.ended() && items.hasNext()) {
        return endedAfter(done);
      }
    }
    return load.page(query, page, null);
  }

  /** False if the item needs more memory than the page has left, and can be on the next one. */
  private boolean read() {
    try {
      frame[0] = item.json();
      memory = budget.allocated() - before - page.held();
      return true;
    } catch (BudgetExceededException refusal) {
      if (whole || page.rows().isEmpty() || !refusal.isOfMemory()) {
        throw refusal;
      }
      budget.keep(before, page.held());
      return false;
    }
  }

  private QueryPage endedAfter(long done) {
    return load.page(
        query, page, new Continuation(page.skip(), page.taken(), done, -1, 0, List.of()));
  }

  private QueryPage cut(long done, int rows) {
    if (page.rows().size() == rows) {
      load.remove(item);
    }
    return load.page(
        query, page, new Continuation(page.skip(), page.taken(), done, item.rid(), row, List.of()));
  }

  private boolean next() {
    budget.row();
    JsonNode value = query.compiled().projection().evaluate(frame);
    if (value.isMissingNode()) {
      return true;
    }
    if (item.rid() == from.partialRid() && row < from.row()) {
      row++;
      return true;
    }
    boolean all = value == frame[0];
    long size = all ? item.bytes() : JsonSize.of(value);
    full = !page.ended() && !page.add(value, size, all ? memory : Sizes.of(value));
    row += full ? 0 : 1;
    return !full && !page.ended();
  }
}
