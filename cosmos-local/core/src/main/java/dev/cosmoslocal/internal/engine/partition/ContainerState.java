package dev.cosmoslocal.internal.engine.partition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.definition.ContainerDefinition;
import dev.cosmoslocal.internal.engine.index.IndexLayout;
import dev.cosmoslocal.internal.engine.index.IndexTransformation;
import dev.cosmoslocal.internal.engine.index.IndexingPolicy;
import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.item.TimeToLive;
import dev.cosmoslocal.internal.engine.key.EpkRange;
import dev.cosmoslocal.internal.engine.key.ItemKeys;
import dev.cosmoslocal.internal.engine.key.LogicalPartition;
import dev.cosmoslocal.internal.engine.key.UniqueKeyValue;
import dev.cosmoslocal.internal.engine.resource.AccountContext;
import dev.cosmoslocal.internal.engine.resource.ContainerId;
import dev.cosmoslocal.internal.engine.resource.JsonPath;
import dev.cosmoslocal.internal.engine.resource.ServiceConditions;
import dev.cosmoslocal.internal.engine.resource.StoredDocuments;
import dev.cosmoslocal.internal.engine.version.ItemVersion;
import dev.cosmoslocal.internal.engine.version.VersionLog;
import dev.cosmoslocal.internal.engine.version.VersionRecords;
import dev.cosmoslocal.internal.storage.Change;
import dev.cosmoslocal.internal.storage.Ledger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The state that the partitions of a container share: its settings, which may be replaced, its
 * clock and its counters.
 */
public final class ContainerState {
  /**
   * The gap that counters leave after a crash: the killed process may have used numbers without
   * storing them.
   */
  private static final long GAP = 10_000;

  /** More than a container ever has. */
  private static final long PARTITIONS = 1_000_003;

  private final ContainerId id;
  private final AccountContext context;
  private final ItemKeys keys;
  private final ContainerRecords records;
  private final AtomicLong rids = new AtomicLong();
  private final VersionLog versions;
  private volatile ContainerDefinition definition;
  private volatile IndexLayout layout;

  /** Null if all indexes are complete. */
  private volatile @Nullable IndexTransformation transformation;

  public ContainerState(ContainerId id, ContainerDefinition definition, AccountContext context) {
    this.id = id;
    this.keys = new ItemKeys(id, definition.partitionKey());
    this.records = new ContainerRecords(id.number());
    this.versions = new VersionLog(new VersionRecords(id.number()));
    this.definition = definition;
    this.layout = new IndexLayout(definition.indexing());
    this.context = context;
  }

  public ContainerId id() {
    return id;
  }

  public ContainerDefinition definition() {
    return definition;
  }

  public IndexLayout layout() {
    return layout;
  }

  /** The indexes that queries use: those that are complete. */
  public IndexingPolicy indexing() {
    IndexTransformation running = transformation;
    return running == null || running.complete(nanos())
        ? definition.indexing()
        : running.meanwhile();
  }

  /** The progress of the indexes in percent. */
  public int indexProgress() {
    IndexTransformation running = transformation;
    return running == null ? 100 : running.progress(nanos());
  }

  /**
   * Replaces the settings. Returns whether all indexes must be rebuilt. Indexes of existing items
   * may take time to complete.
   */
  public boolean define(ContainerDefinition next, boolean hasItems) {
    boolean reindex = !next.indexingJson().equals(definition.indexingJson());
    if (reindex) {
      layout = new IndexLayout(next.indexing());
      long build = hasItems ? conditions().indexBuild().toNanos() : 0;
      transformation =
          build == 0 ? null : IndexTransformation.of(indexing(), next.indexing(), nanos(), build);
    }
    definition = next;
    return reindex;
  }

  /** Saves the settings and the log of versions, but no counters, so that no id is used twice. */
  public Runnable save() {
    ContainerDefinition savedDefinition = definition;
    IndexLayout savedLayout = layout;
    IndexTransformation savedTransformation = transformation;
    Runnable log = versions.save();
    return () -> {
      definition = savedDefinition;
      layout = savedLayout;
      transformation = savedTransformation;
      log.run();
    };
  }

  /** The conditions of the service that the account simulates now. */
  ServiceConditions conditions() {
    return context.conditions().get();
  }

  /** The replica of a partition that may lag under some conditions; null if none does. */
  @Nullable LaggingReplica laggingReplica(
      ServiceConditions conditions, RangeId range, PartitionView view) {
    return conditions.replicaLag().isZero()
        ? null
        : new LaggingReplica(conditions, id.number() * PARTITIONS + range.number(), view);
  }

  /** Returns whether writes outlive the process. */
  boolean durable() {
    return context.documents().ledger() != Ledger.NONE;
  }

