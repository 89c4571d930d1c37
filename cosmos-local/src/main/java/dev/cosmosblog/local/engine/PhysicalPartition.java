package dev.cosmosblog.local.engine;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The items of one range of keys, under one lock. Readers get items that no later write changes. */
final class PhysicalPartition {
  private final String id;
  private final EpkRange range;
  private final ContainerState container;
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

  // All of these are guarded by the lock.
  private final NavigableMap<ItemKey, Item> items = new TreeMap<>();
  private final NavigableMap<Long, Item> byRid = new TreeMap<>();
  private final NavigableMap<Long, Item> changes = new TreeMap<>();
  private final Map<UniqueValue, ItemKey> uniqueValues = new HashMap<>();
  private final PathIndexes indexes = new PathIndexes();
  private final ExpirySweep sweep = new ExpirySweep();
  private long lsn = 1;

  PhysicalPartition(String id, EpkRange range, ContainerState container) {
    this.id = id;
    this.range = range;
    this.container = container;
  }

  String id() {
    return id;
  }

  EpkRange range() {
    return range;
  }

  long lsn() {
    return reading(() -> lsn);
  }

  Optional<Item> find(ItemKey key) {
    return reading(() -> live(key));
  }

  /** Every live item of a logical partition, or of the range of keys, by rid, at one moment. */
  List<Item> items(PartitionScope scope, long afterRid) {
    return reading(
        () ->
            scope.logical() == null ? ranged(scope, afterRid) : logical(scope.logical(), afterRid));
  }

  int size() {
    return reading(items::size);
  }

  /**
   * The live items of the partition that an index gives, at one moment; empty if there is no such index and none may be
   * made, or if the index can't say.
   */
  Optional<List<Item>> indexed(
      List<String> path, Function<PathIndex, Optional<Collection<Item>>> lookup) {
    if (reading(() -> indexes.find(path) == null && indexes.mayMake(path))) {
      lock.writeLock().lock();
      try {
        indexes.make(path, items.values());
      } finally {
        lock.writeLock().unlock();
      }
    }
    return reading(() -> Optional.ofNullable(indexes.find(path)).flatMap(lookup).map(this::living));
  }

  private List<Item> living(Collection<Item> found) {
    List<Item> living = new ArrayList<>(found);
    living.removeIf(item -> !container.live(item));
    return living;
  }

  /** The live items changed after an LSN, in the order of their last change, at one moment. */
  ChangeSlice changes(PartitionScope scope, ChangeSlice.Bounds bounds) {
    return reading(
        () -> ChangeSlice.of(scope, bounds, new ChangeSlice.Log(changes, lsn, container::live)));
  }

  /** Runs writes that take effect together, under one LSN, or not at all if they throw. */
  <T> T write(Function<Transaction, T> work) {
    lock.writeLock().lock();
    try {
      Transaction transaction = new Transaction(this, container, lsn + 1);
      T result = work.apply(transaction);
      if (transaction.changes().isEmpty()) {
        return result;
      }
      transaction.changes().forEach(this::apply);
      lsn++;
      container.keep(this, transaction.versions());
      sweep.step(byRid, container::live).forEach(item -> apply(item.key(), Optional.empty()));
      return result;
    } finally {
      lock.writeLock().unlock();
    }
  }

  /** For a transaction, which holds the lock. */
  Optional<Item> live(ItemKey key) {
    return Optional.ofNullable(items.get(key)).filter(container::live);
  }

  /** For a transaction, which holds the lock. */
  Optional<Item> byRid(long rid) {
    return Optional.ofNullable(byRid.get(rid)).filter(container::live);
  }

  /** For a transaction, which holds the lock. */
  @Nullable ItemKey owner(UniqueValue value) {
    return uniqueValues.get(value);
  }

  /** The key with the text that its neighbours hold already, so that equal keys share their memory. */
  ItemKey shared(ItemKey key) {
    ItemKey near = items.ceilingKey(new ItemKey(key.partition(), ""));
    return near != null && near.partition().equals(key.partition())
        ? new ItemKey(near.partition(), key.id())
        : key;
  }

  private void apply(ItemKey key, Optional<Item> next) {
    Item old = next.isPresent() ? items.put(next.get().key(), next.get()) : items.remove(key);
    if (old != null) {
      byRid.remove(old.rid());
      changes.remove(old.stamp().change());
      indexes.remove(old);
      container.uniqueValues(old).forEach(value -> uniqueValues.remove(value, key));
    }
    next.ifPresent(
        item -> {
          byRid.put(item.rid(), item);
          changes.put(item.stamp().change(), item);
          indexes.add(item);
          container.uniqueValues(item).forEach(value -> uniqueValues.put(value, item.key()));
        });
  }

  private List<Item> ranged(PartitionScope scope, long afterRid) {
    boolean whole = scope.range().covers(range);
    List<Item> found = new ArrayList<>();
    for (Item item : byRid.tailMap(afterRid, false).values()) {
      if ((whole || scope.range().contains(item.key().partition().epk())) && container.live(item)) {
        found.add(item);
      }
    }
    return found;
  }

  private List<Item> logical(LogicalKey partition, long afterRid) {
    List<Item> found = new ArrayList<>();
    for (Map.Entry<ItemKey, Item> entry : items.tailMap(new ItemKey(partition, "")).entrySet()) {
      if (!entry.getKey().partition().equals(partition)) {
        break;
      }
      if (entry.getValue().rid() > afterRid && container.live(entry.getValue())) {
        found.add(entry.getValue());
      }
    }
    found.sort((a, b) -> Long.compare(a.rid(), b.rid()));
    return found;
  }

  private <T> T reading(Supplier<T> work) {
    lock.readLock().lock();
    try {
      return work.get();
    } finally {
      lock.readLock().unlock();
    }
  }
}
