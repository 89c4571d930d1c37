package dev.cosmosblog.local.internal.query.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.budget.Budget;
import dev.cosmosblog.local.internal.query.compile.CompiledQuery;
import dev.cosmosblog.local.internal.query.compile.RowOrder;
import dev.cosmosblog.local.internal.query.eval.Sizes;
import dev.cosmosblog.local.internal.query.parse.QueryException;
import dev.cosmosblog.local.internal.query.source.ItemSource;
import dev.cosmosblog.local.internal.query.source.SortPosition;
import dev.cosmosblog.local.internal.query.source.StoredItem;
import dev.cosmosblog.local.internal.query.value.ValueOrder;
import dev.cosmosblog.local.internal.query.value.Values;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Runs a query with ORDER BY. Reads the items in order if an index has that order; otherwise it
 * reads all items and sorts the rows that fit the page.
 */
final class SortedRun {

  private final CompiledQuery query;
  private final ItemSource source;
  private final PageBuilder page;
  private final JsonNode[] frame;
  private final IndexLoad load;
  private final RowOrder.@Nullable RowPosition after;

  /** A row and its position in the order. */
  private record Sorted(RowOrder.RowPosition position, StoredItem item, JsonNode row) {}

  SortedRun(CompiledQuery query, ItemSource source, PageLimits limits, Continuation from) {
    this.query = query;
    this.source = source;
    page = new PageBuilder(limits, query.window().limit(), from.orRestarted(query));
    frame = query.frame();
    load = new IndexLoad(query, source);
    after =
        from.values() == null
            ? null
            : new RowOrder.RowPosition(from.values(), from.rid(), from.row());
  }

  QueryPage run() {
    if (!source.orderable(query.order().keys())) {
      throw notOrderable();
    }
    if (page.ended()) {
      return load.page(query, page, null);
    }
    return query.compiled().distinct() ? give(distinct()) : give(sorted());
  }

  private QueryException notOrderable() {
    return QueryException.badRequest(
        query.order().keys().size() == 1
            ? "The index path corresponding to the specified order-by item is excluded."
            : "The order by query does not have a corresponding composite index that it can be"
                + " served from.");
  }

  private QueryPage give(Iterator<Sorted> rows) {
    Sorted last = null;
    while (!page.ended() && rows.hasNext()) {
      Sorted next = rows.next();
      boolean whole = next.row() == next.item().json();
      if (!page.add(next.row(), whole ? next.item().bytes() : JsonSize.of(next.row()))) {
        return load.page(query, page, continuation(last == null ? next : last));
      }
      if (last == null || last.item().rid() != next.item().rid()) {
        load.add(next.item());
      }
      last = next;
    }
    return load.page(query, page, null);
  }

  private Continuation continuation(Sorted last) {
    RowOrder.RowPosition position = last.position();
    return new Continuation(
        page.skip(), page.taken(), position.rid(), -1, position.row(), position.keys());
  }

  private Iterator<Sorted> sorted() {
    SortPosition start = after == null ? null : new SortPosition(after.keys(), after.rid());
    Optional<Iterator<StoredItem>> indexed =
        source.ordered(query.predicates(), query.order().keys(), start);
    return indexed.isPresent() ? new Lazy(indexed.get()) : sort(page.wanted());
  }

  /** The first wanted rows after the position. */
  private Iterator<Sorted> sort(long wanted) {
    Comparator<Sorted> order = (a, b) -> query.order().compare(a.position(), b.position());
    PriorityQueue<Sorted> first = new PriorityQueue<>(order.reversed());
    Iterator<StoredItem> items = source.candidates(query.predicates(), -1);
    Budget budget = Budget.current();
    while (items.hasNext()) {
      long before = budget.allocated();
      int held = first.size();
      for (Sorted row : rows(items.next())) {
        first.add(row);
        if (first.size() > wanted) {
          first.remove();
        }
      }
      if (first.size() == held) {
        // The item's rows took the place of others, or were dropped.
        budget.release(before);
      }
    }
    List<Sorted> rows = new ArrayList<>(first);
    rows.sort(order);
    return rows.iterator();
  }

  /** The rows after the position that equal no earlier row on any page. */
  private Iterator<Sorted> distinct() {
    TreeSet<JsonNode> seen = new TreeSet<>(ValueOrder.INSTANCE);
    List<Sorted> rows = new ArrayList<>();
    Iterator<Sorted> all = new SortedRun(query, source, page, frame, load).sort(Long.MAX_VALUE);
    while (all.hasNext()) {
      Sorted row = all.next();
      Budget.current().allocate(Sizes.ENTRY);
      if (seen.add(row.row()) && isAfter(row.position())) {
        rows.add(row);
      }
    }
    return rows.iterator();
  }

  /** The same run, from the start of the order. */
  private SortedRun(
      CompiledQuery query, ItemSource source, PageBuilder page, JsonNode[] frame, IndexLoad load) {
    this.query = query;
    this.source = source;
    this.page = page;
    this.frame = frame;
    this.load = load;
    this.after = null;
  }

  private List<Sorted> rows(StoredItem item) {
    List<Sorted> rows = new ArrayList<>(1);
    Budget budget = Budget.current();
    int[] number = {0};
    frame[0] = item.json();
    query
        .compiled()
        .rows()
        .forEach(
            frame,
            () -> {
              budget.row();
              RowOrder.RowPosition position =
                  new RowOrder.RowPosition(query.order().keysOf(frame), item.rid(), number[0]++);
              JsonNode row =
                  isAfter(position)
                      ? query.compiled().projection().evaluate(frame)
                      : Values.UNDEFINED;
              if (!row.isMissingNode()) {
                budget.allocate(2 * Sizes.OBJECT);
                rows.add(new Sorted(position, item, row));
              }
              return true;
            });
    return rows;
  }

  private boolean isAfter(RowOrder.RowPosition position) {
    return after == null || query.order().compare(position, after) > 0;
  }

  /** The rows of items that an index returns in order, read one item at a time. */
  private final class Lazy implements Iterator<Sorted> {

    private final Iterator<StoredItem> items;
    private Iterator<Sorted> rows = List.<Sorted>of().iterator();

    Lazy(Iterator<StoredItem> items) {
      this.items = items;
    }

    @Override
    public boolean hasNext() {
      while (!rows.hasNext() && items.hasNext()) {
        rows = rows(items.next()).iterator();
      }
      return rows.hasNext();
    }

    @Override
    public Sorted next() {
      hasNext();
      return rows.next();
    }
  }
}
