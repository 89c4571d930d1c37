package dev.cosmosblog.local.internal.query.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.budget.Budget;
import dev.cosmosblog.local.internal.query.compile.CompiledQuery;
import dev.cosmosblog.local.internal.query.source.ItemSource;
import dev.cosmosblog.local.internal.query.source.StoredItem;
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

  private StoredItem item = InnerQueryRows.NO_ITEM;
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
      frame[0] = item.json();
      int before = page.rows().size();
      load.offer(item, frame);
      query.compiled().rows().forEach(frame, this::next);
      if (full) {
        return cut(done, before);
      }
      done = item.rid();
      budget.step();
      if (budget.runsLow() && !whole && !page.ended() && items.hasNext()) {
        Continuation next = new Continuation(page.skip(), page.taken(), done, -1, 0, List.of());
        return load.page(query, page, next);
      }
    }
    return load.page(query, page, null);
  }

  private QueryPage cut(long done, int before) {
    if (page.rows().size() == before) {
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
    long size = value == frame[0] ? item.bytes() : JsonSize.of(value);
    full = !page.ended() && !page.add(value, size);
    row += full ? 0 : 1;
    return !full && !page.ended();
  }
}
