package dev.cosmosblog.maintenance;

import dev.cosmosblog.maintenance.internal.BlogAccess;
import dev.cosmosblog.maintenance.internal.RunTimer;
import dev.cosmosblog.maintenance.report.MaintenanceListener;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.internal.kernel.Kernel;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The settings that verification, upgrade and rebuild share. A setter throws an {@link
 * IllegalArgumentException} for a value outside its range. Not thread-safe.
 *
 * <p>A run compares the times of schedules and reservations with the database's clock.
 *
 * @param <B> the builder itself
 */
public abstract sealed class MaintenanceBuilder<B extends MaintenanceBuilder<B>>
    permits BlogVerifierBuilder, BlogUpgradeBuilder, ViewRebuildBuilder {
  /** The default RU budget per second, which is the minimum throughput of a container. */
  public static final double DEFAULT_REQUEST_UNITS_PER_SECOND = 400;

  /** The default number of items per page. */
  public static final int DEFAULT_PAGE_SIZE = 500;

  private static final int MAX_ITEMS = 1_000;

  final BlogDatabase database;
  private boolean restart;
  private final Class<B> type;
  private final List<MaintenanceListener> listeners = new ArrayList<>();
  private double requestUnitsPerSecond = DEFAULT_REQUEST_UNITS_PER_SECOND;
  private int pageSize = DEFAULT_PAGE_SIZE;
  private RunTimer timer;

  MaintenanceBuilder(Class<B> type, BlogDatabase database) {
    this.type = type;
    this.database = Objects.requireNonNull(database, "database");
    this.timer = RunTimer.of(Kernel.of(database).environment());
  }

  /**
   * Limits the RU per second that a run uses, over all containers. Default: {@value
   * #DEFAULT_REQUEST_UNITS_PER_SECOND}. After a request that exceeds the budget, the run waits
   * accordingly longer.
   *
   * @param requestUnits more than zero
   * @return this builder
   */
  public B requestUnitsPerSecond(double requestUnits) {
    if (!(requestUnits > 0)) {
      throw new IllegalArgumentException(
          "requestUnitsPerSecond must be more than 0, but was " + requestUnits + ".");
    }
    this.requestUnitsPerSecond = requestUnits;
    return self();
  }

  /**
   * Sets the number of items per page. Default: {@value #DEFAULT_PAGE_SIZE}. A run holds one page
   * in memory, and repeats at most one page after it was killed. A post with more comments and
   * likes than a page is read in parts.
   *
   * @param items from 2 to 1,000
   * @return this builder
   */
  public B pageSize(int items) {
    if (items < 2 || items > MAX_ITEMS) {
      throw new IllegalArgumentException(
          "pageSize must be between 2 and 1,000, but was " + items + ".");
    }
    this.pageSize = items;
    return self();
  }

  /**
   * Adds a listener, which is called on the run's thread. Default: none.
   *
   * @param listener the listener
   * @return this builder
   */
  public B listener(MaintenanceListener listener) {
    listeners.add(Objects.requireNonNull(listener, "listener"));
    return self();
  }

  B timer(RunTimer source) {
    this.timer = source;
    return self();
  }

  B fromTheBeginning() {
    this.restart = true;
    return self();
  }

  private B self() {
    return type.cast(this);
  }

  BlogAccess.Settings settings() {
    return new BlogAccess.Settings(
        database, requestUnitsPerSecond, pageSize, List.copyOf(listeners), timer);
  }

  final boolean restarts() {
    return restart;
  }
}
