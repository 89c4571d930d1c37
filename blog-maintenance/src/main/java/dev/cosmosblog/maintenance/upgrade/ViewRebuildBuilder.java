package dev.cosmosblog.maintenance.upgrade;

import com.azure.cosmos.CosmosDatabase;
import dev.cosmosblog.maintenance.scan.Time;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.config.ContainerNames;
import java.util.EnumSet;
import java.util.Set;

/** Builds a {@link ViewRebuild}. Give it a store and its database; all else has a default. */
public final class ViewRebuildBuilder {
  private final RunSettingsBuilder run = new RunSettingsBuilder();
  private Set<BlogView> views = EnumSet.allOf(BlogView.class);
  private RebuildSource source = RebuildSource.CONTAINER;

  ViewRebuildBuilder() {}

  /**
   * The store that the application writes through; the feed's size and whether usernames are unique
   * are the store's.
   *
   * @param blog the store
   * @return this builder
   */
  public ViewRebuildBuilder store(BlogStore blog) {
    run.store(blog);
    return this;
  }

  /**
   * The store's database, whose container of leases keeps the place.
   *
   * @param blog the database, of the store's client
   * @return this builder
   */
  public ViewRebuildBuilder database(CosmosDatabase blog) {
    run.database(blog);
    return this;
  }

  /**
   * What the containers are called, as the store was told; by default {@link
   * ContainerNames#DEFAULT}.
   *
   * @param containers the names
   * @return this builder
   */
  public ViewRebuildBuilder names(ContainerNames containers) {
    run.names(containers);
    return this;
  }

  /**
   * Which views are made anew; by default all.
   *
   * @param which the views, at least one
   * @return this builder
   * @throws IllegalArgumentException if there is none
   */
  public ViewRebuildBuilder views(Set<BlogView> which) {
    if (which.isEmpty()) {
      throw new IllegalArgumentException("Give at least one view to be made anew.");
    }
    this.views = EnumSet.copyOf(which);
    return this;
  }

  /**
   * Where the posts are taken from; by default {@link RebuildSource#CONTAINER}.
   *
   * @param posts the source
   * @return this builder
   */
  public ViewRebuildBuilder source(RebuildSource posts) {
    this.source = posts;
    return this;
  }

  /**
   * How many request units a run uses per second, over all containers; by default {@value
   * dev.cosmosblog.maintenance.verify.BlogVerifierBuilder#DEFAULT_REQUEST_UNITS_PER_SECOND}. A
   * request may take more than a second's worth at once; the run then waits until that is paid
   * back.
   *
   * @param requestUnits more than zero
   * @return this builder
   * @throws IllegalArgumentException if it is not more than zero
   */
  public ViewRebuildBuilder requestUnitsPerSecond(double requestUnits) {
    run.requestUnitsPerSecond(requestUnits);
    return this;
  }

  /**
   * How many items make a page, which bounds what is in memory and what is done again after a kill;
   * by default {@value dev.cosmosblog.maintenance.verify.BlogVerifierBuilder#DEFAULT_PAGE_SIZE}.
   *
   * @param items 2 to 1,000
   * @return this builder
   * @throws IllegalArgumentException if it is not from 2 to 1,000
   */
  public ViewRebuildBuilder pageSize(int items) {
    run.pageSize(items);
    return this;
  }

  /**
   * Adds a listener; by default there is none.
   *
   * @param listener the listener, called on the runs' threads
   * @return this builder
   */
  public ViewRebuildBuilder listener(RunListener listener) {
    run.listener(listener);
    return this;
  }

  /**
   * Begins anew, whatever place was kept, each time that it is called; by default a rebuild goes on
   * where one with the same settings was killed. To begin anew does no harm but the cost.
   *
   * @return this builder
   */
  public ViewRebuildBuilder restart() {
    run.restart();
    return this;
  }

  /** Where time comes from; by default the system's clock and timer. */
  ViewRebuildBuilder time(Time source) {
    run.time(source);
    return this;
  }

  /**
   * Builds the rebuild; nothing is sent.
   *
   * @return the rebuild
   * @throws IllegalStateException if no store or no database was given
   */
  public ViewRebuild build() {
    return new ViewRebuild(run.build(), views, source);
  }
}
