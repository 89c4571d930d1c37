package dev.cosmosblog.store.internal.repository;

import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.Versioned;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.Written;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.observe.BlogOperation;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The front page: one item, written under its ETag, so that concurrent writers don't lose changes.
 *
 * <p>A post that leaves a full front page marks it as incomplete, in the same write. The next
 * writer refills it from the posts, and removes the mark in the write that completes it.
 *
 * <p>A lagging replica may still return a deleted post. Therefore a writer reads a post before it
 * adds it, and the front page remembers removed posts for some minutes. A recheck corrects the
 * remaining errors, once every replica has the last change.
 */
public final class FrontPage {
  private static final ItemKey KEY = new ItemKey(FrontPageItem.ID, ItemType.FRONT_PAGE);
  // The maximum number of refills of one operation, because concurrent writes may interfere.
  private static final int MAX_REFILLS = 10;
  // The time for which a mark holds where replicas lag less: longer than the usual interval between
  // writes.
  private static final Duration LEAST_MARKED = Duration.ofSeconds(10);

  private final ItemContainer feed;
  private final Posts posts;
  private final DatabaseAccess database;
  private final Clock clock;
  // The front page as last read or written here, to write again without a read; its ETag may be
  // outdated.
  private final AtomicReference<@Nullable Versioned<FrontPageItem>> written =
      new AtomicReference<>();

  public FrontPage(DatabaseAccess database, Posts posts) {
    this.feed = database.frontPage();
    this.posts = posts;
    this.database = database;
    this.clock = database.environment().clock();
  }

  /** Q6: one point read. */
  public List<PostSummary> newest(int count, Call call) {
    List<PostSummaryItem> found =
        feed.find(KEY, FrontPageItem.class, call).map(FrontPageItem::posts).orElse(List.of());
    List<ListQuery.Row<PostSummaryItem>> rows =
        found.stream().limit(count).map(ListQuery.Row::of).toList();
    return ListQuery.readable(rows, PostSummaryItem::toSummary, call);
  }

  /**
   * Writes changed posts to the front page and removes deleted ones: one write, or one point read
   * if nothing changes; both if another host has written the front page since.
   *
   * <p>A new post is read first: one point read, or one request to each physical partition for many
   * posts. A refill is one query of all physical partitions and one write.
   */
  public FrontPageItem update(Collection<PostSummaryItem> changed, Set<PostId> gone, int size) {
    return update(FrontPageChange.of(changed, gone, size)).page();
  }

  /** The same, with a change that may mark the front page. */
  public Update update(FrontPageChange change) {
    return database.operations().run(BlogOperation.UPDATE_FRONT_PAGE, call -> update(change, call));
  }

  /**
   * The result of an update.
   *
   * @param wasWritten whether the change was written, and with it the mark that it may have
   */
  public record Update(FrontPageItem page, boolean wasWritten) {}

  /**
   * Returns how long a mark holds from the start of its write: the comparison finds each change
   * that a host knows before then, even if the host never writes it. The comparison follows three
   * of these times later at the earliest: the second allows for the replicas' lag, and the third
   * for the difference of two hosts' clocks.
   */
  public static Duration markedFor(Duration maxReplicaLag) {
    return maxReplicaLag.compareTo(LEAST_MARKED) < 0 ? LEAST_MARKED : maxReplicaLag;
  }

  /** Returns which of the posts are on the front page: one point read. */
  public Set<PostId> shownAmong(Set<PostId> posts) {
    return database
        .operations()
        .run(
            BlogOperation.UPDATE_FRONT_PAGE,
            call -> {
              Versioned<FrontPageItem> known = written.get();
              Set<String> shown =
                  (known == null ? read(call) : readAgain(known, call))
                      .map(found -> FrontPageChange.ids(found.item().posts()))
                      .orElse(Set.of());
              return posts.stream()
                  .filter(post -> shown.contains(post.value()))
                  .collect(Collectors.toSet());
            });
  }

  private Update update(FrontPageChange change, Call call) {
    Applied applied = apply(change, call);
    Versioned<FrontPageItem> now = applied.now();
    // A lagging replica may still list them.
    Set<String> dead = new HashSet<>(change.gone());
    for (int i = 0; now.item().incomplete() && i < MAX_REFILLS; i++) {
      now = refill(now, change.size(), dead, false, UnaryOperator.identity(), call);
    }
    return new Update(now.item(), applied.wasWritten());
  }

  private record Applied(Versioned<FrontPageItem> now, boolean wasWritten) {}

