package dev.cosmosblog.changefeed.internal.handler;

import dev.cosmosblog.changefeed.internal.handler.BlogChange.UserErasure;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.ViewedComment;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.ViewedLike;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.ViewedPost;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.ViewedUser;
import dev.cosmosblog.changefeed.view.BlogView;
import dev.cosmosblog.changefeed.view.PostChange;
import dev.cosmosblog.changefeed.view.UserChange;
import dev.cosmosblog.changefeed.view.UserChange.Kind;
import dev.cosmosblog.changefeed.view.ViewException;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.ItemReads;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Calls a view of the host with the changes of a batch: each post and each user once. If the view
 * throws, it is called with one post at a time. One that fails while the view handles another is
 * set aside at its third failure. If the view handles none, that is no post's fault: the batch
 * comes again, however often. A batch whose time runs out comes again for what is left of it.
 */
public final class ViewHandler implements ChangeHandler {
  /** The failures at which a post is dead-lettered, beside others that are handled. */
  static final int FAILURES_BESIDE_OTHERS = 3;

  /**
   * The failures at which a post is dead-lettered that fills a batch: nothing else can be handled.
   */
  static final int FAILURES_ALONE = 10;

  /** The failures in a row from the first on that are taken for the view's own. */
  private static final int FAILURES_OF_THE_VIEW = 3;

  private final BlogView view;
  private final ViewCalls calls;
  private final ItemReads items;
  private final DeadLetterSink deadLetters;
  private final Clock clock;
  private final Bounds bounds;

  /** The failures of posts and users that the view has not handled since; guarded by itself. */
  private final Map<Object, Integer> failures = RecentEntries.create();

  /**
   * What is done of batches that are not, by post or user: the changes that the view handled before
   * the time ran out, those that were dead-lettered, and what is dead-lettered of posts that cannot
   * be read. It is left out when its batch comes again, or the batches of a slow view would begin
   * anew for ever. The first call takes half of a batch's time at most. So unless the view handles
   * nothing at all, each delivery does one more change, finds one more that fails alone, or counts
   * one more failure. Guarded by itself.
   */
  private final Map<Object, Object> done = RecentEntries.create();

  /**
   * The bounds of a batch.
   *
   * @param longest the time after which it begins no other call
   * @param replicaLag how far a replica that is read may be behind
   * @param size the number of changes of a full batch
   */
  public record Bounds(Duration longest, Duration replicaLag, int size) {
    /**
     * Returns the longest time of one call: at most half of a batch's. If the call with all posts
     * hangs, there is time to find the one at which it does.
     */
    public Duration ofCall(Duration timeLimit) {
      Duration half = longest.dividedBy(2);
      return timeLimit.compareTo(half) < 0 ? timeLimit : half;
    }
  }

  public ViewHandler(
      BlogView view,
      ViewCalls calls,
      ItemReads items,
      DeadLetterSink deadLetters,
      Clock clock,
      Bounds bounds) {
    this.view = view;
    this.calls = calls;
    this.items = items;
    this.deadLetters = deadLetters;
    this.clock = clock;
    this.bounds = bounds;
  }

  /** A change of one post or user for the view, and the items that it came from. */
  private record Told(Object subject, Object change, Map<ItemPlace, UserId> places) {}

  @Override
  public void handle(List<BlogChange> changes) {
    List<Unreadable> unreadable = new ArrayList<>();
    List<Told> all = told(changes, unreadable::add);
    unreadable.forEach(this::deadLetter);
    if (!all.isEmpty()) {
      new Batch(all, changes.size() >= bounds.size()).handle();
    }
    all.forEach(one -> forget(one.subject()));
    unreadable.forEach(one -> forget(one.post()));
  }

  @Override
  public void forget() {
    done.clear();
    failures.clear();
  }

  /** What failed in a batch that is done was dead-lettered: its next change is tried as often. */
  private void forget(Object subject) {
    done.remove(subject);
    failures.remove(subject);
  }

