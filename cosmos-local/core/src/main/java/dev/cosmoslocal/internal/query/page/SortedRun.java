package dev.cosmoslocal.internal.query.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.budget.BudgetExceededException;
import dev.cosmoslocal.internal.query.compile.CompiledQuery;
import dev.cosmoslocal.internal.query.compile.RowOrder;
import dev.cosmoslocal.internal.query.eval.Sizes;
import dev.cosmoslocal.internal.query.parse.QueryException;
import dev.cosmoslocal.internal.query.source.ItemSource;
import dev.cosmoslocal.internal.query.source.SortPosition;
import dev.cosmoslocal.internal.query.source.StoredItem;
import dev.cosmoslocal.internal.query.value.ValueOrder;
import dev.cosmoslocal.internal.query.value.Values;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
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

  private final boolean whole;

  private final Budget budget = Budget.current();

  /** Whether an index has the order, so that the rows are read one after the other. */
  private boolean indexed;

  /** Whether the page ends before an item that may be on it. */
  private boolean cut;

  /** A row, its position in the order, the bytes of its JSON, and the memory that it takes. */
  private record Sorted(
      RowOrder.RowPosition position, StoredItem item, JsonNode row, long bytes, long memory) {}

  SortedRun(CompiledQuery query, ItemSource source, PageLimits limits, Continuation from) {
    this.query = query;
    this.source = source;
    page = new PageBuilder(limits, query.window().limit(), from.orRestarted(query));
    frame = query.frame();
    load = new IndexLoad(query, source);
    whole = limits.whole();
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
    while (!page.ended() && hasNext(rows)) {
      Sorted next = rows.next();
      if (!page.add(next.row(), next.bytes(), indexed ? next.memory() : 0)) {
        return load.page(query, page, continuation(last == null ? next : last));
      }
      if (last == null || last.item().rid() != next.item().rid()) {
        load.add(next.item());
      }
      last = next;
      cut = indexed && !whole && budget.runsLow() && !page.ended();
    }
    return load.page(query, page, cut && last != null ? continuation(last) : null);
  }

  /** Returns false even if the page ends early, because the next item can be on the next page. */
  private boolean hasNext(Iterator<Sorted> rows) {
    try {
      return !cut && rows.hasNext();
    } catch (BudgetExceededException refusal) {
      if (!indexed || whole || page.rows().isEmpty() || !refusal.isOfMemory()) {
        throw refusal;
      }
      cut = true;
      return false;
    }
  }

  private Continuation continuation(Sorted last) {
    RowOrder.RowPosition position = last.position();
    return new Continuation(
        page.skip(), page.taken(), position.rid(), -1, position.row(), position.keys());
  }

  private Iterator<Sorted> sorted() {
    SortPosition start = after == null ? null : new SortPosition(after.keys(), after.rid());
    Optional<Iterator<StoredItem>> found =
        source.ordered(query.predicates(), query.order().keys(), start);
    indexed = found.isPresent();
    return found.isPresent()
        ? new Lazy(found.get())
        : sort(new FirstRows<>(this::compare, page)).iterator();
  }

  private int compare(Sorted left, Sorted right) {
    return query.order().compare(left.position(), right.position());
  }

  /** The first rows after the position. */
  private Iterable<Sorted> sort(FirstRows<Sorted> first) {
    Iterator<StoredItem> items = source.candidates(query.predicates(), -1);
    long before = budget.allocated();
    while (items.hasNext()) {
      for (Sorted row : rows(items.next(), first::isBeyond)) {
        first.add(row, row.bytes(), row.memory());
      }
      // The item's rows may have taken the place of others.
      budget.keep(before, first.held());
    }
    return first.rows();
  }

  /** The rows after the position that equal no earlier row on any page. */
  private Iterator<Sorted> distinct() {
    TreeSet<JsonNode> seen = new TreeSet<>(ValueOrder.INSTANCE);
    List<Sorted> rows = new ArrayList<>();
    SortedRun all = new SortedRun(query, source, page, frame, load);
    for (Sorted row : all.sort(FirstRows.all(this::compare))) {
      budget.allocate(Sizes.ENTRY);
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
    this.whole = true;
  }

  /** The rows of an item that are not beyond those that are needed. */
  private List<Sorted> rows(StoredItem item, Predicate<Sorted> beyond) {
    List<Sorted> rows = new ArrayList<>(1);
    int[] number = {0};
    long before = budget.allocated();
    frame[0] = item.json();
    long memory = budget.allocated() - before;
    query
        .compiled()
        .rows()
        .forEach(
            frame,
            () -> {
              budget.row();
              RowOrder.RowPosition position =
                  new RowOrder.RowPosition(query.order().keysOf(frame), item.rid(), number[0]++);
              Sorted place = new Sorted(position, item, Values.UNDEFINED, 0, 0);
              if (isAfter(position) && !beyond.test(place)) {
                row(place, memory).ifPresent(rows::add);
              }
              return true;
            });
    return rows;
  }

  /** The row that is bound in the frame, if the projection defines it. */
  private Optional<Sorted> row(Sorted place, long memory) {
    JsonNode row = query.compiled().projection().evaluate(frame);
    if (row.isMissingNode()) {
      return Optional.empty();
    }
    boolean whole = row == frame[0];
    long held = 2 * Sizes.OBJECT + (whole ? memory : Sizes.of(row));
    for (JsonNode key : place.position().keys()) {
      held += Sizes.of(key);
    }
    budget.allocate(2 * Sizes.OBJECT);
    long bytes = whole ? place.item().bytes() : JsonSize.of(row);
    return Optional.of(new Sorted(place.position(), place.item(), row, bytes, held));
  }

  private boolean isAfter(RowOrder.RowPosition position) {
    return after == null || query.order().compare(position, after) > 0;
  }

  /** The rows of items that an index returns in order, read one item at a time. */
  private final class Lazy implements Iterator<Sorted> {

    private final Iterator<StoredItem> items;
    private final long before = budget.allocated();
    private Iterator<Sorted> rows = List.<Sorted>of().iterator();

    Lazy(Iterator<StoredItem> items) {
      this.items = items;
    }

    @Override
    public boolean hasNext() {
      while (!rows.hasNext() && items.hasNext()) {
        budget.keep(before, page.held());
        rows = rows(items.next(), row -> false).iterator();
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
