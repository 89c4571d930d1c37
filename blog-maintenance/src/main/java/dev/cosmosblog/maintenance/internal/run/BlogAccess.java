package dev.cosmosblog.maintenance.internal.run;

import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.CopyWrites;
import dev.cosmosblog.store.internal.kernel.ItemReads;
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.store.internal.kernel.RepairWrites;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * The reads and writes of one run, charged to its budget. Containers can be missing in a dry run
 * only, which writes nothing.
 */
public record BlogAccess(
    BlogDatabase database,
    RequestUnitBudget budget,
    ItemReads items,
    RepairWrites repairs,
    CopyWrites copies,
    boolean dryRun,
    Set<BlogContainer> missing) {
  /** Opens a blog for a run; sends nothing. */
  public static BlogAccess of(
      BlogDatabase database, RunSettings settings, boolean dryRun, Set<BlogContainer> missing) {
    RequestUnitBudget budget =
        new RequestUnitBudget(settings.requestUnitsPerSecond(), settings.timer());
    Kernel kernel = Kernel.of(database);
    return new BlogAccess(
        database,
        budget,
        kernel.items(budget),
        kernel.repairs(budget),
        kernel.copies(budget),
        dryRun,
        Set.copyOf(missing));
  }

  /** Finds at most 1,000 items at once. A missing container is empty. */
  public Map<ItemPlace, StoredItem> find(BlogContainer container, Collection<ItemPlace> places) {
    return missing.contains(container) ? Map.of() : items.find(container, places);
  }

  /** Attempts a conditional write once; in a dry run, pretends that it succeeded. */
  public WriteAttempt attempt(BooleanSupplier write) {
    return dryRun ? WriteAttempt.DONE : WriteAttempt.once(write);
  }
}