  /** Throws what the view throws; its caller counts the attempts. */
  @Override
  public void handleAlone(List<BlogChange> changes) {
    Instant until = clock.instant().plus(bounds.longest());
    List<Told> all =
        told(
            changes,
            unreadable -> {
              throw unreadable.reason();
            });
    for (Told one : all) {
      calls.call(() -> tell(List.of(one)), until);
      failures.remove(one.subject());
    }
  }

  private void deadLetter(Unreadable unreadable) {
    Map<ItemPlace, UserId> places = unreadable.places();
    if (!places.equals(done.get(unreadable.post()))) {
      places.forEach(
          (place, author) -> deadLetters.add(place, author.value(), unreadable.reason()));
      done.put(unreadable.post(), places);
    }
  }

  /** Returns whether it was closed, and calls the view no more. */
  public boolean isClosed() {
    return calls.isClosed();
  }

  @Override
  public void close() {
    calls.close();
  }

  /** One call of the view, which may go on after its time, or find another one that does. */
  private static final class Attempt implements Runnable {
    private final Runnable body;
    private volatile boolean hasBegun;
    private volatile boolean hasEnded;

    Attempt(Runnable body) {
      this.body = body;
    }

    @Override
    public void run() {
      hasBegun = true;
      try {
        body.run();
      } finally {
        hasEnded = true;
      }
    }
  }

  private void tell(List<Told> all) {
    List<PostChange> posts = changes(all, PostChange.class);
    List<UserChange> users = changes(all, UserChange.class);
    if (!posts.isEmpty()) {
      view.onPosts(posts);
    }
    if (!users.isEmpty() && view instanceof BlogView.WithUsers withUsers) {
      withUsers.onUsers(users);
    }
  }

  private static <T> List<T> changes(List<Told> all, Class<T> type) {
    return all.stream().map(Told::change).filter(type::isInstance).map(type::cast).toList();
  }

  /** One batch on its way to the view. */
  private final class Batch {
    private final List<Told> fresh = new ArrayList<>();
    private final List<Told> suspects = new ArrayList<>();
    private final List<Told> handled = new ArrayList<>();
    private final boolean fills;
    private final Instant until = clock.instant().plus(bounds.longest());
    private final Map<Told, ViewException> failed = new LinkedHashMap<>();
    private @Nullable ViewException failedTogether;
    private boolean handlesAny;

    /** One that the view handled when the batch came before. */
    private @Nullable Told handledBefore;

    Batch(List<Told> all, boolean isFull) {
      for (Told one : all) {
        boolean isSuspect = failures.containsKey(one.subject());
        if (!one.change().equals(done.get(one.subject()))) {
          (isSuspect ? suspects : fresh).add(one);
        } else if (!isSuspect) {
          handledBefore = one;
        }
      }
      this.fills = isFull && all.size() == 1;
    }

    void handle() {
      try {
        if (fresh.size() > 1 && succeeds(fresh)) {
          fresh.clear();
        }
        fresh.forEach(this::handleAlone);
        suspects.forEach(this::handleAlone);
      } catch (BatchUnfinishedException e) {
        remember();
        deadLetterAndThrow();
        // A view that leaves no time fails, or its health would show nothing of it.
        throw failedTogether == null ? e : failedTogether;
      }
      deadLetterAndThrow();
    }

    private boolean succeeds(List<Told> several) {
      Attempt attempt = new Attempt(() -> tell(several));
      try {
        calls.call(attempt, until);
        handlesAny = true;
        handled.addAll(several);
        return true;
      } catch (ViewException e) {
        if (attempt.hasBegun && !attempt.hasEnded) {
          // No call may follow it now. Next time it would take as long: one by one gets on.
          several.forEach(one -> failures.putIfAbsent(one.subject(), 0));
        }
        throwIfItGoesOn(attempt, e);
        failedTogether = e;
        return false;
      }
    }

