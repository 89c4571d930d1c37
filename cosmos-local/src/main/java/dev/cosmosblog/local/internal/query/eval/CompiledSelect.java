package dev.cosmosblog.local.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * A SELECT that is ready to run, but for its order and window.
 *
 * @param rows FROM and WHERE
 * @param keys GROUP BY
 * @param aggregates the aggregates of the projection
 * @param projection makes a row; if it is undefined there is none
 * @param distinct whether equal rows are given once
 */
public record CompiledSelect(
    RowSource rows,
    List<Evaluator> keys,
    List<AggregateColumn> aggregates,
    Evaluator projection,
    boolean distinct) {

  public boolean grouped() {
    return !keys.isEmpty() || !aggregates.isEmpty();
  }

  /** Gives all rows until the sink wants no more; says whether it took all. */
  public boolean run(JsonNode[] frame, RowSink sink) {
    RowSink unique = distinct ? new DistinctSink(sink) : sink;
    if (!grouped()) {
      return rows.forEach(
          frame,
          () -> {
            JsonNode row = projection.evaluate(frame);
            return row.isMissingNode() || unique.accept(row);
          });
    }
    Grouping grouping = new Grouping(keys, aggregates);
    rows.forEach(
        frame,
        () -> {
          grouping.add(frame);
          return true;
        });
    return grouping.forEach(frame, null, projection, (key, row) -> unique.accept(row));
  }
}
