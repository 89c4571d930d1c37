package dev.cosmosblog.local.query;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Predicate;

/** Plans and answers queries. Immutable as far as a caller can see, and safe for many threads. */
public final class QueryEngine {

  /** An engine that keeps the most recently used queries parsed. */
  public QueryEngine() {}

  /**
   * The plan by which a client runs a query over several partitions.
   *
   * @param query the query
   * @return the plan
   * @throws QueryException if the query is wrong or can't be run over several partitions
   */
  public QueryPlan plan(QueryText query) {
    throw QueryException.unsupported("The query " + query.text());
  }

  /**
   * One page of a query over one source.
   *
   * @param query the query
   * @param source the items
   * @param limits where the page begins and how long it may get
   * @return the page
   * @throws QueryException if the query or the continuation is wrong
   */
  public QueryPage page(QueryText query, ItemSource source, PageLimits limits) {
    throw QueryException.unsupported("The query " + query.text());
  }

  /**
   * The condition of a partial update, {@code FROM c WHERE …}.
   *
   * @param text the condition
   * @return a test of an item
   * @throws QueryException if the condition is wrong
   */
  public Predicate<JsonNode> condition(String text) {
    throw QueryException.unsupported("The condition " + text);
  }
}
