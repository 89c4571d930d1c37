package dev.cosmoslocal.internal.query.compile;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.query.eval.Evaluator;
import dev.cosmoslocal.internal.query.source.SortKey;
import dev.cosmoslocal.internal.query.value.ValueOrder;
import java.util.ArrayList;
import java.util.List;

public record RowOrder(List<SortKey> keys, List<Evaluator> evaluators) {

  static final RowOrder NONE = new RowOrder(List.of(), List.of());

  public boolean isEmpty() {
    return keys.isEmpty();
  }

  public List<JsonNode> keysOf(JsonNode[] frame) {
    List<JsonNode> values = new ArrayList<>(evaluators.size());
    for (Evaluator evaluator : evaluators) {
      values.add(evaluator.evaluate(frame));
    }
    return values;
  }

  /**
   * Compares rows by their keys. Rows with equal keys are in the order of their rids, in the
   * direction of the first key.
   */
  public int compare(RowPosition left, RowPosition right) {
    for (int i = 0; i < keys.size(); i++) {
      int order = ValueOrder.INSTANCE.compare(left.keys().get(i), right.keys().get(i));
      if (order != 0) {
        return keys.get(i).descending() ? -order : order;
      }
    }
    int byRid = Long.compare(left.rid(), right.rid());
    if (byRid != 0) {
      return keys.get(0).descending() ? -byRid : byRid;
    }
    return Integer.compare(left.row(), right.row());
  }

  /**
   * A row's position in the order.
   *
   * @param keys the values of the sort keys
   * @param rid the item
   * @param row the row's number among the item's rows
   */
  public record RowPosition(List<JsonNode> keys, long rid, int row) {}
}
