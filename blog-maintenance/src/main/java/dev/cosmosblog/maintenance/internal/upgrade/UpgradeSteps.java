package dev.cosmosblog.maintenance.internal.upgrade;

import static dev.cosmosblog.maintenance.report.MaintenancePhase.FORMER_USERS;
import static dev.cosmosblog.maintenance.report.MaintenancePhase.FRONT_PAGE;
import static dev.cosmosblog.maintenance.report.MaintenancePhase.OLD_FEED;
import static dev.cosmosblog.maintenance.report.MaintenancePhase.POSTS;
import static dev.cosmosblog.maintenance.report.MaintenancePhase.USERS;

import dev.cosmosblog.maintenance.internal.run.BlogAccess;
import dev.cosmosblog.maintenance.internal.run.ContainerPages;
import dev.cosmosblog.maintenance.internal.run.RunLog;
import dev.cosmosblog.maintenance.internal.run.RunSettings;
import dev.cosmosblog.maintenance.internal.run.RunStep;
import dev.cosmosblog.maintenance.report.ChangeKind;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.FormerUsers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The steps of an upgrade, without the repair between them. */
public final class UpgradeSteps {
  private final BlogAccess blog;
  private final RunSettings settings;
  private final Optional<FormerUsers> formerUsers;
  private final Optional<String> dateProperty;

  /** Creates the steps. */
  public UpgradeSteps(
      BlogAccess blog,
      RunSettings settings,
      Optional<FormerUsers> formerUsers,
      Optional<String> dateProperty) {
    this.blog = blog;
    this.settings = settings;
    this.formerUsers = formerUsers;
    this.dateProperty = dateProperty;
  }

  /** Returns the steps that convert items. Containers that are missing in a dry run have none. */
  public List<RunStep> conversion() {
    ContainerPages pages = new ContainerPages(blog.items(), settings.pageSize());
    UpgradeUsers users = new UpgradeUsers(blog);
    List<RunStep> steps = new ArrayList<>();
    formerUsers.ifPresent(
        former ->
            steps.add(
                new RunStep(
                    FORMER_USERS,
                    former::number,
                    former::ranges,
                    (range, after, log) ->
                        users.copyPage(former, range, after, settings.pageSize(), log))));
    if (!blog.missing().contains(BlogContainer.USERS)) {
      steps.add(
          RunStep.over(
              USERS,
              blog,
              BlogContainer.USERS,
              (range, after, log) ->
                  pages.users(range, after, chunk -> users.convert(chunk.items(), log))));
    }
    steps.add(RunStep.single(FRONT_PAGE, this::createFrontPage));
    if (!blog.missing().contains(BlogContainer.POSTS)) {
      UpgradePosts posts =
          new UpgradePosts(blog, settings.timer(), new ForeignItems(dateProperty), formerUsers);
      steps.add(
          RunStep.over(
              POSTS,
              blog,
              BlogContainer.POSTS,
              (range, after, log) ->
                  pages.posts(range, after, chunk -> posts.convert(chunk, log))));
    }
    return steps;
  }

  /** Lets readers have a front page while posts are converted; the repair completes it. */
  private void createFrontPage(RunLog log) {
    boolean exists =
        !blog.missing().contains(BlogContainer.FEED)
            && blog.items().find(ItemPlace.ofFrontPage()).isPresent();
    if (!exists) {
      if (!blog.dryRun()) {
        blog.copies().updateFrontPage(List.of(), Set.of(), blog.database().frontPageSize());
      }
      log.changed(ChangeKind.FRONT_PAGE_WRITTEN, ItemPlace.ofFrontPage());
    }
  }

  /**
   * Returns the step that deletes the article's front page, an item per post, once ours is right.
   */
  public List<RunStep> removalOfOldFeed() {
    return blog.missing().contains(BlogContainer.FEED)
        ? List.of()
        : List.of(
            new RunStep(
                OLD_FEED,
                () -> blog.items().number(BlogContainer.FEED),
                () -> List.of(ItemType.POST),
                this::removePage));
  }

  private Optional<String> removePage(String partition, Optional<String> after, RunLog log) {
    ItemPlace from = new ItemPlace(BlogContainer.FEED, partition, after.orElse(""));
    List<StoredItem> page = blog.items().partition(from, settings.pageSize());
    for (StoredItem item : page) {
      if (blog.dryRun() || blog.repairs().delete(BlogContainer.FEED, item)) {
        log.changed(ChangeKind.OLD_FEED_ITEM_REMOVED, item.place(BlogContainer.FEED));
      }
    }
    log.scanned(page.size());
    boolean last = page.size() < settings.pageSize();
    return last ? Optional.empty() : Optional.of(page.get(page.size() - 1).id());
  }
}
