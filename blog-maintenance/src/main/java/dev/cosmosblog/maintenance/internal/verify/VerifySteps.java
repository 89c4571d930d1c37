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
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import dev.cosmosblog.maintenance.internal.run.BlogAccess;
import dev.cosmosblog.maintenance.internal.run.ContainerPages;
import dev.cosmosblog.maintenance.internal.run.ContainerPages.Chunk;
import dev.cosmosblog.maintenance.internal.run.Findings;
import dev.cosmosblog.maintenance.internal.run.ItemChecks;
import dev.cosmosblog.maintenance.internal.run.RunLog;
import dev.cosmosblog.maintenance.internal.run.RunSettings;
import dev.cosmosblog.maintenance.internal.run.RunStep;
import dev.cosmosblog.maintenance.internal.verify.Check.ItemSource;
import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.PostCounts;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

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

  /**
   * The settings of a verification.
   *
   * @param settleTime how long to wait before a suspect is checked again
   * @param removeOrphans whether a repair deletes comments and likes without a post
   * @param kinds the kinds of findings to report
   */
  public record Settings(Duration settleTime, boolean removeOrphans, Set<FindingKind> kinds) {
    public Settings {
      kinds = Set.copyOf(kinds);
    }
  }

  private final BlogAccess blog;
  private final Settings settings;
  private final ContainerPages pages;
  private final Checks checks;
  private final CheckRunner runner;

  private VerifySteps(BlogAccess blog, RunSettings run, Settings settings) {
    this.blog = blog;
    this.settings = settings;
    this.pages = new ContainerPages(blog.items(), run.pageSize());
    this.checks = new Checks(blog, run.timer().clock(), settings.removeOrphans());
    this.runner = new CheckRunner(blog, run.timer(), settings, checks);
  }

  /** Returns the steps that can find one of the kinds in the settings. */
  public static List<RunStep> of(BlogAccess blog, RunSettings run, Settings settings) {
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
          runner.run(suspectUsers(chunk), log);
        });
  }

  /** A page of posts takes one lookup of its authors and one of its short copies. */
  private List<Check> suspectPosts(Chunk chunk) {
    List<Check> suspects = new ArrayList<>();
    List<StoredItem> readable = readable(BlogContainer.POSTS, chunk.items(), suspects);
    PageItems page = new PageItems(BlogContainer.POSTS, chunk);
    Set<String> postIds = new LinkedHashSet<>();
    chunk.items().forEach(item -> postIds.add(place(item).partition()));
    Map<String, List<StoredItem>> reactions =
        readable.stream()
            .filter(ItemChecks::isReaction)
            .collect(groupingBy(item -> place(item).partition()));
    if (!chunk.isWhole()) {
      // The post may be in another part.
      page.load(BlogContainer.POSTS, postIds.stream().map(ItemPlace::ofPost));
    }
    page.load(
        BlogContainer.USERS,
        readable.stream()
            .filter(item -> ItemChecks.isReaction(item) || ItemChecks.isLivePost(item))
            .map(item -> ItemPlace.ofUser(item.author())));
    page.load(
        BlogContainer.USERS,
        postIds.stream()
            .flatMap(postId -> page.post(postId).stream())
            .map(post -> new ItemPlace(BlogContainer.USERS, post.author(), post.id())));
    for (String postId : postIds) {
      suspectPartition(page, postId, reactions.getOrDefault(postId, List.of()), suspects);
    }
    return suspects;
  }

  /**
   * Adds what looks wrong: counts first, then names, because a like that gets another id takes its
   * name along, then likes, then the copy.
   */
  private void suspectPartition(
      PageItems page, String postId, List<StoredItem> reactions, List<Check> suspects) {
    Optional<StoredItem> post = page.find(ItemPlace.ofPost(postId));
    Optional<StoredItem> compared = page.post(postId);
    if (post.filter(ItemChecks::isLivePost).isPresent()) {
      compared.ifPresent(found -> page.suspect(checks.counts(postId), suspects));
      reactions.forEach(item -> page.suspect(checks.name(place(item)), suspects));
      reactions.stream()
          .filter(ItemChecks::isUnguardedLike)
          .forEach(like -> suspects.add(checks.like(place(like))));
    } else if (post.isEmpty() || isReadablePost(post.get())) {
      reactions.forEach(item -> page.suspect(checks.owner(place(item)), suspects));
    }
    if (compared.isPresent()) {
      page.suspect(checks.name(place(compared.get())), suspects);
      page.suspect(checks.shortCopy(postId, compared.get().author()), suspects);
    }
  }

  private static boolean isReadablePost(StoredItem item) {
    return item.type().equals(ItemType.POST)
        && ItemChecks.problem(BlogContainer.POSTS, item).isEmpty();
  }

  private static ItemPlace place(StoredItem item) {
    return item.place(BlogContainer.POSTS);
  }

  /** A page of users takes at most three lookups: reservations, their owners, posts. */
  private List<Check> suspectUsers(Chunk chunk) {
    List<Check> suspects = new ArrayList<>();
    List<StoredItem> readable = readable(BlogContainer.USERS, chunk.items(), suspects);
    PageItems page = new PageItems(BlogContainer.USERS, chunk);
    if (blog.database().uniqueUsernames()) {
      List<StoredItem> users = readable.stream().filter(ItemChecks::isUser).toList();
      page.load(
          BlogContainer.USERS,
          users.stream().map(user -> Checks.reservationOf(user.user().name().username())));
      users.forEach(user -> page.suspect(checks.username(user.id()), suspects));
      List<StoredItem> reservations = ofType(ItemType.USERNAME, readable);
      page.load(
          BlogContainer.USERS,
          reservations.stream()
              .flatMap(item -> Optional.ofNullable(item.reservation().ownerId()).stream())
              .filter(owner -> !owner.isEmpty())
              .map(ItemPlace::ofUser));
      for (StoredItem reservation : reservations) {
        page.suspect(checks.reservation(reservation.place(BlogContainer.USERS)), suspects);
      }
    }
    List<StoredItem> copies = ofType(ItemType.POST, readable);
    page.load(BlogContainer.POSTS, copies.stream().map(copy -> ItemPlace.ofPost(copy.id())));
    for (StoredItem copy : copies) {
      // Whether a copy equals its post is checked among posts; here, whether it has one.
      String author = copy.place(BlogContainer.USERS).partition();
      if (page.find(ItemPlace.ofPost(copy.id()))
          .filter(post -> ItemChecks.isLivePost(post) && post.has("userId", author))
          .isEmpty()) {
        suspects.add(checks.shortCopy(copy.id(), author));
      }
    }
    return suspects;
  }

  private static List<StoredItem> ofType(String type, List<StoredItem> items) {
    return items.stream().filter(item -> item.type().equals(type)).toList();
  }

  /** The items that can be read; adds the others to the suspects. */
  private static List<StoredItem> readable(
      BlogContainer container, List<StoredItem> items, List<Check> suspects) {
    List<StoredItem> readable = new ArrayList<>();
    for (StoredItem item : items) {
      Optional<String> problem = ItemChecks.problem(container, item);
      if (problem.isPresent()) {
        Finding finding = Findings.unreadable(item.place(container), problem.get());
        suspects.add(database -> Check.left(finding));
      } else {
        readable.add(item);
      }
    }
    return readable;
  }

  /** The items of a page, and those that were looked up for it. */
  private final class PageItems implements ItemSource {
    private final Map<ItemPlace, StoredItem> items = new HashMap<>();
    private final Map<String, Long> numbers;
    private final Chunk chunk;

    PageItems(BlogContainer container, Chunk chunk) {
      this.chunk = chunk;
      chunk.items().forEach(item -> items.put(item.place(container), item));
      this.numbers =
          chunk.items().stream()
              .collect(groupingBy(item -> item.type() + place(item).partition(), counting()));
    }

    /** Looks up items that the page does not have: one request. */
    void load(BlogContainer container, Stream<ItemPlace> places) {
      items.putAll(
          blog.items().find(container, places.filter(key -> !items.containsKey(key)).toList()));
    }

    /** The live post to compare with its copy and, with the first part of it, its counts. */
    Optional<StoredItem> post(String postId) {
      return find(ItemPlace.ofPost(postId))
          .filter(post -> chunk.part() <= 0 && isReadablePost(post) && !post.isDeleted());
    }

    /** Adds a check that fails on this page. */
    void suspect(Check check, List<Check> suspects) {
      if (!(CheckRunner.run(check, this) instanceof Check.Right)) {
        suspects.add(check);
      }
    }

    @Override
    public Optional<StoredItem> find(ItemPlace place) {
      return Optional.ofNullable(items.get(place));
    }

    /** Counts items whether they can be read or not. A part of a post has no counts. */
    @Override
    public PostCounts count(String postId) {
      return chunk.isWhole()
          ? new PostCounts(
              numbers.getOrDefault(ItemType.COMMENT + postId, 0L),
              numbers.getOrDefault(ItemType.LIKE + postId, 0L))
          : new PostCounts(-1, -1);
    }
  }
}
