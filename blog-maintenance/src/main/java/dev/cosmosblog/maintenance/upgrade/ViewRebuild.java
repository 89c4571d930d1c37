package dev.cosmosblog.maintenance.upgrade;

import dev.cosmosblog.maintenance.scan.RequestUnitBudget;
import dev.cosmosblog.maintenance.verify.FindingKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Makes views anew from the posts, in place: after their container was lost or restored from a
 * backup, or when a new version of the library gives them another form. Readers have a full view
 * all the time: each copy is replaced in one write, none is taken away but those whose posts are
 * gone, and the feed is one item.
 *
 * <p>A page of n posts takes one query, or one page of the change feed, a look at n copies and one
 * at n posts at once, and one write for each copy that is missing or differs. At the end the views
 * are compared with the posts once more, as {@link dev.cosmosblog.maintenance.verify.BlogVerifier}
 * does, and copies without a post go: this reads the containers of posts and of users once.
 *
 * <p>After each page the run's place is kept in the container of leases. A run that was killed and
 * is started again with the same settings, in whichever process, goes on there. It is safe beside
 * live traffic, the change feed, and others of its kind. All methods block; reads and writes must
 * be of one session, at session consistency or stronger.
 */
public final class ViewRebuild {
  private final RunSettings settings;
  private final Set<BlogView> views;
  private final RebuildSource source;

  ViewRebuild(RunSettings settings, Set<BlogView> views, RebuildSource source) {
    this.settings = settings;
    this.views = Set.copyOf(views);
    this.source = source;
  }

  /**
   * Starts to build a rebuild.
   *
   * @return a builder; it needs a store and a database
   */
  public static ViewRebuildBuilder builder() {
    return new ViewRebuildBuilder();
  }

  /**
   * Makes the views anew, or goes on with a rebuild that was killed.
   *
   * @return what was done, from its beginning
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB failed; call it again to go on
   * @throws InterruptedException if the thread was interrupted; call it again to go on
   */
  public RunReport rebuild() throws InterruptedException {
    RequestUnitBudget budget =
        new RequestUnitBudget(settings.requestUnitsPerSecond(), settings.time());
    Blog blog = Blog.of(settings.store(), budget, false);
    List<Stage> stages = new ArrayList<>();
    if (views.contains(BlogView.SHORT_POSTS)) {
      stages.add(new CopiesStage(blog, source, settings.pageSize()));
    }
    Set<FindingKind> wrong =
        views.stream().flatMap(view -> view.wrong().stream()).collect(Collectors.toSet());
    stages.add(new CheckStage(blog, wrong, () -> settings.verifier(budget)));
    // A place in a container means nothing in a change feed.
    String place = "viewRebuild~" + source + "~" + new TreeSet<>(views);
    Optional<KeptPlace> kept = Optional.of(settings.keptPlace(place, Map.of(), budget));
    StagedRun run = new StagedRun(blog, stages, settings, budget, kept);
    return run.run().report(budget.used(), false, List.of());
  }
}
