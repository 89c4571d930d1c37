package dev.cosmosblog.maintenance.internal;

import dev.cosmosblog.maintenance.report.MaintenanceListener;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.error.LogicalPartitionFullException;
import dev.cosmosblog.store.error.StoreRejectedException;
import dev.cosmosblog.store.internal.cosmos.Listeners;
import dev.cosmosblog.store.internal.cosmos.StoredSettings;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.ItemReads;
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.store.internal.kernel.RepairWrites;
import dev.cosmosblog.store.internal.kernel.Repositories;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The reads and writes of one run, charged to its budget. Containers can be missing only in a dry
 * run.
 */
public final class BlogAccess {
  static final int MAX_ATTEMPTS = 20;
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final Settings settings;
  private final RequestUnitBudget budget;
  private final ItemReads items;
  private final RepairWrites repairs;
  private final Repositories repositories;
  private final StoredSettings stored;
  private final boolean dryRun;
  private final Set<BlogContainer> missing;

  public record Settings(
      BlogDatabase database,
      double requestUnitsPerSecond,
      int pageSize,
      List<MaintenanceListener> listeners,
      RunTimer timer) {
    public void notifyListeners(Consumer<MaintenanceListener> event) {
      Listeners.notify(listeners, event);
    }
  }

  public BlogAccess(Settings settings, boolean dryRun, Set<BlogContainer> missing) {
    Kernel kernel = Kernel.of(settings.database());
    this.settings = settings;
    this.budget = new RequestUnitBudget(settings.requestUnitsPerSecond(), settings.timer());
    this.items = kernel.items(budget);
    this.repairs = kernel.repairs(budget);
    this.repositories = kernel.repositories(budget);
    this.stored = kernel.settings(budget);
    this.dryRun = dryRun;
    this.missing = Set.copyOf(missing);
  }

  public Settings settings() {
    return settings;
  }

  public RequestUnitBudget budget() {
    return budget;
  }

  public ItemReads items() {
    return items;
  }

  public RepairWrites repairs() {
    return repairs;
  }

  public Repositories repositories() {
    return repositories;
  }

  public boolean dryRun() {
    return dryRun;
  }

  /** Throws an exception if the blog has other settings than this database: one point read. */
  void checkSettings() {
    if (!lacks(BlogContainer.FEED)) {
      stored.check();
    }
  }

  boolean lacks(BlogContainer container) {
    return missing.contains(container);
  }

  public BlogDatabase database() {
    return settings.database();
  }

  /** Returns the summary of a post; throws a {@link MalformedItemException} if it has none. */
  PostSummaryItem summary(StoredItem post) {
    return post.post().summary(Kernel.of(database()).summaryRule());
  }

  /** Finds up to 1,000 items at once. A missing container counts as empty. */
  Map<ItemPlace, StoredItem> find(BlogContainer container, Collection<ItemPlace> places) {
    return lacks(container)
        ? Map.of()
        : items.find(container, places.stream().filter(ItemChecks::canBeNamed).toList());
  }

  /** Returns empty for an item whose id can't be used in a request. */
  Optional<StoredItem> find(ItemPlace place) {
    return ItemChecks.canBeNamed(place) ? items.find(place) : Optional.empty();
  }

  /**
   * Returns whether a post or comment, and its author's name in it, are surely as they were read,
   * and no erasure is under way: erasures and renames may write copies first. Up to three requests.
   */
  boolean isCurrentWithName(ItemPlace place, StoredItem read) {
    ItemPlace author = ItemPlace.ofUser(read.author());
    Optional<StoredItem> user = find(author);
    boolean isRemoved = user.filter(ItemChecks::isRemovedUser).isPresent();
    boolean isNameNewer =
        user.filter(ItemChecks::determinesName)
            .flatMap(found -> ItemChecks.read(found::user))
            .filter(found -> found.name().replaces(read.readableName()))
            .isPresent();
    return !isRemoved
        && !isNameNewer
        && isCurrent(author, user)
        && isCurrent(place, Optional.of(read));
  }

  /**
   * Returns whether a user, post or pending comment is surely as it was read, or an item missing,
   * and not only on a lagging replica: a tombstone is.
   */
  boolean isCurrent(ItemPlace place, Optional<StoredItem> read) {
    return read.filter(StoredItem::isDeleted).isPresent()
        || !ItemChecks.canBeNamed(place)
        || repairs.isCurrent(place, read);
  }

  /**
   * Removes a summary; returns false after a conflict. A tombstone replaces a deleted post's
   * summary, because a paused host may be about to create it. A summary with an invalid id is just
   * deleted, because no host would create it.
   */
  boolean removeCopy(StoredItem copy, Optional<StoredItem> post) {
    ItemPlace place = copy.place(BlogContainer.USERS);
    Optional<StoredItem> marker = post.filter(StoredItem::isDeleted);
    if (marker.isPresent()) {
      try {
        return repositories
            .summaries()
            .remove(PostId.of(place.id()), UserId.of(place.partition()), marker.get().expires());
      } catch (InvalidInputException e) {
        return repairs.delete(BlogContainer.USERS, copy);
      }
    }
    return repairs.delete(BlogContainer.USERS, copy);
  }

  /**
   * Attempts a write; a dry run reports success. A write that is rejected, or impossible because
   * another property of the item can't be read, doesn't fail the run.
   */
  WriteAttempt attempt(BooleanSupplier write) {
    try {
      return dryRun || write.getAsBoolean() ? WriteAttempt.DONE : WriteAttempt.CONFLICT;
    } catch (StoreRejectedException | LogicalPartitionFullException | MalformedItemException e) {
      return WriteAttempt.REFUSED;
    }
  }

  /** Repeats an attempt after a conflict, up to {@value #MAX_ATTEMPTS} times, 20 ms apart. */
  WriteAttempt repeat(Supplier<WriteAttempt> attempt) throws InterruptedException {
    WriteAttempt last = attempt.get();
    for (int more = 1; more < MAX_ATTEMPTS && last == WriteAttempt.CONFLICT; more++) {
      settings.timer().sleeper().sleep(PAUSE);
      last = attempt.get();
    }
    return last;
  }
}
