package dev.cosmosblog.maintenance.upgrade;

import dev.cosmosblog.store.internal.kernel.RepairWrites;
import dev.cosmosblog.store.internal.kernel.CopyWrites;
import dev.cosmosblog.store.internal.kernel.ItemReads;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.observe.OperationListener;
import dev.cosmosblog.store.error.StoreRejectedException;
import java.util.function.BooleanSupplier;

/** What a run works on; reads and writes are metered. */
record Blog(
    BlogStore store,
    ItemReads items,
    RepairWrites mends,
    CopyWrites copies,
    RepairWrites adoption,
    boolean dryRun) {
  static Blog of(BlogStore store, OperationListener meter, boolean dryRun) {
    return new Blog(
        store,
        store.items(meter),
        store.mends(meter),
        store.copies(meter),
        store.adoption(meter),
        dryRun);
  }

  /**
   * Whether a write was done, or in a dry run would be. What Cosmos DB will not have of one item
   * stops no other.
   */
  boolean writes(BooleanSupplier write) {
    return tries(write) == Tried.DONE;
  }

  /** How a write ended, or in a dry run would. */
  Tried tries(BooleanSupplier write) {
    try {
      return dryRun || write.getAsBoolean() ? Tried.DONE : Tried.LOST;
    } catch (StoreRejectedException e) {
      return Tried.REFUSED;
    }
  }
}
