package dev.cosmoslocal.internal.engine.partition;

import dev.cosmoslocal.internal.engine.index.IndexLayout;
import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.item.ItemRecord;
import dev.cosmoslocal.internal.engine.key.ItemKey;
import dev.cosmoslocal.internal.engine.key.LogicalPartition;
import dev.cosmoslocal.internal.engine.key.UniqueKeyValue;
import dev.cosmoslocal.internal.storage.KeyRange;
import dev.cosmoslocal.internal.storage.KeyWriter;
import dev.cosmoslocal.internal.storage.Scan;
import dev.cosmoslocal.internal.storage.SortedView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/** A snapshot of a physical partition between two transactions. Thread-safe. */
public record PartitionView(
    ContainerState container, SortedView bytes, IndexLayout layout, Totals totals) {
  public long lsn() {
    return totals.lsn();
  }

  /** The session token of a reader of this snapshot. */
  public SessionToken token(String partitionId) {
    return new SessionToken(partitionId, totals.version(), totals.lsn());
  }

  /** The number of a logical partition, if it has items. */
  OptionalLong group(LogicalPartition key) {
    return number(StoreKeys.group(key));
  }

  public LogicalPartitionFilter filter(PartitionScope scope) {
    if (scope.logical() != null) {
      return new LogicalPartitionFilter.Some(group(scope.logical()).stream().toArray());
    }
    if (scope.range().covers(scope.partition().range())) {
      return new LogicalPartitionFilter.All();
    }
    LongStream.Builder found = LongStream.builder();
    Scan scan = bytes.scan(StoreKeys.groups(scope.range()));
    while (scan.next()) {
      found.add(ItemRecord.readNumber(scan.value()));
    }
    return new LogicalPartitionFilter.Some(found.build().sorted().toArray());
  }

  /** The effective partition keys that have items, in ascending order. */
  List<String> epks() {
    List<String> epks = new ArrayList<>();
    Scan scan = bytes.scan(StoreKeys.all(StoreKeys.GROUP));
    while (scan.next()) {
      String epk = StoreKeys.epkOf(scan.key());
      if (epks.isEmpty() || !epks.get(epks.size() - 1).equals(epk)) {
        epks.add(epk);
      }
    }
    return epks;
  }

  /** The item with a key, expired or not. */
  public Optional<ItemRecord> stored(ItemKey key) {
    return stored(group(key.partition()), key.id());
  }

  /** The item with an id in a logical partition, expired or not. */
  public Optional<ItemRecord> stored(OptionalLong group, String id) {
    OptionalLong rid = group.isEmpty() ? group : number(StoreKeys.id(group.getAsLong(), id));
    return rid.isEmpty() ? Optional.empty() : item(rid.getAsLong());
  }

  /** All items by rid, expired or not. */
  public List<Item> stored() {
    List<Item> items = new ArrayList<>();
    RidCursor rids = RidCursor.of(bytes.scan(StoreKeys.all(StoreKeys.ITEM)), key -> 1);
    for (long rid = rids.next(); rid != RidCursor.END; rid = rids.next()) {
      item(rid).map(ItemRecord::item).ifPresent(items::add);
    }
    return items;
  }

  /** The rids above a given one in some logical partitions, in ascending order. */
  public RidCursor rids(LogicalPartitionFilter filter, long after) {
    if (filter instanceof LogicalPartitionFilter.Some some) {
      List<RidCursor> members = new ArrayList<>();
      for (long group : some.numbers()) {
        members.add(above(StoreKeys.members(group), after));
      }
      return RidCursor.merged(members);
    }
    return RidCursor.of(bytes.scan(StoreKeys.from(StoreKeys.ITEM, after + 1)), key -> 1);
  }

  public RidCursor above(byte[] prefix, long after) {
    KeyWriter from = new KeyWriter(prefix[0]);
    from.raw(Arrays.copyOfRange(prefix, 1, prefix.length)).number(after + 1);
    KeyRange range = new KeyRange(from.toBytes(), KeyRange.after(prefix));
    return RidCursor.of(bytes.scan(range), key -> prefix.length);
  }

  /** The live items of some logical partitions by rid. */
  List<Item> live(LogicalPartitionFilter filter) {
    List<Item> items = new ArrayList<>();
    RidCursor rids = rids(filter, RidCursor.END);
    for (long rid = rids.next(); rid != RidCursor.END; rid = rids.next()) {
      item(rid).map(ItemRecord::item).filter(container::live).ifPresent(items::add);
    }
    return items;
  }

  public Optional<Item> live(ItemKey key) {
    return stored(key).map(ItemRecord::item).filter(container::live);
  }

  /** The item with a rid, expired or not. */
  public Optional<ItemRecord> item(long rid) {
    return bytes
        .get(StoreKeys.item(rid))
        .map(value -> ItemRecord.read(container.keys(), rid, value));
  }

  /** The item that holds a value of a unique key, expired or not. */
  Optional<Item> owner(UniqueKeyValue unique) {
    OptionalLong group = group(unique.partition());
    OptionalLong rid =
        group.isEmpty() ? group : number(StoreKeys.unique(group.getAsLong(), unique));
    return rid.isEmpty() ? Optional.empty() : item(rid.getAsLong()).map(ItemRecord::item);
  }

  /** The bytes of all items as they are stored, expired or not. Visits each item. */
  public long itemBytes() {
    long sum = 0;
    Scan scan = bytes.scan(StoreKeys.all(StoreKeys.ITEM));
    while (scan.next()) {
      sum += scan.value().remaining();
    }
    return sum;
  }

  private OptionalLong number(byte[] key) {
    return bytes
        .get(key)
        .map(value -> OptionalLong.of(ItemRecord.readNumber(value)))
        .orElseGet(OptionalLong::empty);
  }

  /** Returns whether the index of a path holds every item. */
  public boolean everywhere(int path) {
    return totals.items() == totals.onPath(path);
  }

  /**
   * The counts of a physical partition: the number of its last transaction, of failovers, of items,
   * and of items by the number of a path.
   */
  public record Totals(long lsn, long version, long items, int[] paths) {
    public long onPath(int path) {
      return path < paths.length ? paths[path] : 0;
    }
  }
}
