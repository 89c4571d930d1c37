package dev.cosmoslocal.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.query.value.Values;

/** A FROM clause. Binds its aliases in the frame, once for each row. */
public interface RowSource {

  /**
   * Binds each row in the frame and calls the step, until the step returns false.
   *
   * @return whether the step took all rows
   */
  boolean forEach(JsonNode[] frame, RowConsumer step);

  /** Handles a row that is bound in the frame. */
  interface RowConsumer {

    boolean next();
  }

  /** The source of a query without FROM: one row that binds nothing. */
  RowSource SINGLE = (frame, step) -> step.next();

  /** Pairs each row of this source with every row of an inner one, which can use its aliases. */
  default RowSource join(RowSource inner) {
    return (frame, step) -> forEach(frame, () -> inner.forEach(frame, step));
  }

  /** Keeps the rows for which a condition is true. */
  default RowSource where(Evaluator condition) {
    return (frame, step) ->
        forEach(
            frame,
            () -> {
              Budget budget = Budget.current();
              long before = budget.allocated();
              boolean met = Values.isTrue(condition.evaluate(frame));
              budget.release(before);
              return !met || step.next();
            });
  }

  /** A source of one row, bound to a value; of none if the value is undefined. */
  static RowSource of(int slot, Evaluator value) {
    return (frame, step) -> {
      JsonNode bound = value.evaluate(frame);
      if (bound.isMissingNode()) {
        return true;
      }
      frame[slot] = bound;
      return step.next();
    };
  }

  static RowSource elements(int slot, Evaluator array) {
    return (frame, step) -> iterate(slot, array.evaluate(frame), frame, step);
  }

  /** A source with a row for each row of a subquery. */
  static RowSource rows(int slot, CompiledSelect select) {
    return (frame, step) ->
        select.run(
            frame,
            row -> {
              frame[slot] = row;
              return step.next();
            });
  }

  /** A source with a row for each element of the arrays that a subquery returns. */
  static RowSource elements(int slot, CompiledSelect select) {
    return (frame, step) -> select.run(frame, row -> iterate(slot, row, frame, step));
  }

  private static boolean iterate(int slot, JsonNode array, JsonNode[] frame, RowConsumer step) {
    if (array.isArray()) {
      Budget budget = Budget.current();
      for (JsonNode element : array) {
        budget.row();
        frame[slot] = element;
        if (!step.next()) {
          return false;
        }
      }
    }
    return true;
  }
}