  /** Applies a change, and retries after conflicts with other writers. */
  private Applied apply(FrontPageChange change, Call call) {
    Versioned<FrontPageItem> known = written.get();
    Optional<Versioned<FrontPageItem>> found = known == null ? read(call) : Optional.of(known);
    while (true) {
      FrontPageItem before =
          found.map(Versioned::item).orElse(FrontPageItem.of(change.size(), true, List.of()));
      FrontPageItem after =
          withCurrentStates(change, before, new HashSet<>(), call).applyTo(before, clock.instant());
      if (found.isEmpty() || after != before) {
        Optional<Versioned<FrontPageItem>> now = remember(after, write(after, found, call));
        if (now.isPresent()) {
          return new Applied(now.get(), after != before);
        }
        found = read(call);
      } else if (found.get() == known) {
        // Another host may have written it since; if not, the response is empty and costs 1 RU.
        found = readAgain(known, call);
        if (found.filter(now -> now == known).isPresent()) {
          return new Applied(known, false);
        }
      } else {
        return new Applied(found.get(), false);
      }
    }
  }

  /**
   * Tries once to refill the front page from the newest posts, without deleted ones; it stays
   * incomplete if others write or posts are deleted meanwhile. Posts in {@code dead} aren't read
   * again. {@code settled} says that every replica has the front page's posts, so that a missing
   * one was deleted; {@code completed} is applied with the write that completes the front page.
   */
  private Versioned<FrontPageItem> refill(
      Versioned<FrontPageItem> before,
      int size,
      Set<String> dead,
      boolean settled,
      UnaryOperator<FrontPageItem> completed,
      Call call) {
    List<PostSummaryItem> newest =
        posts.newest(size + dead.size(), call).stream()
            .filter(post -> !dead.contains(FrontPageChange.id(post)))
            .toList();
    FrontPageChange found = sinceLeft(before.item(), newest, size, settled, true, call);
    Set<String> deadNow = new HashSet<>();
    FrontPageChange change = withCurrentStates(found, before.item(), deadNow, call);
    FrontPageItem after = change.applyTo(before.item(), clock.instant());
    dead.addAll(deadNow);
    if (after.posts().size() >= Math.min(size, newest.size())) {
      after = completed.apply(after.completed());
    } else {
      // Removed posts may also occupy places of the query's result.
      Set<String> lacking = FrontPageChange.ids(newest);
      lacking.removeAll(FrontPageChange.ids(after.posts()));
      dead.addAll(lacking);
    }
    if (after.equals(before.item())) {
      return before;
    }
    return remember(after, write(after, Optional.of(before), call))
        .or(() -> read(call))
        .orElse(before);
  }

  /**
   * Adds the entries that are not among the newest posts because they were deleted or hidden; also
   * those whose posts can't be read, if {@code unreadable}.
   */
  private FrontPageChange sinceLeft(
      FrontPageItem before,
      List<PostSummaryItem> newest,
      int size,
      boolean settled,
      boolean unreadable,
      Call call) {
    Set<String> found = FrontPageChange.ids(newest);
    List<PostSummaryItem> written = new ArrayList<>(newest);
    Set<String> gone = new HashSet<>();
    Set<String> left = new HashSet<>();
    Set<String> lacking = FrontPageChange.ids(before.posts());
    lacking.removeAll(found);
    Map<String, PostItem> together = together(lacking, call);
    for (String id : lacking) {
      try {
        Optional<PostItem> stored = Optional.ofNullable(together.get(id));
        if (stored.isEmpty()) {
          stored = posts.readable(PostId.of(id), call);
        }
        Optional<PostSummaryItem> live = stored.filter(PostItem::isLive).map(posts::summary);
        live.filter(post -> !post.isListed()).ifPresent(written::add);
        // A missing post may have been lost with its tombstone, so waiting for it might never end.
        // Its entry stays until a recheck.
        if (live.isEmpty() && (stored.isPresent() || settled)) {
          gone.add(id);
        }
      } catch (InvalidInputException | MalformedItemException e) {
        if (unreadable) {
          left.add(id);
        }
      }
    }
    return new FrontPageChange(written, gone, left, size, false);
  }

  /**
   * Compares the front page with the posts as they are now, unless every change since the last
   * comparison is on it: one point read, and the cost of a refill, or two if it lacked something.
   */
  public void compare(int size) {
    database.operations().execute(BlogOperation.UPDATE_FRONT_PAGE, call -> compare(size, call));
  }

  private void compare(int size, Call call) {
    Optional<Versioned<FrontPageItem>> found = read(call);
    if (found.isEmpty() || found.get().item().uncheckedSince() == null) {
      return;
    }
    Versioned<FrontPageItem> before = null;
    Versioned<FrontPageItem> next = found.get();
    for (int i = 0; next != before && i < MAX_REFILLS; i++) {
      before = next;
      next = refill(before, size, new HashSet<>(), false, UnaryOperator.identity(), call);
    }
  }

