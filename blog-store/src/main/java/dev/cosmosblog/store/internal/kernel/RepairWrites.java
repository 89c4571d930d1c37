package dev.cosmosblog.store.internal.kernel;

import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.ListingItem;
import dev.cosmosblog.model.item.PendingItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.ReservationItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.Operations;
import dev.cosmosblog.store.internal.cosmos.WriteResult;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.PostCounts;
import dev.cosmosblog.store.internal.item.ReactionKind;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.repository.ReactionBatches;
import dev.cosmosblog.store.internal.repository.Reservations;
import dev.cosmosblog.store.internal.schema.PropertyPaths;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.spi.ItemWrite;
import dev.cosmosblog.store.spi.PatchOperations;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes that repair items, or convert another program's items. Each is one atomic request that
 * succeeds only if the items have the ETags that were read, and returns whether it did. All methods
 * block, are thread-safe, and may run concurrently with the store's commands.
 */
public record RepairWrites(Operations operations, DatabaseAccess database) {
  /** The age from which a reservation whose owner has another name may be removed. */
  public static final Duration RESERVATION_GRACE = Reservations.GRACE;

  /**
   * The maximum number of items that one batch fills: it has 100 operations, one of which is the
   * post's count.
   */
  public static final int MAX_FILLS = 99;

  /** The maximum number of likes that one batch moves: each takes two of its 100 operations. */
  public static final int MAX_MOVES = 50;

  // Far more renames than realistic. Versions above 2^53 can't be incremented by one.
  private static final long MAX_LOST_RENAMES = 1L << 32;

  public boolean createCopy(PostSummaryItem copy) {
    return create(BlogContainer.USERS, copy, String.valueOf(copy.userId()));
  }

  public boolean replaceCopy(StoredItem seen, PostSummaryItem copy) {
    return replace(BlogContainer.USERS, seen, copy);
  }

  /** Creates an entry of the listings; its bucket must be in the list of buckets. */
  public boolean createEntry(ListingItem entry) {
    return create(BlogContainer.LISTINGS, entry, String.valueOf(entry.bucket()));
  }

  public boolean replaceEntry(StoredItem seen, ListingItem entry) {
    return replace(BlogContainer.LISTINGS, seen, entry);
  }

  /** Creates the entry of a pending comment in the queue. */
  public boolean createPending(PendingItem entry) {
    return create(BlogContainer.LISTINGS, entry, entry.bucket());
  }

  public boolean replacePending(StoredItem seen, PendingItem entry) {
    return replace(BlogContainer.LISTINGS, seen, entry);
  }

  /** Sets a tag's number of posts. */
  public boolean setPosts(StoredItem tag, long posts) {
    PatchOperations number = PatchOperations.create().set(PropertyPaths.POSTS, posts);
    return patchListing(tag.place(BlogContainer.LISTINGS).key(), number, tag.etag());
  }

  private boolean patchListing(ItemKey key, PatchOperations operations, String etag) {
    return run(
        call ->
            database.container(BlogContainer.LISTINGS).patch(key, operations, null, etag, call));
  }

  /** Sets the author's name in an entry whose post can't be read. */
  public boolean setNameInEntry(StoredItem entry, VersionedName name) {
    ItemKey key = entry.place(BlogContainer.LISTINGS).key();
    PatchOperations author = PatchOperations.create().setAuthor(name);
    return patchListing(key, author, entry.etag());
  }

  /**
   * Removes a summary's note of its entry, so that the next change of the post writes the entry.
   */
  public boolean removeEntriesNote(StoredItem copy) {
    ItemKey key = copy.place(BlogContainer.USERS).key();
    PatchOperations removal = PatchOperations.create().remove(PropertyPaths.ENTRIES);
    return run(call -> database.users().patch(key, removal, null, copy.etag(), call));
  }

  /**
   * Returns whether the primary has no newer version of a user, post or pending comment than was
   * read, or lacks an item that was missing: a lagging replica may lack what it has become. One
   * request, without effect if so.
   */
  public boolean isCurrent(ItemPlace place, Optional<StoredItem> read) {
    boolean isPending = read.filter(StoredItem::isPending).isPresent();
    boolean isUser = read.filter(item -> item.type().equals(ItemType.USER)).isPresent();
    String condition =
        QueryTexts.isNewer(
            number(read, "version"),
            number(read, "userVersion"),
            number(read, "editVersion"),
            isPending,
            isUser);
    String path = isPending ? PropertyPaths.EDIT_VERSION : PropertyPaths.VERSION;
    WriteResult newer =
        operations.run(
            BlogOperation.REPAIR,
            call ->
                database
                    .container(place.container())
                    .readIf(condition, place.key(), path, StoredItem.class, call)
                    .result());
    return newer == (read.isEmpty() ? WriteResult.MISSING : WriteResult.CONDITION_FAILED);
  }

