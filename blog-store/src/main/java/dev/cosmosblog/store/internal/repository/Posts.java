package dev.cosmosblog.store.internal.repository;

import static dev.cosmosblog.store.internal.cosmos.WriteResult.DONE;
import static dev.cosmosblog.store.internal.cosmos.WriteResult.MISSING;

import dev.cosmosblog.model.CreationDate;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostStatus;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.error.IdTakenException;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.error.StoreRejectedException;
import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.Versioned;
import dev.cosmosblog.store.internal.cosmos.WriteResult;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.repository.Reservations.Held;
import dev.cosmosblog.store.internal.schema.PropertyPaths;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.observe.ItemVersion;
import dev.cosmosblog.store.query.CommentOrder;
import dev.cosmosblog.store.query.Visibility;
import dev.cosmosblog.store.spi.ItemWrite;
import dev.cosmosblog.store.spi.PatchOperations;
import dev.cosmosblog.store.spi.Query;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The posts: creates, finds, closes and deletes them, and reads the summaries of the newest. */
public final class Posts {
  // The service's limit.
  private static final int BATCH_SIZE = 100;
  // The service times out on a too large batch (408), or rejects it (413).
  private static final Set<Integer> TOO_MUCH = Set.of(408, 413);

  private final DatabaseAccess database;
  private final ItemContainer posts;
  private final Slugs slugs;

  public Posts(DatabaseAccess database) {
    this.database = database;
    this.posts = database.posts();
    this.slugs = new Slugs(database);
  }

  public CommandResult<Post> create(PostId id, CreatePost command, UserItem author, Call call) {
    UserId user = command.userId();
    Instant given = command.creationDate();
    Instant date =
        given == null ? CreationDate.of(database.environment().clock().instant()) : given;
    Post post =
        new Post(
            id,
            user,
            author.name().username(),
            command.title(),
            command.content(),
            0,
            0,
            date,
            0,
            date,
            command.status(),
            command.publishAt(),
            command.properties(),
            command.excerpt(),
            command.slug(),
            command.tags(),
            false);
    Optional<Held> reserved =
        Optional.ofNullable(command.slug()).flatMap(slug -> slugs.reserve(slug, id, call));
    if (posts.create(PostItem.of(post, author.version()), id.value(), call).isDone()) {
      call.wrote(id, id.value(), 0);
      return CommandResult.done(post);
    }
    // A deleted post leaves a tombstone, so a replica without an item lags.
    PostItem stored = posts.findSince(ItemKey.of(id.value()), PostItem.class, any -> true, call);
    Slug slug = command.slug();
    if (slug != null && !stored.isLive()) {
      // It may be reserved by an earlier attempt, and the change feed may have handled the
      // deletion.
      slugs.release(id, List.of(slug), call);
    } else {
      reserved
          .filter(held -> !stored.slugs().contains(slug))
          .ifPresent(held -> slugs.release(held, call));
    }
    return Optional.of(stored)
        .filter(PostItem::isLive)
        .map(PostItem::toPost)
        .filter(found -> found.userId().equals(user))
        .map(CommandResult::doneBefore)
        .orElseThrow(() -> new IdTakenException("post", id.value()));
  }

  /** Finds a post that is not deleted: one point read. */
  public Optional<Post> find(PostId id, Visibility visibility, Call call) {
    return seen(stored(id, call), visibility);
  }

  /**
   * Finds the post that has or had a slug: a point read of its reservation, and one of the post.
   */
  public Optional<Post> find(Slug slug, Visibility visibility, Call call) {
    Optional<PostItem> post = slugs.owner(slug, call).flatMap(id -> stored(id, call));
    // A reservation may be unfinished.
    return seen(post.filter(found -> found.slugs().contains(slug)), visibility);
  }

  private static Optional<Post> seen(Optional<PostItem> stored, Visibility visibility) {
    return stored
        .filter(PostItem::isLive)
        .map(PostItem::toPost)
        .filter(post -> visibility.includes(post.status() == PostStatus.PUBLISHED));
  }

  /** Finds a post or its tombstone: one point read. */
  public Optional<PostItem> stored(PostId id, Call call) {
    return posts.find(ItemKey.of(id.value()), PostItem.class, call);
  }

