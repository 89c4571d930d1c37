package dev.cosmoslocal.internal.engine.partition;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.index.IndexKeys;
import dev.cosmoslocal.internal.engine.index.IndexLayout;
import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.item.ItemRecord;
import dev.cosmoslocal.internal.engine.item.WriteStamp;
import dev.cosmoslocal.internal.engine.key.EpkRange;
import dev.cosmoslocal.internal.engine.key.ItemKey;
import dev.cosmoslocal.internal.engine.key.LogicalPartition;
import dev.cosmoslocal.internal.engine.key.UniqueKeyValue;
import dev.cosmoslocal.internal.engine.resource.ServiceConditions;
import dev.cosmoslocal.internal.storage.Change;
import dev.cosmoslocal.internal.storage.KeyRange;
import dev.cosmoslocal.internal.storage.KeyWriter;
import dev.cosmoslocal.internal.storage.Scan;
import dev.cosmoslocal.internal.storage.SortedBytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the entries of a physical partition consistent: items, change log, unique keys, indexes.
 * Guarded by the partition's lock.
 */
final class PartitionWriter {
  private static final byte[] NOTHING = {};

  private final ContainerState container;
  private final SortedBytes bytes;
  private IndexLayout layout;
  private long items;
  private long groups;
  private long version = SessionToken.FIRST_VERSION;
  private int[] paths = {};

  /** Null if they are not limited. */
  private @Nullable LogicalPartitionSizes sizes;

  private long sizeLimit = Long.MAX_VALUE;

  PartitionWriter(ContainerState container, IndexLayout layout) {
    this.container = container;
    this.bytes = new SortedBytes();
    this.layout = layout;
    follow(container.conditions());
  }

  /** Limits the bytes of logical partitions as the conditions say. */
  void follow(ServiceConditions conditions) {
    if (sizeLimit != conditions.logicalPartitionBytes()) {
      sizeLimit = conditions.logicalPartitionBytes();
      sizes = conditions.limitsStorage() ? measured(sizeLimit) : null;
    }
  }

  private LogicalPartitionSizes measured(long limit) {
    LogicalPartitionSizes made = new LogicalPartitionSizes(limit);
    PartitionView now = view(0);
    RidCursor rids = RidCursor.of(now.bytes().scan(StoreKeys.all(StoreKeys.ITEM)), key -> 1);
    for (long rid = rids.next(); rid != RidCursor.END; rid = rids.next()) {
      ItemRecord stored = now.item(rid).orElseThrow();
      made.add(stored.group(), stored.item().bytes());
    }
    return made;
  }

  /** The bytes of the logical partitions; null if they are not limited. */
  @Nullable LogicalPartitionSizes sizes() {
    return sizes;
  }

  PartitionView view(long lsn) {
    PartitionView.Totals totals = new PartitionView.Totals(lsn, version, items, paths.clone());
    return new PartitionView(container, bytes.view(), layout, totals);
  }

  /** Replaces the item with a key, or removes it. Returns the changes to store. */
  List<Change> apply(ItemKey key, Optional<Item> next) {
    return apply(key, next, Item::user);
  }

  /** The same, with a cheaper way to the JSON of the item. */
  List<Change> apply(ItemKey key, Optional<Item> next, Function<Item, ObjectNode> user) {
    PartitionView now = view(0);
    OptionalLong known = now.group(key.partition());
    Optional<ItemRecord> old = now.stored(known, key.id());
    if (next.isPresent()) {
      long group = known.isPresent() ? known.getAsLong() : addGroup(key.partition());
      index(group, old.map(ItemRecord::item), next, user);
      old.ifPresent(record -> removeLog(record, next.get().rid()));
      add(new ItemRecord(group, next.get()), key.id());
      count(group, old.map(ItemRecord::item), next);
    } else if (old.isPresent()) {
      index(old.get().group(), old.map(ItemRecord::item), next, user);
      removeLog(old.get(), RidCursor.END);
      bytes.remove(StoreKeys.id(old.get().group(), key.id()));
      count(old.get().group(), old.map(ItemRecord::item), next);
      removeIfEmpty(old.get().group(), key.partition());
    }
    items += (next.isPresent() ? 1 : 0) - (old.isPresent() ? 1 : 0);
    return changes(old, next);
  }