  /** Returns a number as it is stored, possibly with a fraction, or less than any if missing. */
  private static Number number(Optional<StoredItem> read, String property) {
    return read.<Number>map(
            item ->
                item.written().get(property) instanceof Number stored
                    ? stored
                    : item.numberOr0(property))
        .orElse(-1);
  }

  public boolean delete(BlogContainer container, StoredItem seen) {
    return run(
        call ->
            database.container(container).delete(seen.place(container).key(), seen.etag(), call));
  }

  /**
   * Sets the counts of a post that was read before its items were counted. Adding or removing a
   * comment or like writes the post, so the counts are exact if the post is unchanged.
   */
  public boolean setCounts(StoredItem post, PostCounts counts) {
    return patch(post, nextVersion(setCounts(PatchOperations.create(), counts), post));
  }

  /**
   * Sets the author's name in an item. Views compare the sum of a post's version and its name's
   * version, so if the name's version decreases, the post's version grows accordingly.
   */
  public boolean setName(StoredItem item, VersionedName name) {
    PatchOperations operations = PatchOperations.create().setAuthor(name);
    long lost = Math.min(item.name().version() - name.version(), MAX_LOST_RENAMES);
    return patch(
        item,
        item.type().equals(ItemType.POST)
            ? laterVersion(operations, item, 1 + Math.max(0, lost))
            : operations);
  }

  /**
   * Changes the ids of 1 to {@value #MAX_MOVES} likes of one post, at most one of each user, to
   * those derived from their users' ids, and adds missing properties. Other properties and the
   * counts don't change. Fails if a user already likes the post with the derived id, or a like
   * can't be read.
   */
  public boolean moveLikes(List<MissingFields> likes) {
    List<ItemWrite> writes = new ArrayList<>();
    for (MissingFields like : likes) {
      writes.add(new ItemWrite.Create(like.likeOfItsUser()));
      writes.add(delete(like.item()));
    }
    return batch(likes.get(0).item(), writes);
  }

  /** Deletes a like of a live post and decrements the count atomically. */
  public boolean dropLike(StoredItem like) {
    String post = like.place(BlogContainer.POSTS).partition();
    return batch(
        like,
        List.of(
            delete(like),
            ReactionBatches.count(Map.of(ReactionKind.LIKE, -1), post, QueryTexts.IS_LIVE_POST)));
  }

  /** Reserves a name for its user; returns false if there is a reservation. */
  public boolean reserve(String username, UserId owner) {
    return reserve(ReservationItem.ofUsername(username, owner, now()));
  }

  /** Reserves a slug for its post; returns false if there is a reservation. */
  public boolean reserve(Slug slug, PostId owner) {
    return reserve(ReservationItem.ofSlug(slug, owner, now()));
  }

  private boolean reserve(ReservationItem item) {
    return create(BlogContainer.USERS, item, String.valueOf(item.id()));
  }

  public boolean reassign(StoredItem seen, String username, UserId owner) {
    return replace(BlogContainer.USERS, seen, ReservationItem.ofUsername(username, owner, now()));
  }

  public boolean reassign(StoredItem seen, Slug slug, PostId owner) {
    return replace(BlogContainer.USERS, seen, ReservationItem.ofSlug(slug, owner, now()));
  }

  private Instant now() {
    return database.environment().clock().instant();
  }

  /**
   * Creates a user from another container, with all properties except {@code ttl}, because it would
   * expire.
   */
  public boolean copyUser(StoredItem former) {
    Map<String, @Nullable Object> user = former.written();
    VersionedName name = former.user().name();
    user.remove("ttl");
    user.put("type", ItemType.USER);
    user.put("userId", former.id());
    user.put("username", name.username());
    user.put("version", name.version());
    return create(BlogContainer.USERS, user, former.id());
  }

  /**
   * Sets the type of a user without one, even if the user was written meanwhile; returns false if
   * the user is missing.
   */
  public boolean fillUser(MissingFields fill) {
    ItemKey key = fill.item().place(BlogContainer.USERS).key();
    return run(
        call -> database.users().patch(key, fill.patch(), QueryTexts.IS_UNTYPED, null, call));
  }

  /**
   * Fills a post that was read before its items were counted, and sets the counts as numbers that
   * commands can increment; with null, leaves the counts, for a post that is written continuously.
   */
  public boolean fillPost(MissingFields fill, @Nullable PostCounts counts) {
    PatchOperations operations = fill.patch();
    return patch(
        fill.item(),
        nextVersion(counts == null ? operations : setCounts(operations, counts), fill.item()));
  }

