package dev.cosmosblog.maintenance.internal.verify;

import static dev.cosmosblog.maintenance.report.FindingKind.SURPLUS_COPY;
import static dev.cosmosblog.maintenance.report.FindingKind.TAKEN_NAME;
import static dev.cosmosblog.maintenance.report.FindingKind.UNREADABLE_ITEM;
import static dev.cosmosblog.maintenance.report.FindingKind.UNRESERVED_NAME;
import static dev.cosmosblog.maintenance.report.FindingKind.UNUSED_RESERVATION;
import static dev.cosmosblog.maintenance.report.FindingKind.WRONG_FRONT_PAGE;
import static dev.cosmosblog.maintenance.report.MaintenancePhase.VERIFY_FRONT_PAGE;
import static dev.cosmosblog.maintenance.report.MaintenancePhase.VERIFY_POSTS;
import static dev.cosmosblog.maintenance.report.MaintenancePhase.VERIFY_USERS;

import dev.cosmosblog.maintenance.internal.run.BlogAccess;
import dev.cosmosblog.maintenance.internal.run.ContainerPages;
import dev.cosmosblog.maintenance.internal.run.ContainerPages.Chunk;
import dev.cosmosblog.maintenance.internal.run.Findings;
import dev.cosmosblog.maintenance.internal.run.ItemChecks;
import dev.cosmosblog.maintenance.internal.run.RunLog;
import dev.cosmosblog.maintenance.internal.run.RunSettings;
import dev.cosmosblog.maintenance.internal.run.RunStep;
import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The steps that verify a blog and, unless the run is dry, repair it. A step finds suspects on a
 * page, in lookups of many items at once; the {@link CheckRunner} checks each of them by itself.
 */
public final class VerifySteps {
  private static final Set<FindingKind> OF_USERS =
      EnumSet.of(SURPLUS_COPY, TAKEN_NAME, UNREADABLE_ITEM, UNRESERVED_NAME, UNUSED_RESERVATION);
  private static final Set<FindingKind> OF_POSTS =
      EnumSet.complementOf(
          EnumSet.of(
              SURPLUS_COPY, TAKEN_NAME, UNRESERVED_NAME, UNUSED_RESERVATION, WRONG_FRONT_PAGE));

  private final BlogAccess blog;
  private final VerifySettings settings;
  private final ContainerPages pages;
  private final Checks checks;
  private final CheckRunner runner;

  private VerifySteps(BlogAccess blog, RunSettings run, VerifySettings settings) {
    this.blog = blog;
    this.settings = settings;
    this.pages = new ContainerPages(blog.items(), run.pageSize());
    this.checks = new Checks(blog, run.timer().clock(), settings.removeOrphans());
    this.runner = new CheckRunner(blog, run.timer(), settings, checks);
  }

  /** Returns the steps that can find one of the kinds in the settings. */
  public static List<RunStep> of(BlogAccess blog, RunSettings run, VerifySettings settings) {
    return new VerifySteps(blog, run, settings).steps();
  }

  private List<RunStep> steps() {
    List<RunStep> steps = new ArrayList<>();
    if (!Collections.disjoint(OF_POSTS, settings.kinds())) {
      steps.add(RunStep.over(VERIFY_POSTS, blog, BlogContainer.POSTS, this::postsPage));
    }
    if (!Collections.disjoint(OF_USERS, settings.kinds())) {
      steps.add(RunStep.over(VERIFY_USERS, blog, BlogContainer.USERS, this::usersPage));
    }
    if (settings.kinds().contains(WRONG_FRONT_PAGE)) {
      List<Check> frontPage = List.of(checks::frontPage);
      steps.add(RunStep.single(VERIFY_FRONT_PAGE, log -> runner.run(frontPage, log)));
    }
    return steps;
  }

  private Optional<String> postsPage(String range, Optional<String> after, RunLog log)
      throws InterruptedException {
    return pages.posts(
        range,
        after,
        chunk -> {
          log.scanned(chunk.items().size());
          runner.run(suspectPosts(chunk), log);
        });
  }

  private Optional<String> usersPage(String range, Optional<String> after, RunLog log)
      throws InterruptedException {
    return pages.users(
        range,
        after,
        chunk -> {
          log.scanned(chunk.items().size());
          runner.run(suspectUsers(chunk.items()), log);
        });
  }

