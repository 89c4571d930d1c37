package dev.cosmoslocal.internal.query.page;

import dev.cosmoslocal.internal.query.compile.CompiledQuery;
import dev.cosmoslocal.internal.query.source.ItemSource;

/** Runs one page of a query, with the kind of run that its clauses need. */
public final class PageRunner {

  private PageRunner() {}

  public static QueryPage page(CompiledQuery query, ItemSource items, PageLimits limits) {
    if (query.itemless()) {
      return loading(run(query, InnerQueryRows.NOTHING, limits), 0, 0, 0);
    }
    if (query.inner() == null) {
      return run(query, items, limits);
    }
    QueryPage inner = page(query.inner(), items, PageLimits.WHOLE);
    QueryPage outer = run(query, InnerQueryRows.of(inner.documents()), limits);
    return loading(outer, inner.itemsLoaded(), inner.bytesLoaded(), inner.itemsCounted());
  }

  /** The page with the counts of the inner query, as its own rows do not come from stored items. */
  private static QueryPage loading(QueryPage page, int items, long bytes, int counted) {
    return new QueryPage(
        page.documents(), page.continuation(), items, bytes, counted, page.ordered());
  }

  private static QueryPage run(CompiledQuery query, ItemSource source, PageLimits limits) {
    Continuation from =
        limits.continuation() == null
            ? Continuation.first(query)
            : Continuation.decode(limits.continuation(), values(query));
    if (!query.order().isEmpty()) {
      return new SortedRun(query, source, limits, from).run();
    }
    if (query.compiled().grouped()) {
      return new GroupedRun(query, source, limits, from).run();
    }
    if (query.compiled().distinct()) {
      return new DistinctRun(query, source, limits, from).run();
    }
    return new StreamingRun(query, source, limits, from).run(source);
  }

  /** The number of values in a continuation of the query. */
  private static int values(CompiledQuery query) {
    if (!query.order().isEmpty()) {
      return query.order().keys().size();
    }
    if (query.compiled().grouped()) {
      return query.compiled().keys().size();
    }
    return query.compiled().distinct() ? 1 : 0;
  }
}