  /**
   * Fills 1 to {@value #MAX_FILLS} comments and likes of one post. An item that becomes a comment
   * or like is counted in the same transaction, which requires a live post.
   */
  public boolean fill(List<MissingFields> fills) {
    List<ItemWrite> writes = new ArrayList<>();
    for (MissingFields fill : fills) {
      writes.add(new ItemWrite.Patch(fill.item().id(), fill.patch(), null, fill.item().etag()));
    }
    long comments = fills.stream().filter(fill -> fill.becomes(ItemType.COMMENT)).count();
    long likes = fills.stream().filter(fill -> fill.becomes(ItemType.LIKE)).count();
    if (comments + likes > 0) {
      PatchOperations counts =
          PatchOperations.create()
              .increment(PropertyPaths.COMMENT_COUNT, comments)
              .increment(PropertyPaths.LIKE_COUNT, likes)
              .increment(PropertyPaths.VERSION, 1);
      String post = fills.get(0).item().place(BlogContainer.POSTS).partition();
      writes.add(new ItemWrite.Patch(post, counts, QueryTexts.IS_LIVE_POST, null));
    }
    return batch(fills.get(0).item(), writes);
  }

  private static ItemWrite delete(StoredItem seen) {
    return new ItemWrite.Delete(seen.id(), seen.etag());
  }

  private static PatchOperations setCounts(PatchOperations operations, PostCounts counts) {
    return operations
        .set(PropertyPaths.COMMENT_COUNT, counts.comments())
        .set(PropertyPaths.LIKE_COUNT, counts.likes());
  }

  private static PatchOperations nextVersion(PatchOperations operations, StoredItem post) {
    return laterVersion(operations, post, 1);
  }

  /** Increments a post's version, and repairs properties that would make commands fail. */
  private static PatchOperations laterVersion(
      PatchOperations operations, StoredItem post, long growth) {
    if (post.hasVoidDeletedMark()) {
      operations.remove(PropertyPaths.DELETED);
    }
    return post.takesIncrement("version")
        ? operations.increment(PropertyPaths.VERSION, growth)
        : operations.set(PropertyPaths.VERSION, post.readableVersion() + growth);
  }

  private boolean create(BlogContainer container, Object item, String partition) {
    return run(call -> database.container(container).create(item, partition, call).result());
  }

  private boolean replace(BlogContainer container, StoredItem seen, Object item) {
    ItemKey key = seen.place(container).key();
    return run(
        call -> database.container(container).replace(item, key, seen.etag(), call).result());
  }

  private boolean patch(StoredItem seen, PatchOperations operations) {
    ItemKey key = seen.place(BlogContainer.POSTS).key();
    return run(call -> database.posts().patch(key, operations, null, seen.etag(), call));
  }

  private boolean batch(StoredItem item, List<ItemWrite> writes) {
    String post = item.place(BlogContainer.POSTS).partition();
    return run(call -> database.posts().batch(post, writes, call).result());
  }

  private boolean run(Function<Call, WriteResult> write) {
    return operations.run(BlogOperation.REPAIR, write) == WriteResult.DONE;
  }

  /**
   * The type, author's name and date that another program's item lacks or has in another format.
   */
  public record MissingFields(
      StoredItem item,
      Optional<String> type,
      Optional<VersionedName> name,
      Optional<String> creationDate) {
    public static MissingFields none(StoredItem item) {
      return new MissingFields(item, Optional.empty(), Optional.empty(), Optional.empty());
    }

    public boolean isNothing() {
      return type.isEmpty() && name.isEmpty() && creationDate.isEmpty();
    }

    /** Returns whether the item gets a type that is counted. */
    boolean becomes(String counted) {
      return type.filter(counted::equals).isPresent();
    }

    PatchOperations patch() {
      PatchOperations patch = PatchOperations.create();
      type.ifPresent(value -> patch.set(PropertyPaths.TYPE, value));
      name.ifPresent(patch::setAuthor);
      creationDate.ifPresent(value -> patch.set(PropertyPaths.CREATION_DATE, value));
      return patch;
    }

    /** Returns the like with the id derived from its user's id, and its other properties. */
    Map<String, @Nullable Object> likeOfItsUser() {
      LikeItem like = item.like();
      VersionedName author = name.orElse(item.name());
      Map<String, @Nullable Object> moved = item.written();
      moved.put("id", LikeItem.idOf(UserId.of(String.valueOf(like.userId()))));
      moved.put("type", ItemType.LIKE);
      moved.put("postId", like.postId());
      moved.put("userId", like.userId());
      moved.put("userUsername", author.username());
      moved.put("userVersion", author.version());
      creationDate.ifPresent(date -> moved.put("creationDate", date));
      return moved;
    }
  }
}
