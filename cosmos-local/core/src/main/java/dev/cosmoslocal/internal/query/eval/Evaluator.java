package dev.cosmoslocal.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A compiled expression. Evaluators are immutable, so threads can share them: everything that
 * changes from row to row is in the frame, which has one slot for each alias and aggregate of the
 * query and its subqueries.
 */
public interface Evaluator {

  /** Returns the expression's value for the row in the frame; undefined is a MissingNode. */
  JsonNode evaluate(JsonNode[] frame);
}
