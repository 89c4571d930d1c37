package dev.cosmosblog.local.query;

/** Runs a page of a query in the way that its clauses ask for. */
final class QueryRun {

  private QueryRun() {}

  static QueryPage page(Query query, ItemSource items, PageLimits limits) {
    ItemSource source = source(query, items);
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
    return new PlainRun(query, source, limits, from).run(source);
  }

  /** How many values a continuation of the query carries. */
  private static int values(Query query) {
    if (!query.order().isEmpty()) {
      return query.order().keys().size();
    }
    if (query.compiled().grouped()) {
      return query.compiled().keys().size();
    }
    return query.compiled().distinct() ? 1 : 0;
  }

  private static ItemSource source(Query query, ItemSource items) {
    if (query.itemless()) {
      return RowSourceItems.NOTHING;
    }
    if (query.inner() == null) {
      return items;
    }
    PageLimits all = new PageLimits(-1, Integer.MAX_VALUE, null);
    return RowSourceItems.of(page(query.inner(), items, all).documents());
  }
}
