package dev.cosmosblog.local.internal.engine.partition;

import dev.cosmosblog.local.internal.engine.item.Item;
import dev.cosmosblog.local.internal.engine.item.ItemRecord;
import dev.cosmosblog.local.internal.engine.key.EffectivePartitionKey;
import dev.cosmosblog.local.internal.engine.key.EpkRange;
import dev.cosmosblog.local.internal.engine.key.LogicalPartition;
import dev.cosmosblog.local.internal.engine.key.PartitionKeyDefinition;
import dev.cosmosblog.local.internal.engine.key.PartitionKeyValue;
import dev.cosmosblog.local.internal.engine.resource.EngineException;
import dev.cosmosblog.local.internal.engine.resource.StoredDocuments;
import dev.cosmosblog.local.internal.storage.Change;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A container's physical partitions, which may be split at any time; one split at a time. */
public final class ContainerPartitions {
  private static final int LOADED_AT_ONCE = 1_000;

  private final ContainerState container;

  /** Replaced as a whole. */
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

  /** Does work where its keys are, also if they are moving. */
  public <T> PartitionResult<T> write(
      LogicalPartition key, LockMode tenure, Function<Transaction, T> work) {
    while (true) {
      PhysicalPartition partition = of(key);
      Optional<T> done = partition.write(tenure, work);
      if (done.isPresent()) {
        return PartitionResult.of(partition, done.get());
      }
    }
  }

  /**
   * Splits a partition, and says which two there are in its place. What is to be kept of a map is
   * given.
   */
  public List<String> split(String rangeId, Function<PartitionMap, Change> kept) {
    PhysicalPartition parent = map.byId(rangeId);
    String boundary = parent.middle();
    if (boundary.compareTo(parent.range().min()) <= 0) {
      throw EngineException.badRequest("The range " + rangeId + " can't be split further.");
    }
    List<RangeId> ids = map.childrenOf(parent);
    parent.split(boundary, new PhysicalPartition.SplitPlace(ids, two -> put(two, kept)));
    return ids.stream().map(RangeId::text).toList();
  }

  /** Splits the largest partitions until there are enough. */
  public void growTo(int count, Function<PartitionMap, Change> kept) {
    while (all().size() < count) {
      PhysicalPartition largest =
          all().stream()
              .max(Comparator.comparingLong(p -> p.view().totals().items()))
              .orElseThrow();
      split(largest.id(), kept);
    }
  }

  /** Kept before it is seen, as the two may be written to at once. */
  private void put(List<PhysicalPartition> two, Function<PartitionMap, Change> kept) {
    PartitionMap next = map.with(two);
    List<Change> changes = new ArrayList<>();
    two.forEach(p -> changes.add(container.mark(p.rangeId(), p.lsn())));
    changes.add(kept.apply(next));
    container.keep(changes);
    map = next;
  }

  /** How far a partition has come since; the same if it is gone. */
  public SessionToken latest(SessionToken mark) {
    return all().stream()
        .filter(p -> p.id().equals(mark.id()))
        .findFirst()
        .map(p -> new SessionToken(p.id(), p.lsn()))
        .orElse(mark);
  }

  /** Finds what a feed is asked over. */
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

  /** Loads the items that outlived a process. */
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
                partition.load(some, 0);
                some.clear();
              }
            });
    items.forEach((partition, rest) -> partition.load(rest, 0));
    container.records().marks(documents, this::resume);
  }

  /** The marks of partitions that have been split count for the counters all the same. */
  private void resume(long range, ContainerRecords.Mark mark) {
    long lsn = container.resume(mark);
    map.all().stream()
        .filter(p -> p.rangeId().number() == range)
        .forEach(p -> p.load(List.of(), lsn));
  }
}