    private void handleAlone(Told one) {
      if (clock.instant().isAfter(until)) {
        throw new BatchUnfinishedException(
            "Handling the view's changes one by one exceeded the time limit.");
      }
      Attempt attempt = new Attempt(() -> tell(List.of(one)));
      try {
        calls.call(attempt, until);
        handlesAny = true;
        failures.remove(one.subject());
        handled.add(one);
      } catch (ViewException e) {
        throwIfItGoesOn(attempt, e);
        failures.putIfAbsent(one.subject(), 0);
        failed.put(one, e);
        tellAgain();
        if (!handlesAny && failed.size() >= FAILURES_OF_THE_VIEW) {
          throw e;
        }
      }
    }

    /** Finds whether the view handles any, although those that it handled before are left out. */
    private void tellAgain() {
      Told known = handledBefore;
      handledBefore = null;
      if (known == null || handlesAny) {
        return;
      }
      Attempt attempt = new Attempt(() -> tell(List.of(known)));
      try {
        calls.call(attempt, until);
        handlesAny = true;
      } catch (ViewException e) {
        throwIfItGoesOn(attempt, e);
        // Another one is the next to be told again.
        done.remove(known.subject());
      }
    }

    /** Sets aside the posts that failed too often, and throws the first failure of the others. */
    private void deadLetterAndThrow() {
      failed.entrySet().removeIf(entry -> isDeadLettered(entry.getKey(), entry.getValue()));
      if (!failed.isEmpty()) {
        throw failed.values().iterator().next();
      }
    }

    /** The call of another range that begins after a failed one does not count. */
    private void throwIfItGoesOn(Attempt attempt, ViewException failure) {
      if (!attempt.hasEnded) {
        remember();
        throw failure;
      }
    }

    /** Leaves out what the view handled when the batch comes again for the rest. */
    private void remember() {
      handled.forEach(one -> done.put(one.subject(), one.change()));
    }

    /**
     * Returns whether a post that failed is dead-lettered: it failed too often, and not the view.
     */
    private boolean isDeadLettered(Told one, ViewException failure) {
      if (!handlesAny && !fills) {
        return false;
      }
      int times = failures.merge(one.subject(), 1, Integer::sum);
      if (times < (handlesAny ? FAILURES_BESIDE_OTHERS : FAILURES_ALONE)) {
        return false;
      }
      one.places().forEach((place, author) -> deadLetters.add(place, author.value(), failure));
      done.put(one.subject(), one.change());
      return true;
    }
  }

  private List<Told> told(List<BlogChange> changes, Consumer<Unreadable> unreadable) {
    Map<PostId, PostGroup> posts = new LinkedHashMap<>();
    Map<UserId, Told> users = new LinkedHashMap<>();
    for (BlogChange change : changes) {
      if (change instanceof ViewedPost post) {
        PostId id = PostId.of(String.valueOf(post.post().id()));
        posts.computeIfAbsent(id, PostGroup::new).add(post);
      } else if (change instanceof ViewedComment comment) {
        posts.computeIfAbsent(comment.comment().postId(), PostGroup::new).add(comment);
      } else if (change instanceof ViewedLike like) {
        posts.computeIfAbsent(like.like().postId(), PostGroup::new).add(like);
      } else if (change instanceof ViewedUser user) {
        users.put(user.user().id(), told(user));
      } else if (change instanceof UserErasure erasure) {
        users.put(erasure.user(), told(erasure));
      }
    }
    readMissing(posts, unreadable);
    List<Told> all = new ArrayList<>(users.values());
    posts.values().forEach(group -> group.told().ifPresent(all::add));
    return all;
  }

  private static Told told(ViewedUser change) {
    UserId id = change.user().id();
    // Each rename raises the one, and each edit of the properties the other.
    long version = change.user().version() + change.user().editVersion();
    Kind kind = version > 0 ? Kind.CHANGED : Kind.CREATED;
    UserChange told = new UserChange(id, kind, Optional.of(change.user()), version);
    return new Told(id, told, Map.of(ItemPlace.ofUser(id.value()), id));
  }

  private static Told told(UserErasure erasure) {
    UserId id = erasure.user();
    UserChange told = new UserChange(id, Kind.ERASED, Optional.empty(), Long.MAX_VALUE);
    return new Told(id, told, Map.of(ItemPlace.ofUser(id.value()), id));
  }

