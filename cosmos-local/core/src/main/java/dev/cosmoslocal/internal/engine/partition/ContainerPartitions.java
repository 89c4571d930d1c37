package dev.cosmoslocal.internal.engine.partition;

import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.item.ItemRecord;
import dev.cosmoslocal.internal.engine.key.EffectivePartitionKey;
import dev.cosmoslocal.internal.engine.key.EpkRange;
import dev.cosmoslocal.internal.engine.key.LogicalPartition;
import dev.cosmoslocal.internal.engine.key.PartitionKeyDefinition;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.StoredDocuments;
import dev.cosmoslocal.internal.storage.Change;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.Supplier;

/** The physical partitions of a container, which may split at any time, one at a time. */
public final class ContainerPartitions {
  private static final int LOADED_AT_ONCE = 1_000;

  private final ContainerState container;

  /** Shared by requests of several writes; a split has it alone. */
  private final ReadWriteLock splits = new ReentrantReadWriteLock();

  private volatile PartitionMap map;

  public ContainerPartitions(ContainerState container, PartitionMap map) {
    this.container = container;
    this.map = map;
  }

  public PartitionMap map() {
    return map;
  }

  public List<PhysicalPartition> all() {
    return map.all();
  }

  public PhysicalPartition of(LogicalPartition key) {
    return map.of(key.epk());
  }

  /** Runs a write in the partition that has the key, and again if that was split meanwhile. */
  public <T> PartitionResult<T> write(
      LogicalPartition key, LockMode lockMode, Function<Transaction, T> work) {
    while (true) {
      PhysicalPartition partition = of(key);
      Optional<T> done = partition.write(lockMode, work);
      if (done.isPresent()) {
        return PartitionResult.of(partition, done.get());
      }
    }
  }

  /** Runs a request of several writes, which a split waits for. */
  public <T> T withoutSplit(Supplier<T> writes) {
    splits.readLock().lock();
    try {
      return writes.get();
    } finally {
      splits.readLock().unlock();
    }
  }

  /**
   * Splits a partition and returns the ids of the new ones. The function gives the stored form of a
   * map.
   */
  public List<String> split(String rangeId, Function<PartitionMap, Change> stored) {
    PhysicalPartition parent = map.byId(rangeId);
    String boundary = parent.middle();
    if (boundary.compareTo(parent.range().min()) <= 0) {
      throw EngineException.badRequest("The range " + rangeId + " can't be split further.");
    }
    List<RangeId> ids = map.childrenOf(parent);
    splits.writeLock().lock();
    try {
      parent.split(boundary, new PhysicalPartition.SplitPlace(ids, two -> put(two, stored)));
    } finally {
      splits.writeLock().unlock();
    }
    return ids.stream().map(RangeId::text).toList();
  }

  /** Splits the largest partitions until there are enough. */
  public void growTo(int count, Function<PartitionMap, Change> stored) {
    while (all().size() < count) {
      PhysicalPartition largest =
          all().stream()
              .max(Comparator.comparingLong(p -> p.view().totals().items()))
              .orElseThrow();
      split(largest.id(), stored);
    }
  }

  /**
   * Stores the new map before publishing it, since writes to the new partitions may follow at once.
   */
  private void put(List<PhysicalPartition> two, Function<PartitionMap, Change> stored) {
    PartitionMap next = map.with(two);
    List<Change> changes = new ArrayList<>();
    two.forEach(p -> changes.add(container.mark(p.rangeId(), p.view().totals())));
    changes.add(stored.apply(next));
    container.store(changes);
    map = next;
  }

  /** Returns the newest session token of a partition; the same if the partition is gone. */
  public SessionToken latest(SessionToken token) {
    return all().stream()
        .filter(p -> p.id().equals(token.partitionId()))
        .findFirst()
        .map(p -> p.view().token(p.id()))
        .orElse(token);
  }

  public PartitionScope resolve(FeedScope scope) {
    if (scope instanceof FeedScope.Physical physical) {
      PhysicalPartition partition = map.byId(physical.id());
      EpkRange within = physical.within();
      return new PartitionScope(partition, within == null ? partition.range() : within, null);
    }
    PartitionKeyValue key = ((FeedScope.Logical) scope).partitionKey();
    PartitionKeyDefinition definition = container.definition().partitionKey();
    if (key.components().size() < definition.paths().size()) {
      return prefix(EffectivePartitionKey.of(definition.kind(), key));
    }
    if (key.components().size() > definition.paths().size()) {
      throw PartitionKeyDefinition.mismatch();
    }
    LogicalPartition logical = container.keys().logical(key);
    return new PartitionScope(of(logical), of(logical).range(), logical);
  }

  private PartitionScope prefix(String epk) {
    EpkRange prefix = new EpkRange(epk, epk + EffectivePartitionKey.MAX);
    PhysicalPartition first = map.of(epk);
    if (prefix.max().compareTo(first.range().max()) > 0) {
      throw EngineException.badRequest(
          "The keys with this prefix lie in several ranges: name one by its id.");
    }
    return new PartitionScope(first, prefix, null);
  }

  /**
   * Saves the items. They return to the partitions that have their keys then: no split is undone.
   */
  public Runnable save() {
    Map<PhysicalPartition, PartitionView> saved = new HashMap<>();
    all().forEach(partition -> saved.put(partition, partition.save()));
    return () ->
        saved.forEach(
            (source, view) ->
                all().stream()
                    .filter(partition -> source.range().covers(partition.range()))
                    .forEach(partition -> partition.restore(source, view)));
  }

  public void load(StoredDocuments documents) {
    Map<PhysicalPartition, List<Item>> items = new HashMap<>();
    container
        .records()
        .items(
            documents,
            (rid, bytes) -> {
              Item item = ItemRecord.read(container.keys(), rid, bytes).item();
              PhysicalPartition partition = map.of(item.key().partition().epk());
              List<Item> some = items.computeIfAbsent(partition, p -> new ArrayList<>());
              some.add(item);
              if (some.size() == LOADED_AT_ONCE) {
                partition.load(some);
                some.clear();
              }
            });
    items.forEach((partition, rest) -> partition.load(rest));
    container.records().marks(documents, this::resume);
  }

  /** Marks of partitions that have been split still count for the counters. */
  private void resume(long range, ContainerRecords.PartitionProgress mark) {
    long lsn = container.resume(mark);
    map.all().stream()
        .filter(p -> p.rangeId().number() == range)
        .forEach(p -> p.resume(lsn, mark.version()));
  }
}
