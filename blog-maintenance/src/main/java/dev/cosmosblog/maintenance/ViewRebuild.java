package dev.cosmosblog.maintenance;

import dev.cosmosblog.maintenance.internal.BlogAccess;
import dev.cosmosblog.maintenance.internal.CheckpointStore;
import dev.cosmosblog.maintenance.internal.MaintenanceRun;
import dev.cosmosblog.maintenance.internal.RunStep;
import dev.cosmosblog.maintenance.internal.ShortCopies;
import dev.cosmosblog.maintenance.internal.VerifySteps;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.store.BlogDatabase;
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
 * and one write for each copy that is missing or differs. An archive takes one lookup more of
 * entries, and about six requests for each that is missing or older. Finally the views are verified
 * and repaired, as {@link BlogVerifier} does; this reads the containers of posts and users, and the
 * archive, once.
 *
 * <p>After each page the checkpoint is stored in the leases container. A call with the same
 * settings in any process continues there.
 */
public final class ViewRebuild {
  private final BlogAccess.Settings settings;
  private final Set<LibraryView> views;
  private final RebuildSource source;
  private final boolean restart;

  ViewRebuild(
      BlogAccess.Settings settings, Set<LibraryView> views, RebuildSource source, boolean restart) {
    this.settings = settings;
    this.views = views;
    this.source = source;
    this.restart = restart;
  }

  /**
   * {@return a builder with defaults}
   *
   * @param database the blog's database
   */
  public static ViewRebuildBuilder builder(BlogDatabase database) {
    return new ViewRebuildBuilder(database);
  }

  /**
   * Rebuilds the views, or continues a rebuild that was killed, interrupted or failed.
   *
   * @return the changes since its start
   * @throws InterruptedException if the thread is interrupted; the run can be continued
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB failed or refused, even after
   *     retries; the run can be continued
   */
  public MaintenanceReport rebuild() throws InterruptedException {
    BlogAccess blog = new BlogAccess(settings, false, Set.of());
    List<RunStep> steps = new ArrayList<>();
    ShortCopies.Kinds copies =
        new ShortCopies.Kinds(
            views.contains(LibraryView.POST_SUMMARIES), views.contains(LibraryView.ARCHIVE));
    if (copies.shortCopies() || copies.entries()) {
      steps.add(
          source == RebuildSource.CONTAINER
              ? ShortCopies.fromContainer(blog, copies)
              : ShortCopies.fromChangeFeed(blog, copies));
    }
    Set<FindingKind> errors =
        views.stream().flatMap(view -> view.errors.stream()).collect(Collectors.toSet());
    steps.addAll(VerifySteps.of(blog, VerifySteps.Settings.repairing(errors)));
    // A position in a container is meaningless in a change feed.
    String run = "viewRebuild~" + source + "~" + new TreeSet<>(views);
    CheckpointStore checkpoints = CheckpointStore.document(blog, run, Map.of(), restart);
    return new MaintenanceRun(blog, steps, checkpoints, List.of()).finish();
  }
}
