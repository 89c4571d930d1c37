package dev.cosmoslocal.internal.engine.query;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.engine.index.OrderedIndex;
import dev.cosmoslocal.internal.engine.partition.PartitionView;
import dev.cosmoslocal.internal.engine.partition.RidCursor;
import dev.cosmoslocal.internal.engine.resource.JsonPath;
import dev.cosmoslocal.internal.query.eval.Sizes;
import dev.cosmoslocal.internal.query.value.ValueOrder;
import dev.cosmoslocal.internal.storage.KeyRange;
import dev.cosmoslocal.internal.storage.KeyWriter;
import dev.cosmoslocal.internal.storage.Scan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Items in the order of an index. Entries that are cut or hold no value don't determine the order
 * of neighbours; those items are loaded and sorted.
 */
final class OrderedRidCursor implements RidCursor {
  private final PartitionView view;
  private final OrderedIndex index;
  private final Scan scan;
  private final Deque<Long> sorted = new ArrayDeque<>();
  private byte[] ahead = {};

  /** The values by which an item is sorted. */
  private record Loaded(List<JsonNode> keys, long rid) {}

  OrderedRidCursor(PartitionView view, OrderedIndex index, KeyRange range) {
    this.view = view;
    this.index = index;
    this.scan = index.backward() ? view.bytes().scanBackward(range) : view.bytes().scan(range);
    step();
  }

  @Override
  public long next() {
    if (!sorted.isEmpty()) {
      return sorted.poll();
    }
    if (ahead.length == 0) {
      return END;
    }
    byte[] entry = ahead;
    step();
    int certain = index.certain(entry);
    if (certain == entry.length || !alike(entry, certain)) {
      return rid(entry);
    }
    sort(entry, certain);
    return sorted.poll();
  }

  private void step() {
    ahead = scan.next() ? scan.key() : new byte[0];
  }

  private boolean alike(byte[] entry, int certain) {
    return ahead.length >= certain && Arrays.equals(entry, 0, certain, ahead, 0, certain);
  }

  private long rid(byte[] entry) {
    return KeyWriter.number(entry, index.rid(entry));
  }

  private void sort(byte[] first, int certain) {
    Budget budget = Budget.current();
    long before = budget.allocated();
    List<Loaded> run = new ArrayList<>();
    load(run, first);
    while (alike(first, certain)) {
      load(run, ahead);
      step();
    }
    run.sort(this::compare);
    run.forEach(loaded -> sorted.add(loaded.rid));
    budget.release(before);
  }

  private void load(List<Loaded> run, byte[] entry) {
    Budget budget = Budget.current();
    long before = budget.allocated();
    view.item(rid(entry))
        .ifPresent(
            record -> {
              JsonNode json = record.item().json();
              List<JsonNode> keys =
                  index.order().stream().map(key -> JsonPath.find(json, key.path())).toList();
              run.add(new Loaded(keys, record.item().rid()));
              budget.keep(before, keys.stream().mapToLong(Sizes::of).sum());
            });
  }

  private int compare(Loaded left, Loaded right) {
    for (int i = 0; i < left.keys.size(); i++) {
      int order = ValueOrder.INSTANCE.compare(left.keys.get(i), right.keys.get(i));
      if (order != 0) {
        return index.order().get(i).descending() ? -order : order;
      }
    }
    int byRid = Long.compare(left.rid, right.rid);
    return index.order().get(0).descending() ? -byRid : byRid;
  }
}
