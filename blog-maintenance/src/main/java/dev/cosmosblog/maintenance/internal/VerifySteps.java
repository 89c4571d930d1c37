package dev.cosmosblog.maintenance.internal;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import dev.cosmosblog.maintenance.internal.Checks.Check;
import dev.cosmosblog.maintenance.internal.Checks.ItemSource;
import dev.cosmosblog.maintenance.internal.Checks.NotWrong;
import dev.cosmosblog.maintenance.internal.Checks.Result;
import dev.cosmosblog.maintenance.internal.Checks.Wrong;
import dev.cosmosblog.maintenance.internal.RunStep.Chunk;
import dev.cosmosblog.maintenance.internal.RunStep.Receiver;
import dev.cosmosblog.maintenance.internal.RunStep.Work;
import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenancePhase;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.TaggedPostItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.PostCounts;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.repository.Listing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The steps that verify a blog and, unless the run is dry, repair it. A step finds suspects on a
 * page with lookups of many items at once. A suspect counts as an error if it is unchanged and
 * still wrong after the time in which the change feed would have corrected it.
 */
public record VerifySteps(
    BlogAccess blog, Settings settings, Checks checks, Optional<ListingChecks> listings)
    implements ItemSource {
  /**
   * The number of checks after the first. A suspect that changes in all of them is unsettled, and
   * checked again by the next run.
   */
  private static final int ROUNDS = 3;

  /** The kinds that only the phase of users finds, including surplus summaries. */
  private static final Set<FindingKind> OF_USERS_ALONE =
      EnumSet.range(FindingKind.SURPLUS_SUMMARY, FindingKind.UNFINISHED_ERASURE);

  private static final Set<FindingKind> OF_LISTINGS =
      EnumSet.range(FindingKind.MISSING_ENTRY, FindingKind.SURPLUS_ENTRY);

  /**
   * The kinds of errors to find, and how.
   *
   * @param onlyReported the kinds that a repair leaves as they are
   */
  public record Settings(
      Duration settleTime, Set<FindingKind> onlyReported, Set<FindingKind> kinds) {
    /**
     * A repair without a settle time, which may make writes that live traffic is about to make. It
     * leaves what only another program can have written.
     */
    public static Settings repairing(Set<FindingKind> kinds) {
      Set<FindingKind> foreign = Set.of(FindingKind.ORPHAN, FindingKind.UNREADABLE_DATE);
      return new Settings(Duration.ZERO, foreign, kinds);
    }
  }

  /** Returns the steps that can find the kinds in the settings. */
  public static List<RunStep> of(BlogAccess blog, Settings settings) {
    Checks checks = new Checks(blog);
    Optional<ListingChecks> listings =
        Optional.of(new ListingChecks(blog)).filter(any -> blog.database().hasListings());
    VerifySteps verify = new VerifySteps(blog, settings, checks, listings);
    Set<FindingKind> ofPosts = new LinkedHashSet<>(settings.kinds());
    ofPosts.removeAll(OF_USERS_ALONE);
    if (listings.isEmpty()) {
      ofPosts.removeAll(OF_LISTINGS);
    }
    boolean ofEntries = ofPosts.remove(FindingKind.SURPLUS_ENTRY);
    boolean ofTags = ofPosts.remove(FindingKind.WRONG_TAG);
    boolean frontPage = ofPosts.remove(FindingKind.WRONG_FRONT_PAGE);
    List<RunStep> steps = new ArrayList<>();
    if (!ofPosts.isEmpty()) {
      Receiver posts = (chunk, run) -> verify.check(verify.suspectPosts(chunk), run);
      steps.add(RunStep.ofPosts(MaintenancePhase.VERIFY_POSTS, blog, posts));
    }
    if (settings.kinds().contains(FindingKind.UNREADABLE_ITEM)
        || !Collections.disjoint(OF_USERS_ALONE, settings.kinds())) {
      Receiver users = (chunk, run) -> verify.check(verify.suspectUsers(chunk), run);
      steps.add(RunStep.ofUsers(MaintenancePhase.VERIFY_USERS, blog, users));
    }
    if (ofEntries) {
      Receiver entries = (chunk, run) -> verify.check(verify.suspectEntries(chunk), run);
      steps.add(RunStep.ofListings(MaintenancePhase.VERIFY_LISTINGS, blog, entries));
    }
    if (ofTags) {
      // The entries that they count are checked before.
      Receiver tags = (chunk, run) -> verify.check(verify.suspectTags(chunk), run);
      steps.add(RunStep.ofTags(MaintenancePhase.VERIFY_TAGS, blog, tags));
    }
    if (frontPage) {
      Work check = run -> verify.check(List.of(checks::frontPage), run);
      steps.add(RunStep.single(MaintenancePhase.VERIFY_FRONT_PAGE, check));
    }
    return steps;
  }

  /**
   * A page of posts costs one lookup of its authors and slugs and one of its summaries; with
   * listings, also one of tags and lists of buckets, and one of entries.
   */
  private List<Check> suspectPosts(Chunk chunk) {
    PageItems page = new PageItems(BlogContainer.POSTS, chunk);
    Set<String> postIds = new LinkedHashSet<>();
    chunk.items().forEach(item -> postIds.add(place(item).partition()));
    Map<String, List<StoredItem>> reactions =
        page.readable.stream()
            .filter(ItemChecks::isReaction)
            .collect(groupingBy(item -> place(item).partition()));
    if (!chunk.isWhole()) {
      // The post may be in another part.
      page.load(postIds.stream().map(ItemPlace::ofPost));
    }
    page.load(
        page.readable.stream()
            .filter(item -> ItemChecks.isReaction(item) || ItemChecks.isLivePost(item))
            .flatMap(
                item ->
                    Stream.concat(Stream.of(ItemPlace.ofUser(item.author())), reservations(item))));
    page.load(postIds.stream().flatMap(id -> page.post(id).stream()).map(ItemChecks::copyOf));
    listings.ifPresent(checked -> loadEntries(checked, page, postIds));
    listings.ifPresent(checked -> loadPending(checked, page));
    postIds.forEach(postId -> suspect(page, postId, reactions.getOrDefault(postId, List.of())));
    return page.suspects;
  }

  private static Stream<ItemPlace> reservations(StoredItem item) {
    return ItemChecks.isLivePost(item)
        ? item.slugs().stream().map(ItemChecks::reservationOf)
        : Stream.empty();
  }

  private static void loadEntries(
      ListingChecks checked, PageItems page, Collection<String> postIds) {
    List<StoredItem> posts = postIds.stream().flatMap(id -> page.post(id).stream()).toList();
    page.load(
        Stream.concat(
            posts.stream().map(post -> ItemPlace.ofTagsOf(post.id())), checked.lists(posts)));
    page.load(
        posts.stream()
            .flatMap(post -> checked.rightOf(post, page).stream())
            .map(ListingChecks::place));
  }

  private static void loadPending(ListingChecks checked, PageItems page) {
    if (page.readable.stream().anyMatch(StoredItem::isPending)) {
      page.load(Stream.of(Listing.PENDING.list()));
      page.load(checked.pendingPlaces(page.readable, page));
    }
  }

  /** A page of the listings costs one lookup of posts and one of the lists of buckets. */
  private List<Check> suspectEntries(Chunk chunk) {
    ListingChecks checked = listings.orElseThrow();
    PageItems page = new PageItems(BlogContainer.LISTINGS, chunk);
    List<StoredItem> entries =
        page.readable.stream().filter(item -> ItemType.isCopy(item.type())).toList();
    List<StoredItem> tagged = page.ofType(ItemType.TAGGED_POST);
    List<ItemPlace> posts =
        Stream.concat(
                entries.stream().map(StoredItem::id),
                tagged.stream().map(item -> item.taggedPost().postId()))
            .distinct()
            .map(ItemPlace::ofPost)
            .toList();
    page.load(posts.stream());
    page.load(checked.lists(posts.stream().flatMap(place -> page.find(place).stream()).toList()));
    entries.stream()
        .map(entry -> entry.place(BlogContainer.LISTINGS))
        .forEach(place -> page.suspect(items -> checked.surplus(place, items)));
    for (StoredItem item : tagged) {
      ItemPlace place = item.place(BlogContainer.LISTINGS);
      page.suspect(items -> checked.surplusTags(place, item.taggedPost().postId(), items));
    }
    List<StoredItem> pending = page.ofType(ItemType.PENDING_COMMENT);
    page.load(pending.stream().flatMap(entry -> ListingChecks.commentOf(entry).stream()));
    if (!pending.isEmpty()) {
      page.load(Stream.of(Listing.PENDING.list()));
    }
    for (StoredItem entry : pending) {
      ItemPlace place = entry.place(BlogContainer.LISTINGS);
      page.suspect(items -> checked.surplusPending(place, items));
    }
    return page.suspects;
  }

  /** A page of tags costs a count of the entries of each. */
  private List<Check> suspectTags(Chunk chunk) {
    ListingChecks checked = listings.orElseThrow();
    PageItems page = new PageItems(BlogContainer.LISTINGS, chunk);
    page.ofType(ItemType.TAG).stream()
        .flatMap(item -> TaggedPostItem.tagOf(item.id()).stream())
        .forEach(tag -> page.suspect(items -> checked.count(tag.value(), items)));
    return page.suspects;
  }

  private static ItemPlace place(StoredItem item) {
    return item.place(BlogContainer.POSTS);
  }

  /**
   * Adds suspects in the order of repair: counts, names before likes (because moving a like copies
   * its name), likes, the summary.
   */
  private void suspect(PageItems page, String postId, List<StoredItem> reactions) {
    Optional<StoredItem> post = page.find(ItemPlace.ofPost(postId));
    Optional<StoredItem> compared = page.post(postId);
    if (post.filter(ItemChecks::isLivePost).isPresent()) {
      compared.ifPresent(found -> page.suspect(items -> checks.counts(postId, items)));
      reactions.forEach(item -> page.suspect(items -> checks.name(place(item), items)));
      listings.ifPresent(
          checked ->
              reactions.stream()
                  .filter(StoredItem::isPending)
                  .forEach(item -> page.suspect(items -> checked.pending(place(item), items))));
      reactions.stream()
          .filter(ItemChecks::isUnguardedLike)
          .forEach(like -> page.suspects.add(items -> checks.like(place(like), items)));
    } else if (post.isEmpty() || isReadablePost(post.get())) {
      reactions.forEach(item -> page.suspect(items -> checks.owner(place(item), items)));
    }
    if (compared.isPresent()) {
      page.suspect(items -> checks.name(place(compared.get()), items));
      page.suspect(items -> checks.summary(ItemChecks.copyOf(compared.get()), items));
      page.suspect(items -> checks.schedule(postId, items));
      compared
          .get()
          .slugs()
          .forEach(slug -> page.suspect(items -> checks.slug(postId, slug, items)));
      listings.ifPresent(checked -> suspectEntries(checked, compared.get(), page));
    }
  }

  private void suspectEntries(ListingChecks checked, StoredItem post, PageItems page) {
    page.suspect(items -> checked.tags(post.id(), items));
    ListingChecks.of(blog, post)
        .forEach(listing -> page.suspect(items -> checked.entry(listing, post.id(), items)));
  }

  private static boolean isReadablePost(StoredItem item) {
    return item.type().equals(ItemType.POST)
        && ItemChecks.problem(BlogContainer.POSTS, item).isEmpty();
  }

  /**
   * A page of users costs at most three lookups: of reservations, the users who own them, and
   * posts.
   */
  private List<Check> suspectUsers(Chunk chunk) {
    PageItems page = new PageItems(BlogContainer.USERS, chunk);
    List<StoredItem> reservations = new ArrayList<>();
    if (blog.database().uniqueUsernames()) {
      List<StoredItem> users = page.readable.stream().filter(ItemChecks::isUser).toList();
      page.load(
          users.stream().map(user -> ItemChecks.reservationOf(user.user().name().username())));
      users.forEach(user -> page.suspect(items -> checks.username(user.id(), items)));
      reservations.addAll(page.ofType(ItemType.USERNAME));
      page.load(reservations.stream().flatMap(item -> ItemChecks.ownerOf(item).stream()));
    }
    page.ofType(ItemType.ERASED_USER)
        .forEach(mark -> page.suspect(items -> checks.erasure(mark.id(), items)));
    List<StoredItem> copies =
        page.readable.stream().filter(item -> ItemType.isCopy(item.type())).toList();
    List<StoredItem> slugs = page.ofType(ItemType.SLUG);
    page.load(
        Stream.concat(
            copies.stream().map(copy -> ItemPlace.ofPost(copy.id())),
            slugs.stream().flatMap(item -> ItemChecks.ownerOf(item).stream())));
    reservations.addAll(slugs);
    reservations.forEach(
        item -> page.suspect(items -> checks.reservation(item.place(BlogContainer.USERS), items)));
    for (StoredItem copy : copies) {
      // The phase of posts compares a summary with its post; this one checks that the post exists.
      ItemPlace place = copy.place(BlogContainer.USERS);
      if (page.find(ItemPlace.ofPost(copy.id()))
          .filter(post -> ItemChecks.isLivePost(post) && post.has("userId", place.partition()))
          .isEmpty()) {
        page.suspects.add(items -> checks.summary(place, items));
      }
    }
    return page.suspects;
  }

  @Override
  public Optional<StoredItem> find(ItemPlace place) {
    return blog.find(place);
  }

  @Override
  public PostCounts count(String postId) {
    return blog.items().count(postId);
  }

  /** Confirms suspects, and then reports and repairs the errors in their order. */
  private void check(List<Check> suspects, MaintenanceRun run) throws InterruptedException {
    Map<Check, Wrong> confirmed = new HashMap<>();
    Map<Check, Result> pending = new LinkedHashMap<>();
    for (Check suspect : suspects) {
      sort(suspect, NotWrong.RIGHT, confirmed, pending);
    }
    for (int round = 0; round < ROUNDS && !pending.isEmpty(); round++) {
      blog.settings().timer().sleeper().sleep(settings.settleTime());
      Map<Check, Result> stillPending = new LinkedHashMap<>();
      pending.forEach((suspect, before) -> sort(suspect, before, confirmed, stillPending));
      pending = stillPending;
    }
    run.unsettled(pending.size());
    List<Check> ahead = new ArrayList<>();
    for (Check suspect : suspects) {
      Wrong wrong = confirmed.get(suspect);
      if (wrong != null && settings.kinds().contains(wrong.finding().kind())) {
        boolean isOnlyReported = settings.onlyReported().contains(wrong.finding().kind());
        if (isOnlyReported) {
          run.found(Findings.unrepairable(wrong.finding()));
        } else if (wrong.finding().repairable() && !blog.dryRun()) {
          repair(suspect, wrong, ahead, run);
        } else {
          run.found(wrong.finding());
        }
      }
      if (Thread.interrupted()) {
        throw new InterruptedException("Interrupted between two findings");
      }
    }
    if (!ahead.isEmpty()) {
      check(ahead, run);
    }
  }

  private void sort(
      Check suspect, Result before, Map<Check, Wrong> confirmed, Map<Check, Result> pending) {
    Result result = suspect.runIfReadable(this);
    if (result instanceof Wrong wrong
        && (wrong.versions().isEmpty() || wrong.persistsSince(before))) {
      confirmed.put(suspect, wrong);
    } else if (result != NotWrong.RIGHT) {
      pending.put(suspect, result);
    }
  }

  private void repair(Check suspect, Wrong confirmed, List<Check> ahead, MaintenanceRun run)
      throws InterruptedException {
    Finding finding = confirmed.finding();
    ItemPlace place =
        new ItemPlace(BlogContainer.POSTS, finding.item().partitionKey(), finding.item().id());
    if (finding.kind() == FindingKind.DUPLICATE_LIKE) {
      run.removing(List.of(place));
    }
    WriteAttempt last = write(suspect);
    boolean repaired = last == WriteAttempt.DONE;
    if (last == WriteAttempt.CONFLICT) {
      // Without a wait, two checks in a row may find what a change feed is about to correct.
      Result before = settings.settleTime().isZero() ? confirmed : suspect.runIfReadable(this);
      blog.settings().timer().sleeper().sleep(settings.settleTime());
      Result now = suspect.runIfReadable(this);
      repaired = now == NotWrong.RIGHT;
      if (!repaired && !(now instanceof Wrong wrong && wrong.persistsSince(before))) {
        // Other writers interfered with all attempts, so the finding is outdated.
        run.unsettled(1);
        return;
      }
    }
    run.found(finding);
    if (repaired) {
      run.repaired(finding);
      if (finding.kind() == FindingKind.UNREADABLE_DATE) {
        // Now the rest of the item can be read.
        ahead.add(items -> checks.counts(place.partition(), items));
        ahead.add(items -> checks.name(place, items));
        ahead.add(items -> checks.owner(place, items));
      }
      if (wrotePost(finding)) {
        updateCopies(place.partition());
      }
    }
  }

  /** Checks and writes until the item is right, by this repair or by another writer. */
  private WriteAttempt write(Check suspect) throws InterruptedException {
    return blog.repeat(() -> attempt(suspect));
  }

  private WriteAttempt attempt(Check suspect) {
    Result result = suspect.runIfReadable(this);
    if (!(result instanceof Wrong wrong)) {
      return result == NotWrong.RIGHT ? WriteAttempt.DONE : WriteAttempt.CONFLICT;
    }
    if (!wrong.finding().repairable()) {
      return WriteAttempt.REFUSED;
    }
    WriteAttempt written = blog.attempt(wrong.repair());
    boolean wrongStill =
        written == WriteAttempt.DONE && suspect.runIfReadable(this) != NotWrong.RIGHT;
    return wrongStill ? WriteAttempt.CONFLICT : written;
  }

  private static boolean wrotePost(Finding finding) {
    return switch (finding.kind()) {
      case WRONG_COUNT, DUPLICATE_LIKE, LEFTOVER, OVERDUE_POST -> true;
      case STALE_NAME, UNREADABLE_DATE -> finding.item().id().equals(finding.item().partitionKey());
      default -> false;
    };
  }

  /** Updates the copies of a repaired post, because a change feed may not be running. */
  private void updateCopies(String postId) throws InterruptedException {
    Optional<StoredItem> post =
        blog.items().find(ItemPlace.ofPost(postId)).filter(ItemChecks::isLivePost);
    if (post.isPresent()) {
      try {
        write(items -> checks.summary(ItemChecks.copyOf(post.get()), items));
        if (listings.isPresent()) {
          write(items -> listings.get().tags(postId, items));
          for (Listing listing : ListingChecks.of(blog, post.get())) {
            write(items -> listings.get().entry(listing, postId, items));
          }
        }
        blog.repositories()
            .frontPage()
            .update(List.of(blog.summary(post.get())), Set.of(), blog.database().frontPageSize());
      } catch (MalformedItemException e) {
        // The check of the post reports it.
      }
    }
  }

  /** The items of a page, the items that were looked up for it, and its suspects. */
  private final class PageItems implements ItemSource {
    private final List<StoredItem> readable = new ArrayList<>();
    private final List<Check> suspects = new ArrayList<>();
    private final Map<ItemPlace, StoredItem> items = new HashMap<>();
    private final Map<String, Long> numbers;
    private final Chunk chunk;

    PageItems(BlogContainer container, Chunk chunk) {
      this.chunk = chunk;
      for (StoredItem item : chunk.items()) {
        ItemPlace place = item.place(container);
        items.put(place, item);
        if (container == BlogContainer.POSTS && ItemChecks.hasUnreadableDate(item)) {
          suspects.add(database -> checks.date(place, database));
          continue;
        }
        ItemChecks.problem(container, item)
            .or(() -> ItemChecks.unnamed(container, item))
            .map(problem -> Findings.unreadable(place, problem))
            .ifPresentOrElse(
                finding -> suspects.add(database -> Wrong.unrepairable(finding, "")),
                () -> readable.add(item));
      }
      this.numbers =
          chunk.items().stream()
              .collect(groupingBy(item -> item.type() + place(item).partition(), counting()));
    }

    List<StoredItem> ofType(String type) {
      return readable.stream().filter(item -> item.type().equals(type)).toList();
    }

    /** Looks up items of one container that aren't on the page: one request. */
    void load(Stream<ItemPlace> places) {
      List<ItemPlace> others = places.filter(place -> !items.containsKey(place)).toList();
      if (!others.isEmpty()) {
        items.putAll(blog.find(others.get(0).container(), others));
      }
    }

    /** The live post to compare with its summary and, in the first part, with its counts. */
    Optional<StoredItem> post(String postId) {
      return find(ItemPlace.ofPost(postId))
          .filter(post -> chunk.part() <= 0 && isReadablePost(post) && !post.isDeleted());
    }

    void suspect(Check check) {
      if (check.runIfReadable(this) != NotWrong.RIGHT) {
        suspects.add(check);
      }
    }

    @Override
    public Optional<StoredItem> find(ItemPlace place) {
      return Optional.ofNullable(items.get(place));
    }

    /** Counts all items, even unreadable ones. Parts of a post can't be counted. */
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
