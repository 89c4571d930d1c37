package dev.cosmoslocal.internal.engine.partition;

import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.budget.NonBlocking;
import dev.cosmoslocal.internal.engine.index.IndexLayout;
import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.item.ItemRecord;
import dev.cosmoslocal.internal.engine.key.EffectivePartitionKey;
import dev.cosmoslocal.internal.engine.key.EpkRange;
import dev.cosmoslocal.internal.engine.resource.ServiceConditions;
import dev.cosmoslocal.internal.engine.version.ItemVersion;
import dev.cosmoslocal.internal.storage.Change;
import dev.cosmoslocal.internal.storage.Ledger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A physical partition: the items of a range of keys. One transaction at a time writes, under the
 * partition's lock. Readers use a snapshot of the last one and never wait.
 */
public final class PhysicalPartition {
  private final RangeId id;
  private final EpkRange range;
  private final PartitionLock lock = new PartitionLock();

  // Guarded by the lock.
  private final ExpirySweep sweep = new ExpirySweep();
  private final PartitionWriter writer;

  private boolean retired;

  /** The conditions that the partition follows. Guarded by the lock. */
  private ServiceConditions conditions;

  /** Null if a failover loses nothing. Guarded by the lock. */
  private @Nullable RecoveryPoints recovery;

  /** Null if no replica lags. Written under the lock. */
  private volatile @Nullable LaggingReplica replica;

  /** Written under the lock. */
  private volatile PartitionView view;

  PhysicalPartition(RangeId id, EpkRange range, ContainerState container) {
    this(id, range, new PartitionWriter(container, container.layout()), 1);
  }

  private PhysicalPartition(RangeId id, EpkRange range, PartitionWriter writer, long lsn) {
    this.id = id;
    this.range = range;
    this.writer = writer;
    this.view = writer.view(lsn);
    this.conditions = view.container().conditions();
    this.recovery = RecoveryPoints.of(conditions.recoveryPoint());
    this.replica = view.container().laggingReplica(conditions, id, view);
  }

  public String id() {
    return id.text();
  }

  public RangeId rangeId() {
    return id;
  }

  public EpkRange range() {
    return range;
  }

  public long lsn() {
    return view.lsn();
  }

  public PartitionView view() {
    return view;
  }

  /** The snapshot that a replica shows to a read. */
  public PartitionView view(ReadConsistency consistency) {
    PartitionView latest = view;
    LaggingReplica lagging = replica;
    if (lagging == null
        || consistency.quorum()
        || !lagging.follows(latest.container().conditions())) {
      return latest;
    }
    return lagging.view(id(), latest, consistency, latest.container().nanos());
  }

  /** Follows the conditions of the account. */
  private void follow() {
    ContainerState container = view.container();
    ServiceConditions next = container.conditions();
    if (next == conditions) {
      return;
    }
    writer.follow(next);
    if (!next.recoveryPoint().equals(conditions.recoveryPoint())) {
      recovery = RecoveryPoints.of(next.recoveryPoint());
    }
    if (!next.replicaLag().equals(conditions.replicaLag())) {
      replica = container.laggingReplica(next, id, view);
    }
    conditions = next;
  }

  /**
   * Runs writes as a transaction with one LSN; nothing takes effect if it throws. Empty if the
   * partition has been split, and its successors must be used.
   */
  public <T> Optional<T> write(LockMode lockMode, Function<Transaction, T> work) {
    T result;
    Ledger.Receipt receipt;
    view.container().checkWritable();
    lock.take(lockMode);
    try {
      if (retired) {
        return Optional.empty();
      }
      follow();
      Transaction transaction = new Transaction(view, view.lsn() + 1, writer.sizes());
      result = work.apply(transaction);
      receipt =
          transaction.changes().isEmpty()
              ? Ledger.Receipt.NONE
              : Budget.runUncounted(() -> apply(transaction));
    } finally {
      lock.free(lockMode);
    }
    receipt.await();
    return Optional.of(result);
  }

  /**
   * Readers may see a transaction that does not outlive the process, but it is acknowledged only
   * when it does.
   */
  private Ledger.Receipt apply(Transaction transaction) {
    long lsn = view.lsn() + 1;
    List<Change> changes = new ArrayList<>();
    if (transaction.renamed()) {
      // All old keys are forgotten before any of the items is added under a new one.
      transaction
          .changes()
          .keySet()
          .forEach(key -> changes.addAll(writer.apply(key, Optional.empty())));
    }
    transaction
        .changes()
        .forEach((key, next) -> changes.addAll(writer.apply(key, next, transaction::user)));
    List<ItemVersion> versions = new ArrayList<>(transaction.versions());
    for (Item expired : sweep.step(writer.view(lsn))) {
      changes.addAll(writer.apply(expired.key(), Optional.empty()));
      view.container().expiry(expired, lsn).ifPresent(versions::add);
    }
    // A reader that reads up to an LSN finds all versions up to it.
    changes.addAll(view.container().appendVersions(id, range, versions));
    if (recovery != null) {
      recovery.replacing(view, view.container().nanos());
    }
    view = writer.view(lsn);
    if (replica != null) {
      replica.committed(view, view.container().nanos());
    }
    return view.container().store(id, view.totals(), changes);
  }

