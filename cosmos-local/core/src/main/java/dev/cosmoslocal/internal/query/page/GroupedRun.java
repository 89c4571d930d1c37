package dev.cosmoslocal.internal.query.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.query.compile.CompiledQuery;
import dev.cosmoslocal.internal.query.eval.Grouping;
import dev.cosmoslocal.internal.query.source.ItemSource;
import dev.cosmoslocal.internal.query.source.StoredItem;
import dev.cosmoslocal.internal.query.value.ValueOrder;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Runs a query with GROUP BY or aggregates. Reads all items, then returns the groups in the order
 * of their keys, so that a page can start after the last key of the page before.
 */
final class GroupedRun {

  private final CompiledQuery query;
  private final ItemSource source;
  private final PageBuilder page;
  private final IndexLoad load;
  private final @Nullable List<JsonNode> after;

  private List<JsonNode> last = List.of();
  private boolean full;

  GroupedRun(CompiledQuery query, ItemSource source, PageLimits limits, Continuation from) {
    this.query = query;
    this.source = source;
    page = new PageBuilder(limits, query.window().limit(), from.orRestarted(query));
    load = new IndexLoad(query, source);
    after = from.values();
  }

  QueryPage run() {
    if (page.ended()) {
      return load.page(query, page, null);
    }
    JsonNode[] frame = query.frame();
    Budget budget = Budget.current();
    long before = budget.allocated();
    Grouping grouping = new Grouping(query.compiled());
    Iterator<StoredItem> items = source.candidates(query.predicates(), -1);
    while (items.hasNext()) {
      StoredItem item = items.next();
      frame[0] = item.json();
      grouping.reading(frame[0], budget.allocated() - before - grouping.held());
      load.offer(item, frame);
      query.compiled().rows().forEach(frame, () -> add(grouping, frame));
      budget.keep(before, grouping.held());
    }
    Grouping.Sink sink = query.compiled().distinct() ? distinct() : this::give;
    grouping.forEach(query.frame(), after, sink);
    return load.page(query, page, full ? continuation() : null);
  }

  private static boolean add(Grouping grouping, JsonNode[] frame) {
    grouping.add(frame);
    return true;
  }

  /**
   * A sink that skips equal rows of different groups. It sees one page only: the service documents
   * no such query.
   */
  private Grouping.Sink distinct() {
    TreeSet<JsonNode> seen = new TreeSet<>(ValueOrder.INSTANCE);
    return (key, row) -> !seen.add(row) || give(key, row);
  }

  private boolean give(List<JsonNode> key, JsonNode row) {
    full = !page.add(row, JsonSize.of(row), 0);
    if (!full) {
      last = key;
    }
    return !full && !page.ended();
  }

  private Continuation continuation() {
    return new Continuation(page.skip(), page.taken(), -1, -1, 0, last);
  }
}