  /**
   * Compares the front page with the posts once every replica, at most {@code lag} behind, has the
   * changes that led to it: one point read, and the cost of a refill if a comparison is due. Also
   * refills a front page that is incomplete without such a change, once.
   */
  public void recheck(int size, Duration lag) {
    database
        .operations()
        .execute(BlogOperation.UPDATE_FRONT_PAGE, call -> recheck(size, lag, call));
  }

  private void recheck(int size, Duration lag, Call call) {
    Instant now = clock.instant();
    // The third lag allows for clock skew between two hosts.
    long due = now.minus(lag.multipliedBy(3)).toEpochMilli();
    long markDue = now.minus(markedFor(lag).multipliedBy(3)).toEpochMilli();
    // Another program may have written a time that never comes.
    long latest = now.plus(markedFor(lag)).toEpochMilli();
    Optional<Versioned<FrontPageItem>> found = read(call);
    Long unchecked = found.map(feed -> feed.item().uncheckedSince()).orElse(null);
    if (found.isPresent() && unchecked == null && found.get().item().incomplete()) {
      // The host that began the refill has stopped, and the next post may be published much later.
      refill(found.get(), size, new HashSet<>(), false, UnaryOperator.identity(), call);
      return;
    }
    if (unchecked == null
        || (unchecked > (found.get().item().markedAt() == null ? due : markDue)
            && unchecked <= latest)) {
      return;
    }
    Set<String> dead = new HashSet<>();
    Versioned<FrontPageItem> next = found.get();
    for (int i = 0; i < MAX_REFILLS && unchecked.equals(next.item().uncheckedSince()); i++) {
      // Another host may have written it since it was read here.
      Long changed = next.item().changedAt();
      Long marked = next.item().markedAt();
      boolean settled = changed == null || changed <= due;
      // A recent change is rechecked again.
      boolean complete = settled && (marked == null || marked <= markDue);
      Long again = complete ? null : Long.valueOf(now.toEpochMilli());
      UnaryOperator<FrontPageItem> completed =
          feed -> feed.uncheckedSince(again).changedUntil(latest);
      next = refill(next, size, dead, settled, completed, call);
    }
  }

  // A post is read after the front page, so that it is as new as one that was there and left; if
  // another writer removes it meanwhile, the ETag differs. Adds the deleted ones to dead.
  private FrontPageChange withCurrentStates(
      FrontPageChange given, FrontPageItem before, Set<String> dead, Call call) {
    Map<String, Optional<PostSummaryItem>> states = new HashMap<>();
    FrontPageChange change = given;
    Instant now = clock.instant();
    Map<String, PostSummaryItem> incoming = change.incoming(before, now);
    while (!states.keySet().containsAll(incoming.keySet())) {
      incoming.keySet().removeAll(states.keySet());
      Map<String, PostItem> together = together(incoming.keySet(), call);
      incoming.forEach(
          (id, known) -> states.put(id, current(known, together.get(id), before, now, call)));
      change = given.with(states);
      // Another post takes the place of a deleted one.
      incoming = change.incoming(before, now);
    }
    states.forEach(
        (id, state) -> {
          if (state.isEmpty()) {
            dead.add(id);
          }
        });
    return change;
  }

  /**
   * Reads posts in one request if there are enough, because single reads of a full front page would
   * delay all batches of this host. A post that is missing, outdated or unreadable in the response
   * is read separately.
   */
  private Map<String, PostItem> together(Set<String> ids, Call call) {
    List<ItemKey> keys = ids.stream().filter(FrontPage::isValid).map(ItemKey::of).toList();
    Map<String, PostItem> together = new HashMap<>();
    if (database.readsTogether(keys.size())) {
      List<StoredItem> found =
          database.posts().ask(to -> to.readMany(keys, StoredItem.class), call);
      for (StoredItem item : found) {
        try {
          together.put(item.id(), item.post());
        } catch (MalformedItemException e) {
          continue; // It is read separately.
        }
      }
    }
    return together;
  }

  private static boolean isValid(String id) {
    try {
      PostId.of(id);
      return true;
    } catch (InvalidInputException e) {
      return false;
    }
  }