  /** A page of posts takes one lookup of its authors and one of its short copies. */
  private List<Check> suspectPosts(Chunk chunk) {
    List<Check> suspects = new ArrayList<>();
    List<StoredItem> readable = new ArrayList<>();
    Map<String, Partition> partitions = new LinkedHashMap<>();
    for (StoredItem item : chunk.items()) {
      Optional<String> problem = ItemChecks.problem(BlogContainer.POSTS, item);
      if (problem.isPresent()) {
        Finding finding = Findings.unreadable(place(item), problem.get());
        suspects.add(() -> Check.left(finding));
      } else {
        readable.add(item);
      }
      partitions
          .computeIfAbsent(place(item).partition(), Partition::new)
          .add(item, problem.isEmpty());
    }
    if (!chunk.isWhole()) {
      partitions.values().forEach(partition -> partition.isPart(chunk.part()));
    }
    Set<ItemPlace> authors =
        readable.stream()
            .filter(item -> ItemChecks.isReaction(item) || ItemChecks.isLivePost(item))
            .map(item -> ItemPlace.ofUser(item.author()))
            .collect(Collectors.toSet());
    Map<ItemPlace, StoredItem> users = new HashMap<>(find(authors));
    users.putAll(
        find(
            partitions.values().stream()
                .flatMap(partition -> partition.comparablePost().stream())
                .map(VerifySteps::copyPlace)
                .collect(Collectors.toSet())));
    partitions.values().forEach(partition -> partition.suspects(users, suspects));
    return suspects;
  }

  private Map<ItemPlace, StoredItem> find(Set<ItemPlace> users) {
    return blog.items().find(BlogContainer.USERS, users);
  }

  private static ItemPlace place(StoredItem item) {
    return item.place(BlogContainer.POSTS);
  }

  private static ItemPlace copyPlace(StoredItem post) {
    return new ItemPlace(BlogContainer.USERS, post.author(), post.id());
  }

  private static boolean nameIsWrong(StoredItem item, Map<ItemPlace, StoredItem> users) {
    return Optional.ofNullable(users.get(ItemPlace.ofUser(item.author())))
        .filter(user -> ItemChecks.determinesName(user) && !ItemChecks.isRemovedUser(user))
        .filter(user -> ItemChecks.problem(BlogContainer.USERS, user).isEmpty())
        .filter(user -> item.carries(user.user().name()))
        .isEmpty();
  }

  /** A post's logical partition, whole or in part, as a page shows it. */
  private final class Partition {
    private final String postId;
    private final List<StoredItem> reactions = new ArrayList<>();
    private Optional<StoredItem> post = Optional.empty();
    private boolean readablePost;
    private boolean whole = true;
    private boolean first = true;
    private long comments;
    private long likes;

    Partition(String postId) {
      this.postId = postId;
    }

    /** An item counts whether it can be read or not. */
    void add(StoredItem item, boolean readable) {
      comments += item.type().equals(ItemType.COMMENT) ? 1 : 0;
      likes += item.type().equals(ItemType.LIKE) ? 1 : 0;
      if (item.id().equals(postId)) {
        post = Optional.of(item);
        readablePost = readable && item.type().equals(ItemType.POST);
      } else if (readable && ItemChecks.isReaction(item)) {
        reactions.add(item);
      }
    }

    /** Reads the post, which may be in another part, and compares it with the first part only. */
    void isPart(int number) {
      whole = false;
      first = number == 0;
      post = blog.items().find(ItemPlace.ofPost(postId));
      readablePost =
          post.filter(item -> item.type().equals(ItemType.POST))
              .filter(item -> ItemChecks.problem(BlogContainer.POSTS, item).isEmpty())
              .isPresent();
    }

    /** The live post to compare with its copy. Copies of deleted posts are found among users. */
    Optional<StoredItem> comparablePost() {
      return post.filter(item -> readablePost && first && ItemChecks.isLivePost(item));
    }

