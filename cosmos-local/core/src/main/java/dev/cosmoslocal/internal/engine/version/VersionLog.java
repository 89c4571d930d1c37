package dev.cosmoslocal.internal.engine.version;

import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.item.TimeToLive;
import dev.cosmoslocal.internal.engine.key.EpkRange;
import dev.cosmoslocal.internal.engine.key.ItemKey;
import dev.cosmoslocal.internal.engine.key.ItemKeys;
import dev.cosmoslocal.internal.engine.resource.SavedState;
import dev.cosmoslocal.internal.engine.resource.StoredDocuments;
import dev.cosmoslocal.internal.storage.Change;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Every change of a container's items, for as long as its policy retains them. All its partitions
 * share one log, so that a split changes nothing: a change belongs to the partition that has its
 * key. Thread-safe.
 */
public final class VersionLog {
  private record Position(long lsn, long number) implements Comparable<Position> {
    @Override
    public int compareTo(Position other) {
      int byLsn = Long.compare(lsn, other.lsn);
      return byLsn != 0 ? byLsn : Long.compare(number, other.number);
    }
  }

  private record LoggedVersion(int partition, Position position, ItemVersion version) {}

  private final VersionRecords records;

  // All of these are guarded by this.
  private final NavigableMap<Position, ItemVersion> versions = new TreeMap<>();
  private final Deque<LoggedVersion> byAge = new ArrayDeque<>();
  private final Map<Integer, RetentionStart> floors = new HashMap<>();
  private final ExpiryQueue expiring = new ExpiryQueue();
  private long appended;

  /** Changes to store with the next write: removed versions and new floors. */
  private final List<Change> pendingChanges = new ArrayList<>();

  public VersionLog(VersionRecords records) {
    this.records = records;
  }

  /** Restores the stored log. Returns whether there was one. */
  public synchronized boolean load(ItemKeys keys, StoredDocuments documents) {
    records.versions(
        keys,
        documents,
        (number, stored) -> {
          ItemVersion version = stored.version();
          put(new LoggedVersion(stored.partition(), new Position(version.lsn(), number), version));
          appended = Math.max(appended, number + 1);
        });
    records.floors(documents, floors::put);
    return !floors.isEmpty();
  }

  /**
   * Appends the versions of a transaction. Returns the changes to store with it. The caller holds
   * the lock of the partition.
   */
  public synchronized List<Change> append(
      int partition, EpkRange range, TimeToLive ttl, List<ItemVersion> done) {
    if (!floors.containsKey(partition)) {
      floor(partition, new RetentionStart(range, -1));
    }
    List<Change> changes = takePendingChanges();
    for (ItemVersion version : done) {
      ItemKey key = version.item().key();
      Optional<ItemKey> former = version.previous().map(Item::key).filter(k -> !k.equals(key));
      former.ifPresent(expiring::remove);
      if (version.type() == ItemVersion.ChangeType.CREATE || former.isPresent()) {
        expiring
            .find(key)
            .ifPresent(
                old ->
                    changes.add(
                        add(
                            partition,
                            ItemVersion.gone(
                                ItemVersion.ChangeType.EXPIRY,
                                old,
                                version.lsn(),
                                version.seconds()))));
      }
      changes.add(add(partition, version));
      expiring.remove(key);
      version.current().ifPresent(item -> expiring.add(item, ttl));
    }
    return changes;
  }

  private Change add(int partition, ItemVersion version) {
    long number = appended++;
    put(new LoggedVersion(partition, new Position(version.lsn(), number), version));
    return records.put(number, new VersionRecords.StoredVersion(partition, version));
  }

  private void put(LoggedVersion entry) {
    versions.put(entry.position, entry.version);
    byAge.add(entry);
  }

  private void floor(int partition, RetentionStart floor) {
    floors.put(partition, floor);
    pendingChanges.add(records.floor(partition, floor));
  }

  /** Takes the changes that are not stored with a transaction yet. */
  public synchronized List<Change> takePendingChanges() {
    List<Change> taken = new ArrayList<>(pendingChanges);
    pendingChanges.clear();
    return taken;
  }

