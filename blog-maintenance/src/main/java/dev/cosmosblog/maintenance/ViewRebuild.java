package dev.cosmosblog.maintenance;

import dev.cosmosblog.maintenance.internal.BlogAccess;
import dev.cosmosblog.maintenance.internal.CheckpointStore;
import dev.cosmosblog.maintenance.internal.MaintenanceRun;
import dev.cosmosblog.maintenance.internal.RunSettings;
import dev.cosmosblog.maintenance.internal.RunStep;
import dev.cosmosblog.maintenance.internal.ShortCopies;
import dev.cosmosblog.maintenance.internal.VerifySteps;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.internal.kernel.Kernel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Rebuilds views from the posts, in place: after their container was lost or restored from a
 * backup, or when a new version of the library changes their form. Readers have a full view all the
 * time: each copy is replaced in one write, only copies without a post are deleted, and the front
 * page is one item.
 *
 * <p>A page takes one query or one page of the change feed, one lookup of copies and one of posts,
 * and one write for each copy that is missing or differs. Finally the views are verified and
 * repaired, as {@link BlogVerifier} does; this reads the containers of posts and users once.
 *
 * <p>After each page the checkpoint is stored in the leases container. If a run was killed, a call
 * with the same settings in any process continues there. It is safe beside live traffic, the change
 * feed, and other rebuilds. All methods block. All reads and writes must be in one session, at
 * session consistency or stronger.
 */
public final class ViewRebuild {
  private final BlogDatabase database;
  private final RunSettings settings;
  private final Set<BlogView> views;
  private final RebuildSource source;
  private final boolean restart;

  ViewRebuild(
      BlogDatabase database,
      RunSettings settings,
      Set<BlogView> views,
      RebuildSource source,
      boolean restart) {
    this.database = database;
    this.settings = settings;
    this.views = Set.copyOf(views);
    this.source = source;
    this.restart = restart;
  }

  /**
   * Starts to build a rebuild.
   *
   * @param database the blog's database
   * @return a builder with defaults
   */
  public static ViewRebuildBuilder builder(BlogDatabase database) {
    return new ViewRebuildBuilder(database);
  }

  /**
   * Rebuilds the views, or continues a rebuild that was killed.
   *
   * @return the changes since its start
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB failed; call again to continue
   * @throws InterruptedException if the thread was interrupted; call again to continue
   */
  public MaintenanceReport rebuild() throws InterruptedException {
    BlogAccess blog = BlogAccess.of(database, settings, false, Set.of());
    List<RunStep> steps = new ArrayList<>();
    if (views.contains(BlogView.SHORT_POSTS)) {
      steps.add(
          source == RebuildSource.CONTAINER
              ? ShortCopies.fromContainer(blog)
              : ShortCopies.fromChangeFeed(blog));
    }
    Set<FindingKind> errors =
        views.stream().flatMap(view -> view.errors.stream()).collect(Collectors.toSet());
    steps.addAll(VerifySteps.of(blog, BlogUpgrade.repairOf(errors)));
    Map<String, String> decisive = Map.of("containers", MaintenanceBuilder.containersOf(database));
    // A position in a container is meaningless in a change feed.
    String run = "viewRebuild~" + source + "~" + new TreeSet<>(views);
    CheckpointStore checkpoints =
        CheckpointStore.document(
            Kernel.of(database).leaseDocuments(blog.budget()), run, decisive, restart);
    return new MaintenanceRun(blog, steps, checkpoints, List.of()).finish();
  }
}
