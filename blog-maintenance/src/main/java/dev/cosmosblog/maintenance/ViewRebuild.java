package dev.cosmosblog.maintenance;

import dev.cosmosblog.maintenance.internal.BlogAccess;
import dev.cosmosblog.maintenance.internal.CheckpointStore;
import dev.cosmosblog.maintenance.internal.MaintenanceRun;
import dev.cosmosblog.maintenance.internal.PostCopies;
import dev.cosmosblog.maintenance.internal.RunStep;
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
 * Rebuilds the library's views from the posts, in place. Use it after a container was lost or
 * restored from a backup, or when a new version of the library changes the schema of the copies.
 *
 * <p>Readers see complete views all the time, because each copy is replaced in one write, only
 * copies without a post are deleted, and the front page is one item.
 *
 * <p>A page costs one query or one page of the change feed, one lookup of copies and one of posts,
 * and one write for each copy that is missing or differs. Listings cost one more lookup, and about
 * six requests for each entry that is missing or older. Finally the views are verified and
 * repaired, like by {@link BlogVerifier}; this reads the posts and users containers and the
 * listings once.
 *
 * <p>After each page, a checkpoint is stored in the leases container. A call with the same
 * settings, in any process, continues from there.
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
   * @throws dev.cosmosblog.store.error.SettingsMismatchException if the blog has other settings
   * @throws InterruptedException if the thread is interrupted; the run can be continued
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB fails or rejects a request, even
   *     after retries; the run can be continued
   */
  public MaintenanceReport rebuild() throws InterruptedException {
    BlogAccess blog = new BlogAccess(settings, false, Set.of());
    List<RunStep> steps = new ArrayList<>();
    PostCopies.Kinds copies =
        new PostCopies.Kinds(
            views.contains(LibraryView.POST_SUMMARIES), views.contains(LibraryView.LISTINGS));
    if (copies.summaries() || copies.entries()) {
      steps.add(
          source == RebuildSource.CONTAINER
              ? PostCopies.fromContainer(blog, copies)
              : PostCopies.fromChangeFeed(blog, copies));
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
