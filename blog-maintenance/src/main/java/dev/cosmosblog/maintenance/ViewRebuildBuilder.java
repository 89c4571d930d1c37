package dev.cosmosblog.maintenance;

import dev.cosmosblog.store.BlogDatabase;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/** Builds a {@link ViewRebuild}. */
public final class ViewRebuildBuilder extends MaintenanceBuilder<ViewRebuildBuilder> {
  private Set<BlogView> views = EnumSet.allOf(BlogView.class);
  private RebuildSource source = RebuildSource.CONTAINER;

  ViewRebuildBuilder(BlogDatabase database) {
    super(ViewRebuildBuilder.class, database);
  }

  /**
   * Sets the views to rebuild. Default: all.
   *
   * @param which the views, at least one
   * @return this builder
   */
  public ViewRebuildBuilder views(Set<BlogView> which) {
    Objects.requireNonNull(which, "which");
    if (which.isEmpty()) {
      throw new IllegalArgumentException("views must contain at least one view.");
    }
    this.views = EnumSet.copyOf(which);
    return this;
  }

  /**
   * Sets where posts are read from. Default: {@link RebuildSource#CONTAINER}.
   *
   * @param posts the source
   * @return this builder
   */
  public ViewRebuildBuilder source(RebuildSource posts) {
    this.source = Objects.requireNonNull(posts, "posts");
    return this;
  }

  /**
   * Ignores the checkpoint of a run with the same settings, at each call; safe, but costs extra RU.
   *
   * @return this builder
   */
  public ViewRebuildBuilder restart() {
    return fromTheBeginning();
  }

  /** {@return the rebuild} Nothing is sent. */
  public ViewRebuild build() {
    return new ViewRebuild(settings(), Set.copyOf(views), source);
  }
}
