package dev.cosmosblog.maintenance.internal;

import dev.cosmosblog.maintenance.internal.RunStep.Chunk;
import dev.cosmosblog.maintenance.report.ChangeKind;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenancePhase;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.ItemReads.FormerUsers;
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.store.internal.kernel.RepairWrites.MissingFields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The steps of an upgrade before and after its repair. They copy users from a former container, set
 * missing {@code type}s of users, and reserve all usernames. Unknown properties are preserved.
 */
public final class UpgradeSteps {
  private final BlogAccess blog;
  private final Optional<FormerUsers> formerUsers;
  private final Optional<String> dateProperty;

  /** The first user with each name, by the id of the name's reservation; used in a dry run. */
  private final Map<String, String> planned = new HashMap<>();

  /** Checks the former container's partition key. */
  public UpgradeSteps(
      BlogAccess blog, Optional<String> formerUsers, Optional<String> dateProperty) {
    Kernel kernel = Kernel.of(blog.database());
    this.blog = blog;
    this.formerUsers = formerUsers.map(name -> kernel.formerUsers(name, blog.budget()));
    this.formerUsers.ifPresent(FormerUsers::check);
    this.dateProperty = dateProperty;
  }

  /**
   * Returns all steps, including those of a repair, except for containers that are missing in a dry
   * run.
   */
  public List<RunStep> with(List<RunStep> repair) {
    List<RunStep> steps = new ArrayList<>();
    if (formerUsers.isPresent()) {
      FormerUsers former = formerUsers.get();
      steps.add(
          new RunStep(
              MaintenancePhase.FORMER_USERS, former::number, former::ranges, this::copyPage));
    }
    if (!blog.lacks(BlogContainer.USERS)) {
      steps.add(RunStep.ofUsers(MaintenancePhase.USERS, blog, this::convert));
    }
    steps.add(RunStep.single(MaintenancePhase.FRONT_PAGE, this::createFrontPage));
    if (!blog.lacks(BlogContainer.POSTS)) {
      UpgradePosts posts = new UpgradePosts(blog, new ForeignItems(dateProperty), formerUsers);
      steps.add(RunStep.ofPosts(MaintenancePhase.POSTS, blog, posts::convert));
    }
    steps.addAll(repair);
    if (!blog.lacks(BlogContainer.FEED)) {
      LongSupplier total = () -> blog.items().number(BlogContainer.FEED);
      Supplier<List<String>> ranges = () -> List.of(ItemType.POST);
      steps.add(new RunStep(MaintenancePhase.OLD_FEED, total, ranges, this::removePage));
    }
    return steps;
  }

  /** Creates a front page for readers while posts are converted; the repair completes it. */
  private void createFrontPage(MaintenanceRun run) {
    if (!blog.lacks(BlogContainer.FEED) && blog.items().find(ItemPlace.ofFrontPage()).isPresent()) {
      return;
    }
    if (!blog.dryRun()) {
      blog.repositories().frontPage().update(List.of(), Set.of(), blog.database().frontPageSize());
    }
    run.changed(ChangeKind.FRONT_PAGE_WRITTEN, ItemPlace.ofFrontPage());
  }

  /** Deletes the next page of the article's front page, which has one item for each post. */
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

  /** Copies the next page of a former container, in the order of ids. */
  private Optional<String> copyPage(String range, Optional<String> after, MaintenanceRun run) {
    int pageSize = blog.settings().pageSize();
    List<StoredItem> page = formerUsers.get().scan(range, after.orElse(null), pageSize);
    List<StoredItem> users =
        page.stream()
            .filter(item -> item.lacks("type") || item.type().equals(ItemType.USER))
            .filter(item -> isReadable(item, run))
            .toList();
    List<ItemPlace> places = users.stream().map(user -> ItemPlace.ofUser(user.id())).toList();
    Map<ItemPlace, StoredItem> existing = blog.find(BlogContainer.USERS, places);
    List<User> copied = new ArrayList<>();
    for (StoredItem user : users) {
      ItemPlace place = ItemPlace.ofUser(user.id());
      if (!existing.containsKey(place)
          && write(ChangeKind.USER_COPIED, place, () -> blog.repairs().copyUser(user), run)
          && !user.isDeleted()) {
        copied.add(user(user));
      }
    }
    reserve(copied, run);
    run.scanned(page.size());
    return page.size() < pageSize ? Optional.empty() : Optional.of(page.get(page.size() - 1).id());
  }

  private static boolean write(
      ChangeKind change, ItemPlace place, BooleanSupplier write, MaintenanceRun run) {
    WriteAttempt written = run.attempt(change, place, write);
    if (written == WriteAttempt.REFUSED) {
      run.found(Findings.notUpgraded(written, place));
    }
    return written == WriteAttempt.DONE;
  }

