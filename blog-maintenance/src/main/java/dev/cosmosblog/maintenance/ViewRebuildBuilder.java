package dev.cosmosblog.maintenance;

import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.error.ListingsDisabledException;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/** Builds a {@link ViewRebuild}. */
public final class ViewRebuildBuilder extends MaintenanceBuilder<ViewRebuildBuilder> {
  private final boolean hasListings;
  private Set<LibraryView> views;
  private RebuildSource source = RebuildSource.CONTAINER;

  ViewRebuildBuilder(BlogDatabase database) {
    super(ViewRebuildBuilder.class, database);
    this.hasListings = database.hasListings();
    this.views = EnumSet.allOf(LibraryView.class);
    if (!hasListings) {
      views.remove(LibraryView.LISTINGS);
    }
  }

  /**
   * Sets the views to rebuild. Default: all views of the blog.
   *
   * @param which the views, at least one
   * @return this builder
   * @throws dev.cosmosblog.store.error.ListingsDisabledException if the views contain {@link
   *     LibraryView#LISTINGS}, but the database has no listings
   */
  public ViewRebuildBuilder views(Set<LibraryView> which) {
    Objects.requireNonNull(which, "which");
    if (which.isEmpty()) {
      throw new IllegalArgumentException("views must contain at least one view.");
    }
    if (which.contains(LibraryView.LISTINGS) && !hasListings) {
      throw new ListingsDisabledException();
    }
    this.views = EnumSet.copyOf(which);
    return this;
  }

  /**
   * Sets the source to read posts from. Default: {@link RebuildSource#CONTAINER}.
   *
   * @param posts the source
   * @return this builder
   */
  public ViewRebuildBuilder source(RebuildSource posts) {
    this.source = Objects.requireNonNull(posts, "posts");
    return this;
  }

  /**
   * Makes each call start from the beginning instead of the checkpoint. This is safe but costs RU.
   *
   * @return this builder
   */
  public ViewRebuildBuilder restart() {
    return fromTheBeginning();
  }

  /** {@return the rebuild} This method doesn't send requests. */
  public ViewRebuild build() {
    return new ViewRebuild(settings(), Set.copyOf(views), source, restarts());
  }
}