  private void count(long group, Optional<Item> old, Optional<Item> next) {
    if (sizes != null) {
      sizes.add(group, (long) next.map(Item::bytes).orElse(0) - old.map(Item::bytes).orElse(0));
    }
  }

  /**
   * Returns to a former state of the items; the indexes keep their layout. Returns the changes to
   * store. Session tokens get the next version, as their LSNs begin again.
   */
  List<Change> restore(PartitionView former) {
    version++;
    PartitionView now = view(0);
    List<Change> changes = new ArrayList<>();
    Scan log =
        now.bytes().scan(StoreKeys.from(StoreKeys.CHANGE, WriteStamp.firstAfter(former.lsn())));
    List<ItemKey> written = new ArrayList<>();
    while (log.next()) {
      written.add(now.item(ItemRecord.readNumber(log.value())).orElseThrow().item().key());
    }
    // All are removed first, since their unique keys may have moved from one to another.
    for (ItemKey key : written) {
      changes.addAll(apply(key, Optional.empty()));
    }
    for (ItemKey key : written) {
      changes.addAll(apply(key, former.stored(key).map(ItemRecord::item)));
    }
    // An item that got another id since is gone now, too, under both.
    PartitionView rest = view(0);
    RidCursor rids = RidCursor.of(former.bytes().scan(StoreKeys.all(StoreKeys.ITEM)), key -> 1);
    for (long rid = rids.next(); rid != RidCursor.END; rid = rids.next()) {
      if (rest.item(rid).isEmpty()) {
        Item removed = former.item(rid).orElseThrow().item();
        changes.addAll(apply(removed.key(), Optional.of(removed)));
      }
    }
    return changes;
  }

  /** Continues the versions of session tokens. */
  void resume(long last) {
    version = Math.max(version, last);
  }

  /** Replaces all entries by those of a snapshot of this partition. */
  void reset(PartitionView saved) {
    bytes.reset(saved.bytes());
    layout = saved.layout();
    items = saved.totals().items();
    paths = saved.totals().paths().clone();
    sizes = sizes == null ? null : measured(sizeLimit);
  }

  /** Removes all entries, and then adds the items that a snapshot has in a range of keys. */
  void reset(PartitionView saved, EpkRange range) {
    reset(new PartitionWriter(container, saved.layout()).view(0));
    resume(saved.totals().version());
    for (Item item : saved.stored()) {
      ItemKey key = item.key();
      if (range.contains(key.partition().epk())) {
        apply(key, Optional.of(item));
      }
    }
  }

  private List<Change> changes(Optional<ItemRecord> old, Optional<Item> next) {
    if (!container.durable()) {
      return List.of();
    }
    List<Change> changes = new ArrayList<>();
    next.ifPresent(item -> changes.add(container.records().put(new ItemRecord(0, item))));
    old.map(record -> record.item().rid())
        .filter(rid -> next.isEmpty() || next.get().rid() != rid)
        .ifPresent(rid -> changes.add(container.records().remove(rid)));
    return changes;
  }

  /** Rebuilds all index entries by a new layout. */
  void reindex(IndexLayout next) {
    PartitionView old = view(0);
    clear(old.bytes().scan(StoreKeys.all(IndexKeys.TERM)));
    clear(old.bytes().scan(StoreKeys.all(IndexKeys.COMPOSITE)));
    layout = next;
    paths = new int[0];
    RidCursor rids = RidCursor.of(old.bytes().scan(StoreKeys.all(StoreKeys.ITEM)), key -> 1);
    for (long rid = rids.next(); rid != RidCursor.END; rid = rids.next()) {
      old.item(rid).ifPresent(r -> replace(List.of(), layout.entries(r.item(), r.item().user())));
    }
  }

