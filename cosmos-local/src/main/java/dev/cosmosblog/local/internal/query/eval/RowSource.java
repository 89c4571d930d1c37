package dev.cosmosblog.local.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.value.Values;

/** A FROM clause: binds its aliases in the frame, once for each row. */
public interface RowSource {

  /** Takes a step for each row until one says no; says whether all were taken. */
  boolean forEach(JsonNode[] frame, Step step);

  /** What to do with a bound row. */
  interface Step {

    /**
     * Takes the step.
     *
     * @return whether to go on
     */
    boolean next();
  }

  /** A FROM clause without inputs: one row that binds nothing. */
  RowSource SINGLE = (frame, step) -> step.next();

  /** Rows of this source, each with every row of another that may use this one's aliases. */
  default RowSource join(RowSource inner) {
    return (frame, step) -> forEach(frame, () -> inner.forEach(frame, step));
  }

  /** Only the rows for which a condition is true. */
  default RowSource where(Evaluator condition) {
    return (frame, step) ->
        forEach(frame, () -> !Values.isTrue(condition.evaluate(frame)) || step.next());
  }

  /** One row, bound to a value unless it is undefined. */
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

  /** A row for each element of an array. */
  static RowSource elements(int slot, Evaluator array) {
    return (frame, step) -> iterate(slot, array.evaluate(frame), frame, step);
  }

  /** A row for each row of a subquery. */
  static RowSource rows(int slot, CompiledSelect select) {
    return (frame, step) ->
        select.run(
            frame,
            row -> {
              frame[slot] = row;
              return step.next();
            });
  }

  /** A row for each element of the arrays that are the rows of a subquery. */
  static RowSource elements(int slot, CompiledSelect select) {
    return (frame, step) -> select.run(frame, row -> iterate(slot, row, frame, step));
  }

  private static boolean iterate(int slot, JsonNode array, JsonNode[] frame, Step step) {
    if (array.isArray()) {
      for (JsonNode element : array) {
        frame[slot] = element;
        if (!step.next()) {
          return false;
        }
      }
    }
    return true;
  }
}
