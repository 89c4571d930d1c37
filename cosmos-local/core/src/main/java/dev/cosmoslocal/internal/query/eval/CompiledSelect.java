package dev.cosmoslocal.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.query.parse.AggregateKind;
import dev.cosmoslocal.internal.query.value.ValueOrder;
import java.util.List;
import java.util.TreeSet;

/**
 * A compiled SELECT without its ORDER BY, TOP, OFFSET and LIMIT.
 *
 * @param rows FROM and WHERE
 * @param projection makes a row of the result; an undefined one is left out
 * @param keepsRows whether the projection of a group needs the group's first row besides its keys
 * @param distinct whether equal rows are returned once
 */
public record CompiledSelect(
    RowSource rows,
    List<GroupingKey> keys,
    List<CompiledAggregate> aggregates,
    Evaluator projection,
    boolean keepsRows,
    boolean distinct) {

  /**
   * An expression of GROUP BY, and the slot from which the projection takes its value, so that a
   * group holds its keys instead of its first row.
   */
  public record GroupingKey(Evaluator expression, int slot) {}

  /** An aggregate of the projection: its argument, and the slot that its result is put in. */
  public record CompiledAggregate(AggregateKind kind, Evaluator argument, int slot) {}

  /** Receives rows one by one. */
  public interface RowSink {

    /** Takes a row and returns whether more rows are wanted. */
    boolean accept(JsonNode row);
  }

  public boolean grouped() {
    return !keys.isEmpty() || !aggregates.isEmpty();
  }

  /**
   * Passes the rows to the sink until it wants no more.
   *
   * @return whether the sink took all rows
   */
  public boolean run(JsonNode[] frame, RowSink sink) {
    RowSink unique = distinct ? distinct(sink) : sink;
    if (!grouped()) {
      return rows.forEach(
          frame,
          () -> {
            Budget.current().row();
            JsonNode row = projection.evaluate(frame);
            return row.isMissingNode() || unique.accept(row);
          });
    }
    Grouping grouping = new Grouping(this);
    rows.forEach(
        frame,
        () -> {
          grouping.add(frame);
          return true;
        });
    return grouping.forEach(frame, null, (key, row) -> unique.accept(row));
  }

  /** A sink that passes on each row the first time it sees it. */
  private static RowSink distinct(RowSink sink) {
    TreeSet<JsonNode> seen = new TreeSet<>(ValueOrder.INSTANCE);
    Budget budget = Budget.current();
    return row -> {
      budget.allocate(Sizes.ENTRY);
      return !seen.add(row) || sink.accept(row);
    };
  }
}
