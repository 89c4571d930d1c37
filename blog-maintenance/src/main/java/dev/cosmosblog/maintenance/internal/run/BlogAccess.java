package dev.cosmosblog.maintenance.internal.run;

import dev.cosmosblog.store.BlogAdoption;
import dev.cosmosblog.store.BlogContainer;
import dev.cosmosblog.store.BlogCopies;
import dev.cosmosblog.store.BlogItems;
import dev.cosmosblog.store.BlogMends;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.ItemPlace;
import dev.cosmosblog.store.StoredItem;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * The reads and writes of one run, charged to its budget.
 *
 * @param store the store of the application
 * @param budget the run's budget
 * @param items reads
 * @param repairs conditional writes that repair items
 * @param adoption conditional writes that convert items
 * @param copies writes of copies
 * @param dryRun whether the run writes nothing
 * @param missing the containers that do not exist, which only a dry run can meet
 */
public record BlogAccess(
    BlogStore store,
    RequestUnitBudget budget,
    BlogItems items,
    BlogMends repairs,
    BlogAdoption adoption,
    BlogCopies copies,
    boolean dryRun,
    Set<BlogContainer> missing) {
  /** Copies the set. */
  public BlogAccess {
    missing = Set.copyOf(missing);
  }

  /**
   * Opens a blog for a run; sends nothing.
   *
   * @param store the store of the application
   * @param settings the settings of the run
   * @param dryRun whether the run writes nothing
   * @param missing the containers that do not exist
   * @return the access
   */
  public static BlogAccess of(
      BlogStore store, RunSettings settings, boolean dryRun, Set<BlogContainer> missing) {
    RequestUnitBudget budget =
        new RequestUnitBudget(settings.requestUnitsPerSecond(), settings.timer());
    return new BlogAccess(
        store,
        budget,
        store.items(budget),
        store.mends(budget),
        store.adoption(budget),
        store.copies(budget),
        dryRun,
        missing);
  }

  /**
   * Finds many items at once.
   *
   * @param container the container; a missing one is empty
   * @param places the places, at most 1,000
   * @return the items that exist, by place
   */
  public Map<ItemPlace, StoredItem> find(BlogContainer container, Collection<ItemPlace> places) {
    return missing.contains(container) ? Map.of() : items.find(container, places);
  }

  /**
   * Attempts a conditional write once; in a dry run, pretends that it succeeded.
   *
   * @param write the write; returns whether its condition held
   * @return how it ended
   */
  public WriteAttempt attempt(BooleanSupplier write) {
    return dryRun ? WriteAttempt.DONE : WriteAttempt.once(write);
  }
}
