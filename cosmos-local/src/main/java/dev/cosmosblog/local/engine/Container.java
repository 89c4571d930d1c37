package dev.cosmosblog.local.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.query.StoredItem;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** A container: its settings, and its items spread over physical partitions by the hash of their keys. */
public final class Container {
  private final ContainerState state;
  private final PartitionMap partitions;
  private final Revision revision;

  Container(ContainerId id, ContainerDefinition definition, ContainerSetup setup) {
    this.state = new ContainerState(id, definition, setup.clock(), setup.etags());
    this.partitions = PartitionMap.of(state, setup.physicalPartitions());
    this.revision = new Revision(setup.clock(), setup.etags());
  }

  /** What an account gives each of its containers. */
  record ContainerSetup(Clock clock, AtomicLong etags, int physicalPartitions) {}

  /**
   * The name.
   *
   * @return the id
   */
  public String id() {
    return state.definition().id();
  }

  /**
   * The number that no other container ever has.
   *
   * @return the resource id
   */
  public String rid() {
    return state.id().rid();
  }

  /**
   * The settings as the service shows them.
   *
   * @return a new object
   */
  public ObjectNode json() {
    ObjectNode json = state.definition().json().deepCopy();
    json.put("_rid", rid()).put("_self", state.id().self());
    revision.describe(json);
    for (String child : List.of("docs", "sprocs", "triggers", "udfs", "conflicts")) {
      json.put("_" + child, child + "/");
    }
    return json;
  }

  /**
   * Changes the settings.
   *
   * @param body the new settings
   * @throws EngineException 400 if the id or the partition key differ, 403 if the unique keys do
   */
  public void replace(ObjectNode body) {
    state.define(state.definition().replacedBy(body));
    revision.next();
  }

  /**
   * The physical partitions.
   *
   * @return in the order of their keys
   */
  public List<PartitionInfo> ranges() {
    return partitions.all().stream().map(p -> PartitionInfo.of(p, state.id())).toList();
  }

  /**
   * Does one thing with one item.
   *
   * @param partitionKey the item's partition key
   * @param operation what to do
   * @return what came of it
   * @throws EngineException if the account refuses
   */
  public Marked<ItemResult> execute(PartitionKeyValue partitionKey, ItemOperation operation) {
    LogicalKey logical = logical(partitionKey);
    PhysicalPartition partition = partitions.of(logical.epk());
    if (operation instanceof ReadItem read) {
      Item item =
          partition
              .find(new ItemKey(logical, read.id()))
              .orElseThrow(() -> EngineException.notFound("the item does not exist."));
      return Marked.of(partition, read.of(item));
    }
    return Marked.of(
        partition, partition.write(t -> operation.apply(scope(t, partitionKey, logical))));
  }

  /**
   * Does several things in one logical partition, all or none, seen by readers at once.
   *
   * @param partitionKey the partition key of all items
   * @param operations what to do
   * @return what came of each
   */
  public Marked<BatchResult> batch(PartitionKeyValue partitionKey, List<ItemOperation> operations) {
    LogicalKey logical = logical(partitionKey);
    PhysicalPartition partition = partitions.of(logical.epk());
    Function<Transaction, BatchResult> work =
        t -> new Batch(operations).run(scope(t, partitionKey, logical));
    try {
      return Marked.of(partition, partition.write(work));
    } catch (BatchFailedException failed) {
      return Marked.of(partition, failed.result());
    }
  }

  /**
   * Removes every item of a logical partition.
   *
   * @param partitionKey the partition key
   * @return what it cost
   */
  public Marked<Double> deleteAll(PartitionKeyValue partitionKey) {
    LogicalKey logical = logical(partitionKey);
    PhysicalPartition partition = partitions.of(logical.epk());
    PartitionScope all = new PartitionScope(partition, partition.range(), logical);
    return Marked.of(
        partition,
        partition.write(
            t -> {
              OperationScope scope = scope(t, partitionKey, logical);
              Iterable<StoredItem> items = () -> ScopeSource.of(all).candidates(List.of(), -1);
              double charge = 0;
              for (StoredItem item : items) {
                charge += scope.remove((Item) item).charge();
              }
              return charge;
            }));
  }

  /**
   * The physical partition of a partition key.
   *
   * @param partitionKey the key
   * @return the partition's id
   */
  public String partitionOf(PartitionKeyValue partitionKey) {
    return partitions.of(logical(partitionKey).epk()).id();
  }

  /**
   * How far the physical partition of a scope has come.
   *
   * @param scope the scope
   * @return the partition's mark
   * @throws EngineException 410/1002 if the physical partition does not exist
   */
  public PartitionMark mark(FeedScope scope) {
    PhysicalPartition partition = resolve(scope).partition();
    return new PartitionMark(partition.id(), partition.lsn());
  }

  /**
   * Checks that a partition key lies where a client thinks that it does.
   *
   * @param scope where the client sent the request
   * @param partitionKey the key
   * @throws EngineException 410/1002 if it lies in another physical partition
   */
  public void checkHolds(FeedScope scope, PartitionKeyValue partitionKey) {
    if (!mark(scope).id().equals(partitionOf(partitionKey))) {
      throw new EngineException(410, 1002, "The partition key lies in another range.");
    }
  }

  ContainerState state() {
    return state;
  }

  /** Finds what a feed is asked over. */
  PartitionScope resolve(FeedScope scope) {
    if (scope instanceof FeedScope.Physical physical) {
      PhysicalPartition partition = partitions.byId(physical.id());
      EpkRange within = physical.within();
      return new PartitionScope(partition, within == null ? partition.range() : within, null);
    }
    PartitionKeyValue key = ((FeedScope.Logical) scope).partitionKey();
    PartitionKeyDefinition definition = state.definition().partitionKey();
    if (key.components().size() < definition.paths().size()) {
      String epk = EffectivePartitionKey.of(definition.kind(), key);
      EpkRange prefix = new EpkRange(epk, epk + EffectivePartitionKey.MAX);
      return new PartitionScope(partitions.of(epk), prefix, null);
    }
    LogicalKey logical = logical(key);
    PhysicalPartition partition = partitions.of(logical.epk());
    return new PartitionScope(partition, partition.range(), logical);
  }

  private LogicalKey logical(PartitionKeyValue value) {
    PartitionKeyDefinition definition = state.definition().partitionKey();
    if (value.components().size() != definition.paths().size()) {
      throw new EngineException(
          400,
          1001,
          "Partition key provided either doesn't correspond to definition in the collection or doesn't match partition key field values specified in the document.");
    }
    return state.logical(value);
  }

  private OperationScope scope(Transaction transaction, PartitionKeyValue key, LogicalKey logical) {
    return new OperationScope(transaction, state.definition(), key, logical);
  }
}
