package dev.cosmosblog.local.internal.engine.query;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.engine.index.OrderedIndex;
import dev.cosmosblog.local.internal.engine.partition.PartitionView;
import dev.cosmosblog.local.internal.engine.partition.RidCursor;
import dev.cosmosblog.local.internal.engine.resource.JsonPath;
import dev.cosmosblog.local.internal.query.source.SortKey;
import dev.cosmosblog.local.internal.query.value.ValueOrder;
import dev.cosmosblog.local.internal.storage.KeyRange;
import dev.cosmosblog.local.internal.storage.KeyWriter;
import dev.cosmosblog.local.internal.storage.Scan;
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

  private record Loaded(JsonNode json, long rid) {}

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
    List<Loaded> run = new ArrayList<>();
    load(run, first);
    while (alike(first, certain)) {
      load(run, ahead);
      step();
    }
    run.sort(this::compare);
    run.forEach(loaded -> sorted.add(loaded.rid));
  }

  private void load(List<Loaded> run, byte[] entry) {
    view.item(rid(entry)).ifPresent(r -> run.add(new Loaded(r.item().json(), r.item().rid())));
  }

  private int compare(Loaded left, Loaded right) {
    for (SortKey key : index.order()) {
      JsonNode a = JsonPath.find(left.json, key.path());
      int order = ValueOrder.INSTANCE.compare(a, JsonPath.find(right.json, key.path()));
      if (order != 0) {
        return key.descending() ? -order : order;
      }
    }
    int byRid = Long.compare(left.rid, right.rid);
    return index.order().get(0).descending() ? -byRid : byRid;
  }
}