    /**
     * Adds what looks wrong: counts first, then names, because a like that gets another id takes
     * its name along, then likes, then copies.
     */
    void suspects(Map<ItemPlace, StoredItem> users, List<Check> suspects) {
      boolean live = post.filter(ItemChecks::isLivePost).isPresent();
      if (post.isEmpty() || (readablePost && !live)) {
        reactions.forEach(item -> suspects.add(checks.owner(place(item))));
      } else if (live) {
        comparablePost()
            .filter(item -> !whole || !countsAreRight(item))
            .ifPresent(item -> suspects.add(checks.counts(postId)));
        reactions.stream()
            .filter(item -> nameIsWrong(item, users))
            .forEach(item -> suspects.add(checks.name(place(item))));
        reactions.stream()
            .filter(ItemChecks::isUnguardedLike)
            .forEach(item -> suspects.add(checks.like(place(item))));
      }
      comparablePost()
          .filter(item -> nameIsWrong(item, users))
          .ifPresent(item -> suspects.add(checks.name(place(item))));
      comparablePost()
          .filter(item -> !hasRightCopy(item, users))
          .ifPresent(item -> suspects.add(checks.shortCopy(postId, item.author())));
    }

    private boolean hasRightCopy(StoredItem item, Map<ItemPlace, StoredItem> users) {
      StoredItem copy = users.get(copyPlace(item));
      return copy != null && ItemChecks.isCopyOf(copy, item.post().shortCopy());
    }

    private boolean countsAreRight(StoredItem item) {
      PostItem stored = item.post();
      return item.isCountable() && comments == stored.commentCount() && likes == stored.likeCount();
    }
  }

  /** A page of users takes at most three lookups: reservations, their owners, posts. */
  private List<Check> suspectUsers(List<StoredItem> items) {
    List<Check> suspects = new ArrayList<>();
    List<StoredItem> readable = new ArrayList<>();
    for (StoredItem item : items) {
      Optional<String> problem = ItemChecks.problem(BlogContainer.USERS, item);
      if (problem.isPresent()) {
        Finding finding = Findings.unreadable(item.place(BlogContainer.USERS), problem.get());
        suspects.add(() -> Check.left(finding));
      } else {
        readable.add(item);
      }
    }
    if (blog.database().uniqueUsernames()) {
      usernames(readable.stream().filter(ItemChecks::isUser).toList(), suspects);
      reservations(ofType(ItemType.USERNAME, readable), suspects);
    }
    shortCopies(ofType(ItemType.POST, readable), suspects);
    return suspects;
  }

  private static List<StoredItem> ofType(String type, List<StoredItem> items) {
    return items.stream().filter(item -> item.type().equals(type)).toList();
  }

  private void usernames(List<StoredItem> users, List<Check> suspects) {
    Function<StoredItem, ItemPlace> reservation =
        user -> Checks.reservationOf(user.user().name().username());
    Map<ItemPlace, StoredItem> found =
        blog.items().find(BlogContainer.USERS, users.stream().map(reservation).toList());
    for (StoredItem user : users) {
      @Nullable StoredItem reserved = found.get(reservation.apply(user));
      if (reserved == null || !reserved.has("ownerId", user.id())) {
        suspects.add(checks.username(user.id()));
      }
    }
  }

  private void reservations(List<StoredItem> reservations, List<Check> suspects) {
    List<ItemPlace> owners =
        reservations.stream().flatMap(item -> owner(item).stream()).distinct().toList();
    Map<ItemPlace, StoredItem> found = blog.items().find(BlogContainer.USERS, owners);
    for (StoredItem reservation : reservations) {
      boolean used =
          owner(reservation)
              .map(found::get)
              .filter(user -> ItemChecks.problem(BlogContainer.USERS, user).isEmpty())
              .filter(user -> Checks.uses(user, reservation.id()))
              .isPresent();
      if (!used) {
        suspects.add(checks.reservation(reservation.place(BlogContainer.USERS)));
      }
    }
  }

  private static Optional<ItemPlace> owner(StoredItem reservation) {
    return Optional.ofNullable(reservation.reservation().ownerId())
        .filter(owner -> !owner.isEmpty())
        .map(ItemPlace::ofUser);
  }

  /** Whether a copy equals its post is checked among posts; here, whether its post exists. */
  private void shortCopies(List<StoredItem> found, List<Check> suspects) {
    List<ItemPlace> places = found.stream().map(copy -> ItemPlace.ofPost(copy.id())).toList();
    Map<ItemPlace, StoredItem> posts = blog.items().find(BlogContainer.POSTS, places);
    for (StoredItem copy : found) {
      String author = copy.place(BlogContainer.USERS).partition();
      boolean right =
          Optional.ofNullable(posts.get(ItemPlace.ofPost(copy.id())))
              .filter(ItemChecks::isLivePost)
              .filter(post -> post.has("userId", author))
              .isPresent();
      if (!right) {
        suspects.add(checks.shortCopy(copy.id(), author));
      }
    }
  }
}
