package dev.cosmosblog.local.internal.engine.container;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.internal.engine.definition.ContainerDefinition;
import dev.cosmosblog.local.internal.engine.item.Item;
import dev.cosmosblog.local.internal.engine.key.ItemKey;
import dev.cosmosblog.local.internal.engine.key.LogicalPartition;
import dev.cosmosblog.local.internal.engine.key.PartitionKeyDefinition;
import dev.cosmosblog.local.internal.engine.key.PartitionKeyValue;
import dev.cosmosblog.local.internal.engine.operation.Batch;
import dev.cosmosblog.local.internal.engine.operation.BatchResult;
import dev.cosmosblog.local.internal.engine.operation.ItemOperation;
import dev.cosmosblog.local.internal.engine.operation.ItemResult;
import dev.cosmosblog.local.internal.engine.operation.OperationScope;
import dev.cosmosblog.local.internal.engine.partition.ContainerPartitions;
import dev.cosmosblog.local.internal.engine.partition.ContainerState;
import dev.cosmosblog.local.internal.engine.partition.FeedScope;
import dev.cosmosblog.local.internal.engine.partition.LockMode;
import dev.cosmosblog.local.internal.engine.partition.LogicalPartitionFilter;
import dev.cosmosblog.local.internal.engine.partition.PartitionBusyException;
import dev.cosmosblog.local.internal.engine.partition.PartitionInfo;
import dev.cosmosblog.local.internal.engine.partition.PartitionMap;
import dev.cosmosblog.local.internal.engine.partition.PartitionResult;
import dev.cosmosblog.local.internal.engine.partition.PartitionScope;
import dev.cosmosblog.local.internal.engine.partition.PhysicalPartition;
import dev.cosmosblog.local.internal.engine.partition.SessionToken;
import dev.cosmosblog.local.internal.engine.partition.Transaction;
import dev.cosmosblog.local.internal.engine.resource.AccountContext;
import dev.cosmosblog.local.internal.engine.resource.ContainerId;
import dev.cosmosblog.local.internal.engine.resource.EngineException;
import dev.cosmosblog.local.internal.engine.resource.Json;
import dev.cosmosblog.local.internal.engine.resource.Revision;
import dev.cosmosblog.local.internal.engine.resource.StoredDocuments;
import dev.cosmosblog.local.internal.engine.version.VersionLog;
import dev.cosmosblog.local.internal.storage.Change;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A container: its settings, and its items spread over physical partitions by the hash of their
 * keys.
 */
public final class Container {
  private final ContainerState state;
  private final ContainerScripts scripts;

  private final ContainerPartitions partitions;
  private final Revision revision;
  private final AccountContext context;

  public Container(
      ContainerId id,
      ContainerDefinition definition,
      AccountContext context,
      int physicalPartitions) {
    this.state = new ContainerState(id, definition, context);
    this.context = context;
    this.partitions = new ContainerPartitions(state, PartitionMap.of(state, physicalPartitions));
    this.revision = new Revision(context);
    this.scripts = new ContainerScripts(id, context);
  }

  /** One that outlived a process, with its items. */
  public Container(ContainerId id, ObjectNode kept, AccountContext context) {
    ObjectNode definition = (ObjectNode) kept.path("definition");
    this.state = new ContainerState(id, ContainerDefinition.kept(definition), context);
    this.context = context;
    this.partitions = new ContainerPartitions(state, PartitionMap.of(state, kept.path("ranges")));
    this.revision = new Revision(context, kept);
    this.scripts = new ContainerScripts(id, context);
    partitions.load(context.documents());
    if (state.definition().retention().on()) {
      keepVersions(!state.versions().load(state.keys(), context.documents()));
    }
  }

  /** What is to be kept of it besides its items. */
  public Change kept() {
    return kept(partitions.map());
  }

