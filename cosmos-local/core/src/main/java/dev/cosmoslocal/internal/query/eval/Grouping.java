package dev.cosmoslocal.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.query.function.Accumulator;
import dev.cosmoslocal.internal.query.value.ValueOrder;
import dev.cosmoslocal.internal.query.value.Values;
import java.util.ArrayList;
import java.util.Arrays;
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

  private final CompiledSelect select;
  private final List<CompiledSelect.GroupingKey> keys;
  private final List<CompiledSelect.CompiledAggregate> aggregates;
  private final TreeMap<List<JsonNode>, Group> groups = new TreeMap<>(BY_KEY);

  /** The memory of the groups, and of what their aggregates hold. */
  private long held;

  private JsonNode item = Values.UNDEFINED;
  private long itemSize;

  /** A group: a frame with its keys, and its aggregates. */
  private record Group(JsonNode[] frame, Accumulator[] accumulators) {}

  public Grouping(CompiledSelect select) {
    this.select = select;
    this.keys = select.keys();
    this.aggregates = select.aggregates();
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
    for (CompiledSelect.GroupingKey part : keys) {
      key.add(part.expression().evaluate(frame));
    }
    Group group = groups.computeIfAbsent(key, k -> group(k, frame));
    if (groups.size() == known) {
      budget.release(before);
    } else {
      long size =
          (long) Sizes.OBJECT * (1 + aggregates.size()) + (long) Sizes.REFERENCE * frame.length;
      budget.allocate(size);
      held += size;
      for (JsonNode value : select.keepsRows() ? group.frame() : key.toArray(JsonNode[]::new)) {
        held += Sizes.of(value);
      }
    }
    accumulate(group.accumulators(), frame, budget);
  }

  /** Tells the item whose rows are added next, and its memory. */
  public void reading(JsonNode next, long size) {
    item = next;
    itemSize = size;
  }

  /** The memory of all groups. Nothing else of the rows remains. */
  public long held() {
    return held;
  }

  private void accumulate(Accumulator[] accumulators, JsonNode[] frame, Budget budget) {
    for (int i = 0; i < accumulators.length; i++) {
      long before = budget.allocated();
      JsonNode value = aggregates.get(i).argument().evaluate(frame);
      accumulators[i].add(value);
      long growth = accumulators[i].growth();
      held += growth;
      if (!accumulators[i].holdsValues()) {
        budget.keep(before, growth);
      } else if (growth > 0) {
        held += value == item ? itemSize : Sizes.of(value);
      }
    }
  }

  private Group group(List<JsonNode> key, JsonNode[] row) {
    JsonNode[] frame = row.clone();
    if (!select.keepsRows()) {
      Arrays.fill(frame, Values.UNDEFINED);
    }
    for (int i = 0; i < keys.size(); i++) {
      frame[keys.get(i).slot()] = key.get(i);
    }
    return new Group(
        frame, aggregates.stream().map(c -> Accumulator.of(c.kind())).toArray(Accumulator[]::new));
  }

  /**
   * Passes each group's key and row to the sink, starting after a key. Skips undefined rows.
   *
   * @param empty a frame without bindings, for the group of no rows
   * @param after the last key of the previous page; null to start with the first group
   * @return whether the sink took all rows
   */
  public boolean forEach(JsonNode[] empty, @Nullable List<JsonNode> after, Sink sink) {
    if (keys.isEmpty() && groups.isEmpty()) {
      groups.put(List.of(), group(List.of(), empty));
    }
    Map<List<JsonNode>, Group> rest = after == null ? groups : groups.tailMap(after, false);
    for (Entry<List<JsonNode>, Group> group : rest.entrySet()) {
      JsonNode row = select.projection().evaluate(frame(group.getValue()));
      if (!row.isMissingNode() && !sink.accept(group.getKey(), row)) {
        return false;
      }
    }
    return true;
  }

  private JsonNode[] frame(Group group) {
    JsonNode[] frame = group.frame();
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