  /** Begins to retain the versions of a partition after an LSN. */
  public synchronized void restart(int partition, EpkRange range, long lsn) {
    floor(partition, new RetentionStart(range, lsn));
  }

  /**
   * Forgets all expiry times, since the time to live has changed. The caller then follows all items
   * again.
   */
  public synchronized void forgetExpiries() {
    expiring.clear();
  }

  /** Begins to follow existing items. The caller holds the lock of their partition. */
  public synchronized int follow(Collection<Item> items, TimeToLive ttl) {
    items.forEach(item -> expiring.add(item, ttl));
    return items.size();
  }

  public synchronized void trim(long oldest) {
    while (!byAge.isEmpty() && byAge.peek().version.seconds() < oldest) {
      LoggedVersion entry = byAge.remove();
      versions.remove(entry.position);
      pendingChanges.add(records.remove(entry.position.number));
      RetentionStart floor = Objects.requireNonNull(floors.get(entry.partition));
      floor(entry.partition, floor.atLeast(entry.position.lsn));
    }
  }

  /** Removes the versions in a range of keys after an LSN. */
  public synchronized void forget(EpkRange range, long afterLsn) {
    Predicate<LoggedVersion> lost =
        entry ->
            entry.position.lsn > afterLsn
                && range.contains(entry.version.item().key().partition().epk());
    for (LoggedVersion entry : byAge.stream().filter(lost).toList()) {
      versions.remove(entry.position);
      pendingChanges.add(records.remove(entry.position.number));
    }
    byAge.removeIf(lost);
  }

  /** Saves the log. */
  public synchronized Runnable save() {
    List<LoggedVersion> logged = List.copyOf(byAge);
    Runnable others = SavedState.of(List.of(SavedState.of(floors), expiring.save()));
    return () -> restore(logged, others);
  }

  private synchronized void restore(List<LoggedVersion> logged, Runnable others) {
    versions.clear();
    byAge.clear();
    logged.forEach(this::put);
    others.run();
  }

  /** Takes the expired items, each once. */
  public synchronized List<Item> takeExpired(long now) {
    return expiring.take(now);
  }

  /** Returns whether the expiry of an item is still to be reported. */
  public synchronized boolean awaitsExpiry(Item item) {
    return expiring.find(item.key()).filter(i -> i.stamp().equals(item.stamp())).isPresent();
  }

  /** Returns whether all changes of a partition after an LSN are retained. */
  public synchronized boolean reaches(EpkRange range, long afterLsn) {
    return floors.values().stream().noneMatch(f -> f.lsn() > afterLsn && f.range().overlaps(range));
  }

  /** Reads the changes of a scope between two LSNs; those of a transaction stay together. */
  public synchronized VersionSlice read(Predicate<Item> scope, VersionRange bounds) {
    List<ItemVersion> found = new ArrayList<>();
    long bytes = 0;
    long last = bounds.afterLsn();
    Position from = new Position(bounds.afterLsn() + 1, 0);
    Position to = new Position(bounds.upToLsn() + 1, 0);
    for (ItemVersion version : versions.subMap(from, to).values()) {
      boolean full =
          found.size() >= bounds.maxItems()
              || !found.isEmpty() && bytes + version.bytes() > bounds.maxBytes();
      if (full && version.lsn() != last) {
        return new VersionSlice(found, true);
      }
      if (scope.test(version.item())) {
        found.add(version);
        bytes += version.bytes();
        last = version.lsn();
      }
    }
    return new VersionSlice(found, false);
  }

  /** The LSNs to read, from one (exclusive) to another (inclusive), and the limits of a page. */
  public record VersionRange(long afterLsn, long upToLsn, int maxItems, long maxBytes) {}

  /** A section of the log, and whether more of it follows. */
  public record VersionSlice(List<ItemVersion> versions, boolean cut) {}

  /** The LSN up to which the changes in a range of keys are unknown. */
  record RetentionStart(EpkRange range, long lsn) {
    RetentionStart atLeast(long other) {
      return new RetentionStart(range, Math.max(lsn, other));
    }
  }
}