  private Change kept(PartitionMap ranges) {
    ObjectNode json = Json.object();
    json.set("definition", state.definition().json());
    json.set("ranges", ranges.describe());
    return StoredDocuments.putting(state.id().document(), revision.keep(json));
  }

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
   * The database.
   *
   * @return its resource id
   */
  public String databaseRid() {
    return state.id().databaseRid();
  }

  /**
   * How many physical partitions there are.
   *
   * @return 1 or more
   */
  public int partitionCount() {
    return partitions.all().size();
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
   * How many items there are.
   *
   * @return their number
   */
  public long items() {
    return partitions.all().stream().mapToLong(p -> p.view().totals().items()).sum();
  }

  /**
   * Whether it was made without a partition key, so that requests on its items need none.
   *
   * @return whether it was
   */
  public boolean unpartitioned() {
    return state.definition().json().path("partitionKey").path("systemKey").asBoolean();
  }

  /**
   * Changes the settings. Another indexing policy has everything indexed anew, for which writers
   * wait.
   *
   * @param body the new settings
   * @param ifMatch the tag that it must have; null for no condition
   * @throws EngineException 400 if the id or the partition key differ, 403 if the unique keys do,
   *     412 if the tag does
   */
  public synchronized void replace(ObjectNode body, @Nullable String ifMatch) {
    revision.check(ifMatch);
    ContainerDefinition before = state.definition();
    boolean reindex = state.define(before.replacedBy(body));
    revision.next();
    context.documents().write(List.of(kept()));
    if (reindex) {
      partitions.all().forEach(p -> p.reindex(state.layout()));
    }
    if (state.definition().retention().on()) {
      keepVersions(!before.retention().on());
    }
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
  public PartitionResult<ItemResult> execute(
      PartitionKeyValue partitionKey, ItemOperation operation) {
    return execute(partitionKey, operation, LockMode.PATIENT);
  }

  /**
   * Does one thing with one item.
   *
   * @param partitionKey the item's partition key
   * @param operation what to do
   * @param tenure how to take the partition, if it is a write
   * @return what came of it
   * @throws EngineException if the account refuses
   * @throws PartitionBusyException if somebody has the partition for long and the tenure is
   *     impatient
   */
  public PartitionResult<ItemResult> execute(
      PartitionKeyValue partitionKey, ItemOperation operation, LockMode tenure) {
    LogicalPartition logical = logical(partitionKey);
    if (operation instanceof ItemOperation.Read read) {
      PhysicalPartition partition = partitions.of(logical);
      Item item =
          partition
              .find(new ItemKey(logical, read.id()))
              .orElseThrow(() -> EngineException.notFound("the item does not exist."));
      return PartitionResult.of(partition, read.of(item));
    }
    return partitions.write(logical, tenure, t -> operation.apply(scope(t, partitionKey, logical)));
  }

  /**
   * Does several things in one logical partition, all or none, seen by readers at once.
   *
   * @param partitionKey the partition key of all items
   * @param operations what to do
   * @param minimal whether what is written is not sent back, which else counts against the size of
   *     the answer
   * @return what came of each
   */
  public PartitionResult<BatchResult> batch(
      PartitionKeyValue partitionKey, List<ItemOperation> operations, boolean minimal) {
    LogicalPartition logical = logical(partitionKey);
    try {
      return partitions.write(
          logical,
          LockMode.PATIENT,
          t -> new Batch(operations, minimal).run(scope(t, partitionKey, logical)));
    } catch (Batch.FailedException failed) {
      return PartitionResult.of(partitions.of(logical), failed.result());
    }
  }

  /**
   * Removes every item of a logical partition.
   *
   * @param partitionKey the partition key
   * @return what it cost
   */
  public PartitionResult<Double> deleteAll(PartitionKeyValue partitionKey) {
    LogicalPartition logical = logical(partitionKey);
    return partitions.write(
        logical,
        LockMode.PATIENT,
        t -> {
          OperationScope scope = scope(t, partitionKey, logical);
          double charge = 0;
          for (Item item : t.before(t.groups(logical))) {
            charge += scope.remove(item).charge();
          }
          return charge;
        });
  }

  /**
   * Splits a physical partition in two, while clients work: writers to it wait, readers don't. Its
   * id answers 410/1002 from then on. The two have its items and go on with its LSNs, so that
   * continuations and session tokens stay good. Takes about 20 µs for each item.
   *
   * @param rangeId the partition's id
   * @return the ids of the two
   * @throws EngineException 410/1002 if there is no such partition, 400 if it is too small
   */
  public synchronized List<String> split(String rangeId) {
    return partitions.split(rangeId, this::kept);
  }

  public synchronized void growTo(int count) {
    partitions.growTo(count, this::kept);
  }

  /**
   * The physical partition of a partition key.
   *
   * @param partitionKey the key
   * @return the partition's id
   */
  public String partitionOf(PartitionKeyValue partitionKey) {
    return partitions.of(logical(partitionKey)).id();
  }

  /**
   * How far the physical partition of a scope has come.
   *
   * @param scope the scope
   * @return the partition's mark
   * @throws EngineException 410/1002 if the physical partition does not exist
   */
  public SessionToken mark(FeedScope scope) {
    PhysicalPartition partition = resolve(scope).partition();
    return new SessionToken(partition.id(), partition.lsn());
  }

  /**
   * How far a physical partition has come since.
   *
   * @param mark where it was
   * @return where it is; the same if the partition is gone
   */
  public SessionToken latest(SessionToken mark) {
    return partitions.latest(mark);
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

  /** Has the items whose time is over show as deleted in the feed of all versions. */
  public void expire() {
    for (Item item : state.versions().takeExpired(state.now())) {
      partitions.write(
          item.key().partition(),
          LockMode.PATIENT,
          transaction -> {
            transaction.expire(item);
            return true;
          });
    }
  }

  /** Goes on with the items that are there, whose changes so far may not have been kept. */
  private void keepVersions(boolean anew) {
    VersionLog versions = state.versions();
    versions.forgetExpiries();
    for (PhysicalPartition partition : partitions.all()) {
      partition.write(
          LockMode.LONG,
          t -> {
            if (anew) {
              versions.restart(partition.rangeId().number(), partition.range(), partition.lsn());
            }
            // What expired while changes were kept, and has not been told, is still to be told.
            List<Item> followed =
                anew ? t.before(new LogicalPartitionFilter.All()) : partition.view().stored();
            return versions.follow(followed, state.definition().timeToLive());
          });
    }
    state.keep(versions.takeAside());
  }

  /**
   * The scripts.
   *
   * @return the scripts
   */
  public ContainerScripts scripts() {
    return scripts;
  }

  /**
   * Has a script work in one logical partition; what it does takes effect together, or not at all
   * if it throws.
   */
  public <T> PartitionResult<T> transaction(
      PartitionKeyValue partitionKey, Function<OperationScope, T> work) {
    LogicalPartition logical = logical(partitionKey);
    return partitions.write(
        logical, LockMode.LONG, t -> work.apply(scope(t, partitionKey, logical)));
  }

  /** The link by names, as the service writes it. */
  public String altLink() {
    return "dbs/" + state.id().databaseId() + "/colls/" + id();
  }

  public void checkMatch(@Nullable String ifMatch) {
    revision.check(ifMatch);
  }

  public ContainerState state() {
    return state;
  }

  public PartitionScope resolve(FeedScope scope) {
    return partitions.resolve(scope);
  }

  private LogicalPartition logical(PartitionKeyValue value) {
    PartitionKeyDefinition definition = state.definition().partitionKey();
    if (value.components().size() != definition.paths().size()) {
      throw PartitionKeyDefinition.mismatch();
    }
    return state.keys().logical(value);
  }

  private OperationScope scope(
      Transaction transaction, PartitionKeyValue key, LogicalPartition logical) {
    return new OperationScope(transaction, state.definition(), key, logical);
  }
}