  /**
   * Reads the posts whose comments or likes come without them: with a later change of the post, or
   * because a comment was edited or renamed. One request to each physical partition that has some.
   * A post that a replica lacks is gone only if each replica would have it by now.
   */
  private void readMissing(Map<PostId, PostGroup> posts, Consumer<Unreadable> unreadable) {
    List<PostGroup> missing = posts.values().stream().filter(one -> one.post == null).toList();
    if (missing.isEmpty()) {
      return;
    }
    List<ItemPlace> places = missing.stream().map(PostGroup::place).toList();
    Map<ItemPlace, StoredItem> found = items.find(BlogContainer.POSTS, places);
    // The second is for the difference between Cosmos DB's clock and this host's.
    Instant settled = clock.instant().minus(bounds.replicaLag().multipliedBy(2));
    for (PostGroup group : missing) {
      StoredItem item = found.get(group.place());
      if (item == null && group.written.isAfter(settled)) {
        throw new BatchUnfinishedException(
            "Post " + group.id + " is not on the replica that was read, and was written lately.");
      }
      // A post that is gone was, or will be, told as deleted.
      if (item == null || !item.type().equals(ItemType.POST)) {
        posts.remove(group.id);
        continue;
      }
      try {
        group.post = BlogChange.viewedPost(item);
      } catch (MalformedItemException e) {
        posts.remove(group.id);
        unreadable.accept(new Unreadable(group.id, group.places, e));
      }
    }
  }

  /** Comments and likes of a post that cannot be read. */
  private record Unreadable(
      PostId post, Map<ItemPlace, UserId> places, MalformedItemException reason) {}

  /** The changes of one post in a batch. */
  private static final class PostGroup {
    private final PostId id;
    private final Map<ItemPlace, UserId> places = new LinkedHashMap<>();
    private final List<Comment> comments = new ArrayList<>();
    private final List<Like> likes = new ArrayList<>();
    private @Nullable ViewedPost post;

    /** When the newest of the comments and likes was written, and so the post at the latest. */
    private Instant written = Instant.MIN;

    PostGroup(PostId id) {
      this.id = id;
    }

    void add(ViewedPost changed) {
      ViewedPost before = post;
      if (before == null || version(before.post()) <= version(changed.post())) {
        post = changed;
      }
      places.put(place(), changed.author());
    }

    void add(ViewedComment changed) {
      Comment comment = changed.comment();
      comments.add(comment);
      existedAt(changed.written());
      places.put(
          new ItemPlace(BlogContainer.POSTS, id.value(), comment.id().value()), comment.userId());
    }

    void add(ViewedLike like) {
      likes.add(like.like());
      existedAt(like.written());
      places.put(
          new ItemPlace(BlogContainer.POSTS, id.value(), like.itemId()), like.like().userId());
    }

    private void existedAt(Instant time) {
      written = time.isAfter(written) ? time : written;
    }

    ItemPlace place() {
      return new ItemPlace(BlogContainer.POSTS, id.value(), id.value());
    }

    Optional<Told> told() {
      return Optional.ofNullable(post).map(changed -> told(changed.post(), changed.author()));
    }

    private Told told(PostItem item, UserId author) {
      Post state = item.toPost();
      boolean isShown = item.isListed();
      PostChange change =
          new PostChange(
              id,
              author,
              kind(item, isShown),
              isShown ? Optional.of(state) : Optional.empty(),
              version(item),
              isShown ? comments : List.of(),
              isShown ? likes : List.of());
      return new Told(id, change, places);
    }

    private PostChange.Kind kind(PostItem item, boolean isShown) {
      if (!item.isLive()) {
        return PostChange.Kind.DELETED;
      } else if (!isShown) {
        return PostChange.Kind.HIDDEN;
      }
      return item.version() == 0 ? PostChange.Kind.PUBLISHED : PostChange.Kind.CHANGED;
    }

    /** Each write of a post, its author's new name included, raises one of the two. */
    private static long version(PostItem item) {
      return item.version() + item.userVersion();
    }
  }
}
