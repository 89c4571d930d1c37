package dev.cosmosblog.local.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A compiled expression. It may be used by many threads: what differs between rows stands in the
 * frame, one slot for each alias and aggregate of the query and its subqueries.
 */
public interface Evaluator {

  /** The expression's value, never null; undefined is a MissingNode. */
  JsonNode evaluate(JsonNode[] frame);
}
