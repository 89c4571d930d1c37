package dev.cosmosblog.local.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.budget.Budget;
import dev.cosmosblog.local.internal.query.function.Accumulator;
import dev.cosmosblog.local.internal.query.value.ValueOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The groups of a GROUP BY and their aggregates, in the order of the keys. Without keys, there is
 * one group, even if there are no rows.
 */
public final class Grouping {

  private static final Comparator<List<JsonNode>> BY_KEY = Grouping::compareKeys;

  private final List<Evaluator> keys;
  private final List<CompiledSelect.Aggregate> aggregates;
  private final TreeMap<List<JsonNode>, Group> groups = new TreeMap<>(BY_KEY);

  /** A group: the frame of its first row, which represents all rows, and its aggregates. */
  private record Group(JsonNode[] first, Accumulator[] accumulators) {}

  public Grouping(List<Evaluator> keys, List<CompiledSelect.Aggregate> aggregates) {
    this.keys = keys;
    this.aggregates = aggregates;
  }

  static int compareKeys(List<JsonNode> left, List<JsonNode> right) {
    for (int i = 0; i < left.size(); i++) {
      int order = ValueOrder.INSTANCE.compare(left.get(i), right.get(i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  public void add(JsonNode[] frame) {
    Budget budget = Budget.current();
    budget.row();
    long before = budget.allocated();
    int known = groups.size();
    List<JsonNode> key = new ArrayList<>(keys.size());
    for (Evaluator part : keys) {
      key.add(part.evaluate(frame));
    }
    Group group = groups.computeIfAbsent(key, k -> group(frame.clone()));
    if (groups.size() == known) {
      budget.release(before);
    } else {
      budget.allocate(
          (long) Sizes.OBJECT * (1 + aggregates.size()) + (long) Sizes.REFERENCE * frame.length);
    }
    accumulate(group.accumulators(), frame, budget);
  }

  private void accumulate(Accumulator[] accumulators, JsonNode[] frame, Budget budget) {
    for (int i = 0; i < accumulators.length; i++) {
      long before = budget.allocated();
      accumulators[i].add(aggregates.get(i).argument().evaluate(frame));
      if (!accumulators[i].holdsValues()) {
        budget.release(before);
        budget.allocate(accumulators[i].growth());
      }
    }
  }

  private Group group(JsonNode[] first) {
    return new Group(
        first, aggregates.stream().map(c -> Accumulator.of(c.kind())).toArray(Accumulator[]::new));
  }

  /**
   * Passes each group's key and row to the sink, starting after a key. Skips undefined rows.
   *
   * @param empty a frame without bindings, for the group of no rows
   * @param after the last key of the previous page; null to start with the first group
   * @return whether the sink took all rows
   */
  public boolean forEach(
      JsonNode[] empty, @Nullable List<JsonNode> after, Evaluator projection, Sink sink) {
    if (keys.isEmpty() && groups.isEmpty()) {
      groups.put(List.of(), group(empty.clone()));
    }
    Map<List<JsonNode>, Group> rest = after == null ? groups : groups.tailMap(after, false);
    for (Entry<List<JsonNode>, Group> group : rest.entrySet()) {
      JsonNode row = projection.evaluate(frame(group.getValue()));
      if (!row.isMissingNode() && !sink.accept(group.getKey(), row)) {
        return false;
      }
    }
    return true;
  }

  private JsonNode[] frame(Group group) {
    JsonNode[] frame = group.first();
    for (int i = 0; i < aggregates.size(); i++) {
      frame[aggregates.get(i).slot()] = group.accumulators()[i].result();
    }
    return frame;
  }

  /** Receives the rows of groups. */
  public interface Sink {

    /** Takes a group's row and returns whether more rows are wanted. */
    boolean accept(List<JsonNode> key, JsonNode row);
  }
}