  /**
   * Returns a post at least as new as it was known or removed, by a separate read unless it was
   * {@code found} like that; leaves out posts that readers don't see or that can't be read.
   */
  private Optional<PostSummaryItem> current(
      PostSummaryItem known,
      @Nullable PostItem found,
      FrontPageItem before,
      Instant now,
      Call call) {
    Predicate<PostItem> isNewEnough =
        post ->
            post.version() >= known.version() && FrontPageChange.isAsNewAsItLeft(post, before, now);
    try {
      Optional<PostSummaryItem> live =
          found != null && (!found.isLive() || isNewEnough.test(found))
              ? Optional.of(found).filter(PostItem::isLive).map(posts::summary)
              : posts.summary(PostId.of(FrontPageChange.id(known)), isNewEnough, call);
      return live.filter(PostSummaryItem::isListed);
    } catch (InvalidInputException | MalformedItemException e) {
      return Optional.empty();
    }
  }

  private Optional<Versioned<FrontPageItem>> remember(FrontPageItem feed, Written<Object> answer) {
    Optional<Versioned<FrontPageItem>> now = answer.etag().map(etag -> new Versioned<>(feed, etag));
    now.ifPresent(written::set);
    return now;
  }

  private Written<Object> write(
      FrontPageItem after, Optional<Versioned<FrontPageItem>> found, Call call) {
    return found.isPresent()
        ? feed.replace(after, KEY, found.get().etag(), call)
        : feed.create(after, KEY.partition(), call);
  }

  /**
   * Replaces the posts of a front page that was read, if it is unchanged, and keeps what guards it
   * against late changes: one write, and reads of the posts that leave. The former one is null if
   * there was none.
   */
  public boolean repair(@Nullable StoredItem seen, List<PostSummaryItem> newest, int size) {
    FrontPageItem before = seen == null ? FrontPageItem.of(size, true, List.of()) : lenient(seen);
    return database
        .operations()
        .run(
            BlogOperation.REPAIR,
            call -> {
              // An unreadable post may be corrected soon, and must not be remembered as deleted.
              FrontPageItem after =
                  sinceLeft(before, newest, size, false, false, call)
                      .replace(before, newest, clock.instant());
              return seen == null
                  ? feed.create(after, KEY.partition(), call).isDone()
                  : feed.replace(after, KEY, seen.etag(), call).isDone();
            });
  }

  /**
   * Returns whether a front page remembers that a post left, so that a post that was read may come
   * from a lagging replica.
   */
  public boolean remembers(FrontPageItem page, PostSummaryItem post) {
    return FrontPageChange.remembers(page, post, clock.instant());
  }

  private static FrontPageItem lenient(StoredItem seen) {
    try {
      return seen.feed();
    } catch (MalformedItemException e) {
      return seen.feedWithoutPosts();
    }
  }

  /** Removes a user's posts, or replaces their stale name; returns the number of changed posts. */
  public int erasePostsOf(UserId user, Optional<VersionedName> name, Call call) {
    while (true) {
      Optional<Versioned<FrontPageItem>> found = read(call);
      List<PostSummaryItem> posts =
          found.stream()
              .flatMap(feed -> feed.item().posts().stream())
              .filter(post -> user.value().equals(post.userId()))
              .filter(post -> name.isEmpty() || !post.named(name.get()).equals(post))
              .toList();
      if (found.isEmpty() || posts.isEmpty()) {
        return 0;
      }
      FrontPageItem before = found.get().item();
      Set<String> ids = FrontPageChange.ids(posts);
      FrontPageItem after =
          name.map(right -> before.named(user.value(), right))
              .orElseGet(() -> without(ids, before));
      if (write(after, found, call).etag().isPresent()) {
        return ids.size();
      }
    }
  }

  private FrontPageItem without(Set<String> posts, FrontPageItem before) {
    // Another program may have written any number.
    int size = Math.max(before.posts().size(), before.size());
    return new FrontPageChange(List.of(), posts, size).applyTo(before, clock.instant());
  }

  private Optional<Versioned<FrontPageItem>> read(Call call) {
    return readable(() -> feed.read(KEY, FrontPageItem.class, call), call);
  }

  private Optional<Versioned<FrontPageItem>> readAgain(Versioned<FrontPageItem> known, Call call) {
    return readable(() -> feed.readAgain(KEY, known, FrontPageItem.class, call), call);
  }

  /** Returns the front page as read, and remembers it; an unreadable one is deleted. */
  private Optional<Versioned<FrontPageItem>> readable(
      Supplier<Optional<Versioned<FrontPageItem>>> read, Call call) {
    try {
      Optional<Versioned<FrontPageItem>> found = read.get();
      written.set(found.orElse(null));
      return found;
    } catch (MalformedItemException e) {
      feed.delete(KEY, null, call);
      return Optional.empty();
    }
  }
}