  /**
   * Finds a post or its tombstone by the rules of a repair, which doesn't convert strings to
   * numbers: one point read.
   */
  Optional<PostItem> readable(PostId id, Call call) {
    return posts.find(ItemKey.of(id.value()), StoredItem.class, call).map(StoredItem::post);
  }

  /** Returns a post's summary as the copies store it. */
  PostSummaryItem summary(PostItem post) {
    return post.summary(database.settings().summaryRule());
  }

  /**
   * Reads the summary of a post that is known to exist in a state: one point read, repeated while
   * replicas are behind. Empty if the post was deleted, which only its tombstone proves.
   */
  public Optional<PostSummaryItem> summary(PostId id, Predicate<PostItem> isNewEnough, Call call) {
    PostItem post =
        posts
            .findSince(
                ItemKey.of(id.value()),
                StoredItem.class,
                found -> found.isDeleted() || isNewEnough.test(found.post()),
                call)
            .post();
    return Optional.of(post).filter(PostItem::isLive).map(this::summary);
  }

  /**
   * Reads the summaries of the newest published posts. Older posts replace those that can't be
   * read, by the same rules as those of a repair.
   */
  public List<PostSummaryItem> newest(int count, Call call) {
    List<PostSummaryItem> readable = new ArrayList<>();
    Optional<ListQuery.Place> behind = Optional.empty();
    do {
      Query query = ListQuery.newestPosts(count, behind);
      List<ListQuery.Row<StoredItem>> found =
          ListQuery.rows(
              posts,
              query,
              StoredItem.class,
              CommentOrder.NEWEST_FIRST,
              rows -> rows.size() < count || rows.get(count - 1).isPlaced(),
              call);
      readable.addAll(ListQuery.readable(found, item -> summary(item.post()), call));
      behind = found.stream().skip(count - 1L).findFirst().map(ListQuery.Row::end);
    } while (readable.size() < count && behind.isPresent());
    return readable.stream().limit(count).toList();
  }

  /** Replaces a post by a tombstone; returns whether the post existed. */
  public boolean delete(PostId id, Call call) {
    if (!patch(id, deletion(), QueryTexts.IS_LIVE_POST, call)) {
      return false;
    }
    call.wrote(id, id.value(), ItemVersion.DELETED);
    return true;
  }

  /**
   * Deletes a post that never had a slug with its author's name; returns whether it did.
   *
   * <p>With this version of the user, no late propagation of an earlier name finds the tombstone.
   */
  boolean erase(PostId id, long userVersion, Call call) {
    PatchOperations operations =
        deletion().set(PropertyPaths.TAGS, List.of()).setAuthor(new VersionedName("", userVersion));
    return patch(id, operations, QueryTexts.IS_UNERASED_WITHOUT_SLUG, call);
  }

  /**
   * Deletes a post unless it is deleted, and returns the slugs of its tombstone, to which no edit
   * adds another: one patch and one point read.
   */
  List<Slug> deleteWithSlugs(PostId id, Call call) {
    ItemKey key = ItemKey.of(id.value());
    return patchNextVersion(posts, key, deletion(), QueryTexts.IS_UNDELETED_POST, call) == MISSING
        ? List.of()
        : posts.findSince(key, StoredItem.class, StoredItem::isDeleted, call).slugs();
  }

  /**
   * Removes the author's name, slugs and tags from a tombstone; returns whether it had any of them.
   */
  boolean eraseDeleted(PostId id, long userVersion, Call call) {
    PatchOperations operations =
        PatchOperations.create()
            .setAuthor(new VersionedName("", userVersion))
            .set(PropertyPaths.SLUG, "")
            .set(PropertyPaths.FORMER_SLUGS, List.of())
            .set(PropertyPaths.TAGS, List.of());
    return patch(id, operations, QueryTexts.IS_UNERASED_TOMBSTONE, call);
  }

