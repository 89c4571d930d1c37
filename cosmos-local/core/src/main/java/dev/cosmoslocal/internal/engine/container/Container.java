package dev.cosmoslocal.internal.engine.container;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.definition.ContainerDefinition;
import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.key.ItemKey;
import dev.cosmoslocal.internal.engine.key.LogicalPartition;
import dev.cosmoslocal.internal.engine.key.PartitionKeyDefinition;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import dev.cosmoslocal.internal.engine.operation.Batch;
import dev.cosmoslocal.internal.engine.operation.BatchResult;
import dev.cosmoslocal.internal.engine.operation.ItemOperation;
import dev.cosmoslocal.internal.engine.operation.ItemResult;
import dev.cosmoslocal.internal.engine.operation.OperationScope;
import dev.cosmoslocal.internal.engine.partition.ContainerPartitions;
import dev.cosmoslocal.internal.engine.partition.ContainerState;
import dev.cosmoslocal.internal.engine.partition.FeedScope;
import dev.cosmoslocal.internal.engine.partition.LockMode;
import dev.cosmoslocal.internal.engine.partition.LogicalPartitionFilter;
import dev.cosmoslocal.internal.engine.partition.PartitionBusyException;
import dev.cosmoslocal.internal.engine.partition.PartitionInfo;
import dev.cosmoslocal.internal.engine.partition.PartitionMap;
import dev.cosmoslocal.internal.engine.partition.PartitionResult;
import dev.cosmoslocal.internal.engine.partition.PartitionScope;
import dev.cosmoslocal.internal.engine.partition.PartitionView;
import dev.cosmoslocal.internal.engine.partition.PhysicalPartition;
import dev.cosmoslocal.internal.engine.partition.ReadConsistency;
import dev.cosmoslocal.internal.engine.partition.SessionToken;
import dev.cosmoslocal.internal.engine.partition.Transaction;
import dev.cosmoslocal.internal.engine.resource.AccountContext;
import dev.cosmoslocal.internal.engine.resource.ContainerId;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.resource.ResourceIds;
import dev.cosmoslocal.internal.engine.resource.Revision;
import dev.cosmoslocal.internal.engine.resource.SavedState;
import dev.cosmoslocal.internal.engine.resource.StoredDocuments;
import dev.cosmoslocal.internal.engine.version.VersionLog;
import dev.cosmoslocal.internal.storage.Change;
import dev.cosmoslocal.internal.storage.Ledger;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A container: its settings, its scripts, and its items, spread over physical partitions by the
 * hash of their partition keys.
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

  public Container(ContainerId id, ObjectNode stored, AccountContext context) {
    ObjectNode definition = (ObjectNode) stored.path("definition");
    this.state = new ContainerState(id, ContainerDefinition.restored(definition), context);
    this.context = context;
    this.partitions = new ContainerPartitions(state, PartitionMap.of(state, stored.path("ranges")));
    this.revision = new Revision(context, stored);
    this.scripts = new ContainerScripts(id, context);
    partitions.load(context.documents());
    if (state.definition().retention().on()) {
      retainVersions(!state.versions().load(state.keys(), context.documents()));
    }
  }

  /** The stored form of the container, without its items. */
  public Change stored() {
    return stored(partitions.map());
  }

  private Change stored(PartitionMap ranges) {
    ObjectNode json = Json.object();
    json.set("definition", state.definition().json());
    json.set("ranges", ranges.describe());
    return StoredDocuments.putChange(state.id().document(), revision.writeTo(json));
  }

  public String id() {
    return state.definition().id();
  }

  /** The resource id, which no other container ever has. */
  public String rid() {
    return state.id().rid();
  }

  public String databaseRid() {
    return state.id().databaseRid();
  }

  public int partitionCount() {
    return partitions.all().size();
  }

  /** The settings as the service shows them. */
  public ObjectNode json() {
    ObjectNode json = state.definition().json().deepCopy();
    json.put("_rid", rid()).put("_self", state.id().self());
    revision.describe(json);
    for (String child : List.of("docs", "sprocs", "triggers", "udfs", "conflicts")) {
      json.put("_" + child, child + "/");
    }
    return json;
  }

  public long items() {
    return partitions.all().stream().mapToLong(p -> p.view().totals().items()).sum();
  }

  /**
   * The items that have not expired, those of each physical partition as they were at one moment.
   */
  public List<Item> liveItems() {
    return partitions.all().stream()
        .flatMap(partition -> partition.view().stored().stream())
        .filter(state::live)
        .toList();
  }

  /**
   * Returns whether the container was created without a partition key, so that requests on its
   * items need none.
   */
  public boolean unpartitioned() {
    return state.definition().json().path("partitionKey").path("systemKey").asBoolean();
  }

  /**
   * Replaces the settings. A new indexing policy rebuilds all indexes; writers wait.
   *
   * @throws EngineException 400 if the id or the partition key differs, 403 if the unique keys do,
   *     412 if the tag does
   */
  public synchronized void replace(ObjectNode body, @Nullable String ifMatch) {
    revision.check(ifMatch);
    context.documents().checkWritable();
    ContainerDefinition before = state.definition();
    boolean reindex = state.define(before.replacedBy(body), items() > 0);
    revision.next();
    Ledger.Receipt receipt =
        context
            .documents()
            .writeMade(List.of(StoredDocuments.requireChange(state.id().document()), stored()));
    if (reindex) {
      partitions.all().forEach(p -> p.reindex(state.layout()));
    }
    receipt.await();
    if (state.definition().retention().on()) {
      retainVersions(!before.retention().on());
    }
  }

  /** The physical partitions, in the order of their keys. */
  public List<PartitionInfo> ranges() {
    return partitions.all().stream().map(p -> PartitionInfo.of(p, state.id())).toList();
  }

  /** Executes an operation on one item. */
  public PartitionResult<ItemResult> execute(
      PartitionKeyValue partitionKey, ItemOperation operation) {
    return execute(partitionKey, operation, LockMode.PATIENT);
  }

  /**
   * Executes an operation on one item.
   *
   * @param lockMode the lock mode of a write
   * @throws PartitionBusyException if the partition is locked for long and the lock mode is
   *     impatient
   */
  public PartitionResult<ItemResult> execute(
      PartitionKeyValue partitionKey, ItemOperation operation, LockMode lockMode) {
    if (operation instanceof ItemOperation.Read read) {
      PartitionResult<Optional<ItemResult>> found =
          read(partitionKey, read, ReadConsistency.LATEST);
      return new PartitionResult<>(read.existing(found.value()), found.sessionToken());
    }
    LogicalPartition logical = logical(partitionKey);
    return partitions.write(
        logical, lockMode, t -> operation.apply(scope(t, partitionKey, logical)));
  }

  /** Reads an item, if the replica that was read has it. */
  public PartitionResult<Optional<ItemResult>> read(
      PartitionKeyValue partitionKey, ItemOperation.Read operation, ReadConsistency consistency) {
    LogicalPartition logical = logical(partitionKey);
    PhysicalPartition partition = partitions.of(logical);
    PartitionView view = partition.view(consistency);
    return new PartitionResult<>(
        view.live(new ItemKey(logical, operation.id())).map(operation::of),
        view.token(partition.id()));
  }

  /**
   * Finds the id of the item with a resource id.
   *
   * @throws dev.cosmoslocal.internal.budget.EventLoopException if the thread is an event loop and
   *     the item is large: it is parsed
   */
  public Optional<String> itemId(PartitionKeyValue partitionKey, String itemRid) {
    LogicalPartition logical = logical(partitionKey);
    return ResourceIds.itemNumber(itemRid)
        .filter(number -> ResourceIds.item(state.id().number(), number).equals(itemRid))
        .flatMap(number -> partitions.of(logical).view().item(number))
        .map(record -> record.item().checkThread().key())
        .filter(key -> key.partition().equals(logical))
        .map(key -> key.id());
  }

  /**
   * Executes several operations in one logical partition as a transaction.
   *
   * @param minimal whether the response leaves out written items; otherwise they count against its
   *     size limit
   */
  public PartitionResult<BatchResult> batch(
      PartitionKeyValue partitionKey, List<ItemOperation> operations, boolean minimal) {
    LogicalPartition logical = logical(partitionKey);
    try {
      return partitions.write(
          logical,
          LockMode.LONG,
          t -> new Batch(operations, minimal).run(scope(t, partitionKey, logical)));
    } catch (Batch.FailedException failed) {
      return PartitionResult.of(partitions.of(logical), failed.result());
    }
  }

  public PartitionResult<Double> deleteAll(PartitionKeyValue partitionKey) {
    LogicalPartition logical = logical(partitionKey);
    return partitions.write(
        logical,
        LockMode.LONG,
        t -> {
          OperationScope scope = scope(t, partitionKey, logical);
          double charge = 0;
          for (Item item : t.before(t.filter(logical))) {
            charge += scope.remove(item).charge();
          }
          return charge;
        });
  }

  /**
   * Splits a physical partition in two while clients work: its writers wait, its readers don't. Its
   * id fails with 410/1002 from then on. The new partitions continue its LSNs, so continuations and
   * session tokens stay valid. Takes about 20 µs for each item.
   *
   * @throws EngineException 410/1002 if the partition does not exist, 400 if it is too small to
   *     split
   */
  public synchronized List<String> split(String rangeId) {
    return partitions.split(rangeId, this::stored);
  }

  public synchronized void growTo(int count) {
    partitions.growTo(count, this::stored);
  }

  /** Runs a request of several writes, which a split of a physical partition waits for. */
  public <T> T withoutSplit(Supplier<T> writes) {
    return partitions.withoutSplit(writes);
  }

  public String partitionOf(PartitionKeyValue partitionKey) {
    return partitions.of(logical(partitionKey)).id();
  }

  /**
   * Returns the session token of the physical partition of a scope.
   *
   * @throws EngineException 410/1002 if the physical partition does not exist
   */
  public SessionToken sessionToken(FeedScope scope) {
    PhysicalPartition partition = resolve(scope).partition();
    return partition.view().token(partition.id());
  }

  /** Returns whether there is a physical partition, which may have been split. */
  public boolean hasPartition(String rangeId) {
    return partitions.all().stream().anyMatch(partition -> partition.id().equals(rangeId));
  }

  /**
   * Returns the session token of a replica of a physical partition.
   *
   * @throws EngineException 410/1002 if the physical partition does not exist
   */
  public SessionToken sessionToken(String rangeId, ReadConsistency consistency) {
    PhysicalPartition partition = resolve(new FeedScope.Physical(rangeId, null)).partition();
    return partition.view(consistency).token(partition.id());
  }

  /**
   * Returns the newest session token of a physical partition.
   *
   * @param token an earlier session token
   */
  public SessionToken latest(SessionToken token) {
    return partitions.latest(token);
  }

  /**
   * Checks that a partition key lies in the physical partition that a client named.
   *
   * @throws EngineException 410/1002 if it lies in another physical partition
   */
  public void checkHolds(FeedScope scope, PartitionKeyValue partitionKey) {
    if (!sessionToken(scope).partitionId().equals(partitionOf(partitionKey))) {
      throw new EngineException(410, 1002, "The partition key lies in another range.");
    }
  }

  /** Reports expired items as deletes in the feed of all versions. */
  public void expire() {
    // The taken changes must be stored.
    context.documents().checkWritable();
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

  /** Begins to retain versions, starting from the existing items. */
  private void retainVersions(boolean restart) {
    VersionLog versions = state.versions();
    versions.forgetExpiries();
    for (PhysicalPartition partition : partitions.all()) {
      partition.write(
          LockMode.LONG,
          t -> {
            if (restart) {
              versions.restart(partition.rangeId().number(), partition.range(), partition.lsn());
            }
            // Items that expired while versions were retained, and are not reported
            // yet, are still to be reported.
            List<Item> followed =
                restart ? t.before(new LogicalPartitionFilter.All()) : partition.view().stored();
            return versions.follow(followed, state.definition().timeToLive());
          });
    }
    state.storeMade(versions.takePendingChanges());
  }

  public ContainerScripts scripts() {
    return scripts;
  }

  /** Runs a script in one logical partition as a transaction; nothing takes effect if it throws. */
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

  /** Returns whether a key names one logical partition, and is no prefix of several. */
  public boolean isWhole(PartitionKeyValue key) {
    return key.components().size() == state.definition().partitionKey().paths().size();
  }

  /**
   * Loses the writes of some time, each physical partition on its own, as after a failover to a
   * region that did not have them yet. LSNs go back, and are given again to other writes.
   */
  public synchronized long failOver(Duration lost) {
    long transactions = 0;
    for (PhysicalPartition partition : partitions.all()) {
      transactions += partition.failOver(lost);
    }
    if (state.definition().retention().on()) {
      retainVersions(false);
    }
    return transactions;
  }

  /** Saves the settings, scripts and items. */
  public synchronized Runnable save() {
    Runnable saved =
        SavedState.of(List.of(state.save(), revision.save(), scripts.save(), partitions.save()));
    return () -> restore(saved);
  }

  private synchronized void restore(Runnable saved) {
    saved.run();
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