  private static boolean isReadable(StoredItem item, MaintenanceRun run) {
    try {
      user(item);
      return true;
    } catch (MalformedItemException | InvalidInputException e) {
      String problem = "in the former container: " + e.getMessage();
      run.found(Findings.unreadable(ItemPlace.ofUser(item.id()), problem));
      return false;
    }
  }

  private static User user(StoredItem item) {
    return new User(UserId.of(item.id()), item.user().name().username());
  }

  private void convert(Chunk chunk, MaintenanceRun run) {
    List<User> users = new ArrayList<>();
    for (StoredItem item : chunk.items()) {
      Optional<String> problem = ItemChecks.problem(BlogContainer.USERS, item);
      if (problem.isPresent()) {
        // The repair of an upgrade also reports it.
        if (blog.dryRun()) {
          run.found(Findings.unreadable(item.place(BlogContainer.USERS), problem.get()));
        }
      } else if (ItemChecks.isUser(item)
          || (isUntypedUser(item) && setType(item, run) && !isErased(item))) {
        users.add(item.user().toUser());
      }
    }
    if (blog.dryRun()) {
      reportPlannedCopies(chunk.items(), run);
    }
    reserve(users, run);
  }

  private static boolean isUntypedUser(StoredItem item) {
    return item.lacks("type")
        && UserId.RESERVED_PREFIXES.stream().noneMatch(item.id()::startsWith)
        && item.textOf("username").isPresent()
        && item.id().equals(item.textOf("userId").orElse(""));
  }

  /** Another program may have removed the type of an erased user. */
  private static boolean isErased(StoredItem item) {
    return item.textOf("erasure").isPresent();
  }

  private boolean setType(StoredItem item, MaintenanceRun run) {
    ItemPlace place = item.place(BlogContainer.USERS);
    String type = isErased(item) ? ItemType.ERASED_USER : ItemType.USER;
    MissingFields fill =
        new MissingFields(item, Optional.of(type), Optional.empty(), Optional.empty());
    return write(ChangeKind.TYPE_SET, place, () -> blog.repairs().fillUser(fill), run);
  }

  /**
   * Reserves the names of users: one lookup of many reservations, and one create for each missing
   * one. If two users have the same name, the first one gets it, and the repair reports the other.
   */
  private void reserve(List<User> users, MaintenanceRun run) {
    if (!blog.database().uniqueUsernames()) {
      return;
    }
    List<User> named = users.stream().filter(user -> !user.username().isBlank()).toList();
    List<ItemPlace> places =
        named.stream().map(user -> ItemChecks.reservationOf(user.username())).toList();
    Map<ItemPlace, StoredItem> existing = blog.find(BlogContainer.USERS, places);
    for (User user : named) {
      ItemPlace place = ItemChecks.reservationOf(user.username());
      boolean free = !existing.containsKey(place);
      if (blog.dryRun()) {
        plan(user, place, free, run);
      } else if (free && blog.repairs().reserve(user.username(), user.id())) {
        run.changed(ChangeKind.NAME_RESERVED, place);
      }
    }
  }

  private void plan(User user, ItemPlace reservation, boolean free, MaintenanceRun run) {
    String id = user.id().value();
    String first = planned.putIfAbsent(reservation.id(), id);
    if (first == null && free) {
      run.changed(ChangeKind.NAME_RESERVED, reservation);
    } else if (first != null && !first.equals(id)) {
      String found = "the name of the user " + first;
      run.found(
          Findings.unrepairable(
              FindingKind.TAKEN_NAME, ItemPlace.ofUser(id), found, "a unique name"));
    }
  }

  /** Reports summaries without a post of their user in a dry run: one lookup of posts. */
  private void reportPlannedCopies(List<StoredItem> items, MaintenanceRun run) {
    List<StoredItem> copies = items.stream().filter(item -> ItemType.isCopy(item.type())).toList();
    List<ItemPlace> places = copies.stream().map(copy -> ItemPlace.ofPost(copy.id())).toList();
    Map<ItemPlace, StoredItem> posts = blog.find(BlogContainer.POSTS, places);
    for (StoredItem copy : copies) {
      ItemPlace place = copy.place(BlogContainer.USERS);
      StoredItem post = posts.get(ItemPlace.ofPost(copy.id()));
      boolean right =
          post != null && ForeignItems.isLivePost(post) && post.has("userId", place.partition());
      if (!right && copy.hasPartition(BlogContainer.USERS)) {
        run.found(Findings.surplusCopy(place));
      }
    }
  }
}