  /**
   * Closes the comments of a post or opens them again: one patch. If its condition failed, one
   * point read tells why. Returns whether the post changed.
   */
  public boolean setCommentsClosed(PostId id, boolean closed, Call call) {
    ItemKey key = ItemKey.of(id.value());
    PatchOperations operations =
        PatchOperations.create().set(PropertyPaths.COMMENTS_CLOSED, closed);
    String condition = closed ? QueryTexts.HAS_OPEN_COMMENTS : QueryTexts.HAS_CLOSED_COMMENTS;
    Predicate<StoredItem> refuses =
        found -> !found.isLivePost() || found.hasClosedComments() == closed;
    for (int round = 1; true; round++) {
      WriteResult result = patchNextVersion(posts, key, operations, condition, call);
      if (result == DONE) {
        return true;
      }
      if (result == MISSING) {
        throw new PostNotFoundException(id);
      }
      Optional<StoredItem> there = posts.findRefusing(key, StoredItem.class, refuses, round, call);
      if (there.isPresent()) {
        if (there.get().isLivePost()) {
          return false;
        }
        throw new PostNotFoundException(id);
      }
    }
  }

  private PatchOperations deletion() {
    return PatchOperations.create()
        .set(PropertyPaths.DELETED, true)
        .set(PropertyPaths.TITLE, "")
        .set(PropertyPaths.CONTENT, "")
        .set(PropertyPaths.EXCERPT, "")
        .set(PropertyPaths.PROPERTIES, Map.of())
        .set(PropertyPaths.TIME_TO_LIVE, database.settings().deletedRetention().toSeconds());
  }

  private boolean patch(PostId id, PatchOperations operations, String condition, Call call) {
    return patchNextVersion(posts, ItemKey.of(id.value()), operations, condition, call) == DONE;
  }

  /**
   * Patches a post and increments its version. If another program wrote a version that can't be
   * incremented, one point read and two more patches replace it.
   */
  static WriteResult patchNextVersion(
      ItemContainer posts, ItemKey key, PatchOperations operations, String condition, Call call) {
    while (true) {
      try {
        PatchOperations next =
            new PatchOperations(new ArrayList<>(operations.all()))
                .increment(PropertyPaths.VERSION, 1);
        return posts.patch(key, next, condition, null, call);
      } catch (StoreRejectedException e) {
        replaceVersion(posts, key, e, call);
      }
    }
  }

  /**
   * Replaces a version that can't be incremented: one point read and one patch. Throws the
   * rejection if the version isn't its reason.
   */
  static void replaceVersion(
      ItemContainer container, ItemKey key, StoreRejectedException rejection, Call call) {
    Versioned<StoredItem> found =
        container
            .read(key, StoredItem.class, call)
            .filter(damaged -> !damaged.item().takesIncrement("version"))
            .orElseThrow(() -> rejection);
    PatchOperations readable =
        PatchOperations.create().set(PropertyPaths.VERSION, found.item().readableVersion());
    container.patch(key, readable, null, found.etag(), call);
  }

  /**
   * Deletes the comments and likes of a deleted post, a hundred a batch, while {@code goesOn};
   * returns whether none are left.
   *
   * @param before receives the items of each batch before it is sent: id, type, whether they are
   *     pending, and their date
   */
  public boolean purge(PostId id, BooleanSupplier goesOn, Consumer<List<StoredItem>> before) {
    return database
        .operations()
        .run(BlogOperation.PURGE_POST, call -> purge(id.value(), goesOn, before, call));
  }

  private boolean purge(
      String id, BooleanSupplier goesOn, Consumer<List<StoredItem>> before, Call call) {
    // A replica that has the tombstone has all that was written before, and nothing is written
    // after.
    posts.findSince(ItemKey.of(id), StoredItem.class, StoredItem::isDeleted, call);
    int size = BATCH_SIZE;
    while (true) {
      Query query = Query.top(QueryTexts.COMMENTS_AND_LIKES, size).in(id);
      List<StoredItem> found = posts.first(query, StoredItem.class, call);
      if (found.isEmpty() || !goesOn.getAsBoolean()) {
        return found.isEmpty();
      }
      call.restartRetries();
      before.accept(found);
      List<ItemWrite> deletes = new ArrayList<>();
      found.forEach(item -> deletes.add(new ItemWrite.Delete(item.id(), null)));
      try {
        // If another host has deleted some of them already, the next query finds the rest.
        posts.batch(id, deletes, call);
      } catch (StoreException e) {
        if (size == 1 || !TOO_MUCH.contains(e.statusCode())) {
          throw e;
        }
        size /= 2;
      }
    }
  }
}