  void load(List<Item> items) {
    load(() -> items.forEach(item -> writer.apply(item.key(), Optional.of(item))), 0);
  }

  /** Continues the LSNs and the versions of session tokens of the previous process. */
  void resume(long lsn, long version) {
    load(() -> writer.resume(version), lsn);
  }

  private void load(Runnable work, long lsn) {
    lock.take(LockMode.LONG);
    try {
      work.run();
      view = writer.view(Math.max(lsn, view.lsn()));
      if (replica != null) {
        replica.restart(view);
      }
    } finally {
      lock.free(LockMode.LONG);
    }
  }

  /**
   * Splits the partition in two. Their LSNs continue this one's. Writers wait until they are in
   * place.
   */
  void split(String boundary, SplitPlace place) {
    lock.take(LockMode.LONG);
    try {
      PhysicalPartition lower = child(place.ids().get(0), new EpkRange(range.min(), boundary));
      PhysicalPartition upper = child(place.ids().get(1), new EpkRange(boundary, range.max()));
      place.put().accept(List.of(lower, upper));
      retired = true;
    } finally {
      lock.free(LockMode.LONG);
    }
  }

  /** The ids of the new partitions, and the action that puts them in place. */
  record SplitPlace(List<RangeId> ids, Consumer<List<PhysicalPartition>> put) {}

  private PhysicalPartition child(RangeId childId, EpkRange part) {
    PartitionWriter copy = new PartitionWriter(view.container(), view.layout());
    copy.reset(view, part);
    return new PhysicalPartition(childId, part, copy, view.lsn());
  }

  /**
   * Loses the writes of some time. Returns the number of lost transactions. Writers wait; readers
   * don't. Takes about a microsecond for each item.
   */
  public long failOver(Duration lost) {
    Ledger.Receipt receipt;
    long transactions;
    view.container().checkWritable();
    lock.take(LockMode.LONG);
    try {
      if (retired || recovery == null) {
        return 0;
      }
      ContainerState container = view.container();
      PartitionView former = recovery.without(lost, view, container.nanos());
      transactions = view.lsn() - former.lsn();
      List<Change> changes = writer.restore(former);
      recovery.clear();
      container.forgetVersions(range, former.lsn());
      view = writer.view(former.lsn());
      if (replica != null) {
        replica.restart(view);
      }
      receipt = container.store(id, view.totals(), changes);
    } finally {
      lock.free(LockMode.LONG);
    }
    receipt.await();
    return transactions;
  }

  /** Saves the items. Returns a snapshot, to which this or a partition split from it can return. */
  PartitionView save() {
    lock.take(LockMode.LONG);
    try {
      writer.reset(view);
      return view;
    } finally {
      lock.free(LockMode.LONG);
    }
  }

  /**
   * Returns to the items that a partition had: this one, or the one that it was split from.
   *
   * <p>Items get their LSNs and entity tags back, but the LSN of the partition continues above its
   * last one and above those of the items. So every session token is reached, and a reader of the
   * change feed gets every later write, wherever it was. A partition without writes since keeps its
   * LSN.
   */
  void restore(PhysicalPartition source, PartitionView saved) {
    lock.take(LockMode.LONG);
    try {
      if (view.bytes() == saved.bytes() && view.layout() == saved.layout()) {
        return;
      }
      if (source == this) {
        writer.reset(saved);
      } else {
        writer.reset(saved, range);
      }
      view = writer.view(Math.max(view.lsn(), saved.lsn()) + 1);
      if (recovery != null) {
        recovery.clear();
      }
      if (replica != null) {
        replica.restart(view);
      }
    } finally {
      lock.free(LockMode.LONG);
    }
  }

  /** Rebuilds all indexes. Writers wait. */
  public void reindex(IndexLayout layout) {
    lock.take(LockMode.LONG);
    try {
      writer.reindex(layout);
      view = writer.view(view.lsn());
    } finally {
      lock.free(LockMode.LONG);
    }
  }

  /**
   * The median partition key of those that have items; the middle of the range if there are fewer
   * than two.
   */
  String middle() {
    List<String> keys = view.epks();
    return keys.size() < 2
        ? EffectivePartitionKey.middle(view.container().definition().partitionKey().kind(), range)
        : keys.get(keys.size() / 2);
  }

  /**
   * Removes expired items incrementally: each write checks a few more items, in turn, unless an
   * event loop runs it, as items may be large. Readers don't depend on it, as they never see an
   * expired item.
   */
  private static final class ExpirySweep {
    private static final int STEP = 8;

    // Guarded by the lock of the partition that owns this.
    private long next;

    List<Item> step(PartitionView view) {
      List<Item> expired = new ArrayList<>();
      if (!view.container().definition().timeToLive().on()
          || Thread.currentThread() instanceof NonBlocking) {
        return expired;
      }
      RidCursor rids =
          RidCursor.of(view.bytes().scan(StoreKeys.from(StoreKeys.ITEM, next)), key -> 1);
      long rid = rids.next();
      for (int seen = 0; rid != RidCursor.END && seen < STEP; seen++) {
        next = rid + 1;
        view.item(rid)
            .map(ItemRecord::item)
            .filter(item -> !view.container().live(item))
            .ifPresent(expired::add);
        rid = rids.next();
      }
      next = rid == RidCursor.END ? 0 : next;
      return expired;
    }
  }
}