  public ContainerRecords records() {
    return records;
  }

  /** Stores the changes of a transaction. The caller holds the partition's lock. */
  Ledger.Receipt store(RangeId range, PartitionView.Totals totals, List<Change> changes) {
    if (!durable()) {
      return Ledger.Receipt.NONE;
    }
    List<Change> all = required(changes);
    all.add(mark(range, totals));
    return context.documents().writeMade(all);
  }

  /** Stores changes before they are made. Blocks until they are stored. */
  void store(List<Change> changes) {
    context.documents().write(required(changes));
  }

  /** Stores changes that have been made. Blocks until they are stored. */
  public void storeMade(List<Change> changes) {
    if (!changes.isEmpty()) {
      context.documents().writeMade(required(changes)).await();
    }
  }

  /** Nothing is stored for a container that was deleted meanwhile. */
  private List<Change> required(List<Change> changes) {
    List<Change> all = new ArrayList<>(changes);
    all.add(StoredDocuments.requireChange(id.document()));
    return all;
  }

  /**
   * To be called before a change is made.
   *
   * @throws dev.cosmoslocal.internal.engine.resource.EngineException 503 if nothing can be stored
   *     now
   */
  void checkWritable() {
    context.documents().checkWritable();
  }

  Change mark(RangeId range, PartitionView.Totals totals) {
    return records.mark(
        range,
        new ContainerRecords.PartitionProgress(
            totals.lsn(), rids.get(), context.etags().get(), totals.version()));
  }

  /**
   * Continues the counters where the previous process may have stopped. Returns the LSN of a
   * partition.
   */
  long resume(ContainerRecords.PartitionProgress mark) {
    long gap = context.documents().ledger().interrupted() ? GAP : 0;
    rids.accumulateAndGet(mark.rids() + gap, Math::max);
    context.etags().accumulateAndGet(mark.etags() + gap, Math::max);
    return mark.lsn() + gap;
  }

  /** Every change, if the container retains versions. */
  public VersionLog versions() {
    return versions;
  }

  /**
   * Appends versions to the log. The caller holds the partition's lock. Returns the changes to
   * store with the transaction.
   */
  public List<Change> appendVersions(RangeId range, EpkRange keys, List<ItemVersion> done) {
    if (done.isEmpty()) {
      return List.of();
    }
    versions.trim(now() - definition.retention().seconds());
    return versions.append(range.number(), keys, definition.timeToLive(), done);
  }

  /** Forgets the versions of a partition that a failover has lost. */
  void forgetVersions(EpkRange range, long afterLsn) {
    if (definition.retention().on()) {
      versions.forget(range, afterLsn);
    }
  }

  /** The expiry of an item, unless it was reported already or the container retains no versions. */
  Optional<ItemVersion> expiry(Item item, long lsn) {
    return definition.retention().on() && versions.awaitsExpiry(item) && !live(item)
        ? Optional.of(ItemVersion.gone(ItemVersion.ChangeType.EXPIRY, item, lsn, now()))
        : Optional.empty();
  }

  public long now() {
    return context.clock().instant().getEpochSecond();
  }

  /** The time in nanoseconds of the epoch. */
  long nanos() {
    Instant now = context.clock().instant();
    return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
  }

  long nextRid() {
    return rids.incrementAndGet();
  }

  long nextEtag() {
    return context.etags().incrementAndGet();
  }

  public boolean live(Item item) {
    TimeToLive ttl = definition.timeToLive();
    return !ttl.on() || !ttl.expired(item, now());
  }

  /** The keys of the container's items. */
  public ItemKeys keys() {
    return keys;
  }

  List<UniqueKeyValue> uniqueValues(Item item) {
    return definition.uniqueKeys().isEmpty()
        ? List.of()
        : uniqueValues(item.key().partition(), item.user());
  }

  /**
   * An absent value counts as null (Microsoft Learn, "Unique key constraints"), and all numbers are
   * IEEE doubles.
   */
  private static JsonNode uniqueValue(ObjectNode item, List<String> path) {
    JsonNode value = JsonPath.find(item, path);
    if (value.isNumber()) {
      return DoubleNode.valueOf(value.doubleValue() + 0.0);
    }
    return value.isMissingNode() ? NullNode.getInstance() : value;
  }

  List<UniqueKeyValue> uniqueValues(LogicalPartition partition, ObjectNode item) {
    List<UniqueKeyValue> found = new ArrayList<>();
    for (List<List<String>> key : definition.uniqueKeys()) {
      List<JsonNode> values = key.stream().map(path -> uniqueValue(item, path)).toList();
      found.add(new UniqueKeyValue(partition, found.size(), values));
    }
    return found;
  }
}
