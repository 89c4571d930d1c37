package dev.cosmosblog.maintenance.internal;

import dev.cosmosblog.maintenance.report.ChangeKind;
import dev.cosmosblog.maintenance.report.MaintenancePhase;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.ItemReads.FormerUsers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The steps of an upgrade, without the repair between them.
 *
 * @param dateProperty the property that has the date of items without {@code creationDate}
 */
public record UpgradeSteps(
    BlogAccess blog, Optional<FormerUsers> formerUsers, Optional<String> dateProperty) {
  /** Returns the steps that convert items. Containers that are missing in a dry run have none. */
  public List<RunStep> conversion() {
    UpgradeUsers users = new UpgradeUsers(blog);
    List<RunStep> steps = new ArrayList<>();
    formerUsers.ifPresent(
        former ->
            steps.add(
                new RunStep(
                    MaintenancePhase.FORMER_USERS,
                    former::number,
                    former::ranges,
                    (range, after, run) -> users.copyPage(former, range, after, run))));
    if (!blog.missing().contains(BlogContainer.USERS)) {
      steps.add(
          ContainerPages.ofUsers(
              MaintenancePhase.USERS, blog, (chunk, run) -> users.convert(chunk.items(), run)));
    }
    steps.add(RunStep.single(MaintenancePhase.FRONT_PAGE, this::createFrontPage));
    if (!blog.missing().contains(BlogContainer.POSTS)) {
      UpgradePosts posts = new UpgradePosts(blog, new ForeignItems(dateProperty), formerUsers);
      steps.add(ContainerPages.ofPosts(MaintenancePhase.POSTS, blog, posts::convert));
    }
    return steps;
  }

  /** Lets readers have a front page while posts are converted; the repair completes it. */
  private void createFrontPage(MaintenanceRun run) {
    boolean exists =
        !blog.missing().contains(BlogContainer.FEED)
            && blog.items().find(ItemPlace.ofFrontPage()).isPresent();
    if (!exists) {
      if (!blog.dryRun()) {
        blog.copies().updateFrontPage(List.of(), Set.of(), blog.database().frontPageSize());
      }
      run.changed(ChangeKind.FRONT_PAGE_WRITTEN, ItemPlace.ofFrontPage());
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
                MaintenancePhase.OLD_FEED,
                () -> blog.items().number(BlogContainer.FEED),
                () -> List.of(ItemType.POST),
                this::removePage));
  }

  private Optional<String> removePage(
      String partition, Optional<String> after, MaintenanceRun run) {
    int pageSize = blog.settings().pageSize();
    ItemPlace from = new ItemPlace(BlogContainer.FEED, partition, after.orElse(""));
    List<StoredItem> page = blog.items().partition(from, pageSize);
    for (StoredItem item : page) {
      if (blog.dryRun() || blog.repairs().delete(BlogContainer.FEED, item)) {
        run.changed(ChangeKind.OLD_FEED_ITEM_REMOVED, item.place(BlogContainer.FEED));
      }
    }
    run.scanned(page.size());
    return page.size() < pageSize ? Optional.empty() : Optional.of(page.get(page.size() - 1).id());
  }
}