  private void clear(Scan entries) {
    while (entries.next()) {
      bytes.remove(entries.key());
    }
  }

  private long addGroup(LogicalPartition key) {
    bytes.put(StoreKeys.group(key), ItemRecord.number(++groups));
    return groups;
  }

  private void add(ItemRecord record, String id) {
    long rid = record.item().rid();
    byte[] number = ItemRecord.number(rid);
    bytes.put(StoreKeys.item(rid), record.toBytes());
    bytes.put(StoreKeys.id(record.group(), id), number);
    bytes.put(StoreKeys.member(record.group(), rid), NOTHING);
    bytes.put(StoreKeys.change(record.item().stamp().change()), number);
  }

  /** The next item may have another rid if the old one had expired. */
  private void removeLog(ItemRecord old, long nextRid) {
    bytes.remove(StoreKeys.change(old.item().stamp().change()));
    if (old.item().rid() != nextRid) {
      bytes.remove(StoreKeys.item(old.item().rid()));
      bytes.remove(StoreKeys.member(old.group(), old.item().rid()));
    }
  }

  private void removeIfEmpty(long group, LogicalPartition key) {
    Scan members = bytes.view().scan(KeyRange.startingWith(StoreKeys.members(group)));
    if (!members.next()) {
      bytes.remove(StoreKeys.group(key));
      if (sizes != null) {
        sizes.remove(group);
      }
    }
  }

  private void index(
      long group, Optional<Item> old, Optional<Item> next, Function<Item, ObjectNode> user) {
    old.ifPresent(item -> removeUnique(group, item));
    next.ifPresent(item -> addUnique(group, item));
    replace(
        old.map(item -> layout.entries(item, item.user())).orElse(List.of()),
        next.map(item -> layout.entries(item, user.apply(item))).orElse(List.of()));
  }

  /** Another item may have taken a value over: this one has expired, or was changed before. */
  private void removeUnique(long group, Item item) {
    for (UniqueKeyValue value : container.uniqueValues(item)) {
      byte[] key = StoreKeys.unique(group, value);
      if (owner(key).filter(owner -> owner.rid() != item.rid()).isEmpty()) {
        bytes.remove(key);
      }
    }
  }

  /** Of two items with a value, the one that was written first has expired. */
  private void addUnique(long group, Item item) {
    byte[] rid = ItemRecord.number(item.rid());
    long written = item.stamp().change();
    for (UniqueKeyValue value : container.uniqueValues(item)) {
      byte[] key = StoreKeys.unique(group, value);
      if (owner(key).filter(owner -> owner.stamp().change() > written).isEmpty()) {
        bytes.put(key, rid);
      }
    }
  }

  private Optional<Item> owner(byte[] uniqueKey) {
    PartitionView now = view(0);
    return now.bytes()
        .get(uniqueKey)
        .flatMap(rid -> now.item(ItemRecord.readNumber(rid)))
        .map(ItemRecord::item);
  }

  /** Replaces entries. Both lists are sorted; common entries stay. */
  private void replace(List<byte[]> old, List<byte[]> next) {
    int i = 0;
    int j = 0;
    while (i < old.size() || j < next.size()) {
      int order =
          i == old.size()
              ? 1
              : j == next.size() ? -1 : Arrays.compareUnsigned(old.get(i), next.get(j));
      if (order < 0) {
        bytes.remove(old.get(i));
        count(old.get(i), -1);
      } else if (order > 0) {
        bytes.put(next.get(j), NOTHING);
        count(next.get(j), 1);
      }
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
    }
  }

  private void count(byte[] entry, int change) {
    if (entry[0] == IndexKeys.TERM) {
      int path = (int) KeyWriter.number(entry, 1);
      if (path >= paths.length) {
        paths = Arrays.copyOf(paths, Math.max(path + 1, layout.paths()));
      }
      paths[path] += change;
    }
  }
}
