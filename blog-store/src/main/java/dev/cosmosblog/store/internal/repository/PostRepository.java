package dev.cosmosblog.store.internal.repository;

import static dev.cosmosblog.store.internal.cosmos.WriteResult.CONDITION_FAILED;
import static dev.cosmosblog.store.internal.cosmos.WriteResult.DONE;
import static dev.cosmosblog.store.internal.cosmos.WriteResult.EXISTS;
import static dev.cosmosblog.store.internal.cosmos.WriteResult.MISSING;

import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.CreationDate;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.config.WritePath;
import dev.cosmosblog.store.error.CommentNotFoundException;
import dev.cosmosblog.store.error.IdTakenException;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.BatchResult;
import dev.cosmosblog.store.internal.cosmos.ItemWrite;
import dev.cosmosblog.store.internal.cosmos.PatchOperations;
import dev.cosmosblog.store.internal.cosmos.Query;
import dev.cosmosblog.store.internal.cosmos.WriteResult;
import dev.cosmosblog.store.internal.item.AuthoredItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.ReactionKind;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.repository.ReactionBatches.Reaction;
import dev.cosmosblog.store.internal.schema.PropertyPaths;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.internal.schema.Script;
import dev.cosmosblog.store.query.CommentOrder;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Posts with their comments and likes, each written with the post's count in one transaction. */
public final class PostRepository {
  // The service's limit.
  private static final int BATCH_SIZE = 100;
  // The service gives up on a batch that is too much at once (408), or refuses it (413).
  private static final Set<Integer> TOO_MUCH = Set.of(408, 413);
  private static final int PAGE_SIZE = 100;
  // The most attempts to remove a comment that others hide and show meanwhile.
  private static final int MAX_REMOVALS = 2;

  // What a comment or like has beside a comment's text at most, and a character of the text.
  private static final long ITEM_BYTES = 4_000;
  private static final long CHARACTER_BYTES = 3;

  private final ItemContainer posts;
  private final ScatteredReads scattered;
  private final ReactionBatches batches;
  private final WritePath writePath;
  private final Set<String> summaryProperties;
  private final Clock clock;

  public PostRepository(DatabaseAccess database, WritePath writePath) {
    this.posts = database.posts();
    this.scattered = new ScatteredReads(posts, database.clock());
    this.batches = new ReactionBatches(database);
    this.writePath = writePath;
    this.summaryProperties = database.summaryProperties();
    this.clock = database.clock();
  }

  public CommandResult<Post> create(PostId id, CreatePost command, UserItem author, Call call) {
    UserId user = command.userId();
    String name = author.name().username();
    Instant date = dateOf(command.creationDate());
    Post post =
        new Post(
            id,
            user,
            name,
            command.title(),
            command.content(),
            0,
            0,
            date,
            0,
            date,
            command.status(),
            command.publishAt(),
            command.properties());
    if (posts.create(PostItem.of(post, author.version()), id.value(), call).isDone()) {
      return CommandResult.done(post);
    }
    // A post that is deleted leaves a mark: a replica that lacks the item is behind.
    PostItem there = posts.findSince(ItemKey.of(id.value()), PostItem.class, any -> true, call);
    return Optional.of(there)
        .filter(PostItem::isLive)
        .map(PostItem::toPost)
        .filter(found -> found.userId().equals(user))
        .map(CommandResult::alreadyDone)
        .orElseThrow(() -> new IdTakenException("post", id.value()));
  }

  private Instant dateOf(@Nullable Instant given) {
    return given == null ? CreationDate.of(clock.instant()) : given;
  }

  /** Finds a live post: one point read. */
  public Optional<Post> find(PostId id, Call call) {
    return stored(id, call).filter(PostItem::isLive).map(PostItem::toPost);
  }

  /** Finds a user's like: one point read. */
  public Optional<Like> findLike(PostId post, UserId user, Call call) {
    ItemKey key = new ItemKey(LikeItem.idOf(user), post.value());
    return posts
        .find(key, LikeItem.class, call)
        .filter(item -> ItemType.LIKE.equals(item.type()))
        .map(LikeItem::toLike);
  }

  /** Returns which posts a user likes, in their order. */
  public Set<PostId> likedBy(UserId user, Set<PostId> asked, Call call) {
    String id = LikeItem.idOf(user);
    List<ItemKey> keys = asked.stream().map(post -> new ItemKey(id, post.value())).toList();
    Set<String> liked =
        scattered.find(keys, call).stream()
            .filter(item -> item.type().equals(ItemType.LIKE))
            .map(item -> item.place(BlogContainer.POSTS).partition())
            .collect(Collectors.toSet());
    return asked.stream()
        .filter(post -> liked.contains(post.value()))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Finds a post or the mark of a deleted one: one point read. */
  public Optional<PostItem> stored(PostId id, Call call) {
    return posts.find(ItemKey.of(id.value()), PostItem.class, call);
  }

  /** Returns the short copy of a post, with the host's properties that are chosen for it. */
  PostSummaryItem summary(PostItem post) {
    return post.summary(summaryProperties);
  }

  /**
   * Reads the summary of a post that is known to exist in a state: one point read, repeated while
   * replicas are behind. Empty if the post was deleted, which only its mark proves.
   */
  public Optional<PostSummaryItem> summary(PostId id, Predicate<PostItem> isNewEnough, Call call) {
    PostItem post =
        posts.findSince(
            ItemKey.of(id.value()),
            PostItem.class,
            found -> !found.isLive() || isNewEnough.test(found),
            call);
    return Optional.of(post).filter(PostItem::isLive).map(this::summary);
  }

  public CommandResult<Comment> comment(
      CommentId id, CreateComment command, UserItem author, Call call) {
    PostId post = command.postId();
    UserId user = command.userId();
    String name = author.name().username();
    Comment comment =
        new Comment(id, post, user, name, command.content(), dateOf(command.creationDate()))
            .with(command.properties());
    CommentItem item = CommentItem.of(comment, author.version());
    long bytes =
        ITEM_BYTES
            + CHARACTER_BYTES * command.content().length()
            + command.properties().jsonBytes();
    ItemKey key = new ItemKey(id.value(), post.value());
    for (int round = 1; true; round++) {
      if (add(ReactionKind.COMMENT, post, id.value(), item, bytes, call)) {
        return CommandResult.done(comment);
      }
      Optional<CommentItem> there =
          posts.findRefusing(key, CommentItem.class, any -> true, round, call);
      if (there.isPresent()) {
        return there
            .filter(found -> ItemType.isComment(found.type()))
            .map(CommentItem::toComment)
            .filter(found -> found.userId().equals(user))
            .map(CommandResult::alreadyDone)
            .orElseThrow(() -> new IdTakenException("comment", id.value()));
      }
    }
  }

  public CommandResult<Like> like(LikePost command, UserItem liker, Call call) {
    PostId post = command.postId();
    UserId user = command.userId();
    Like like = new Like(post, user, liker.name().username(), dateOf(command.creationDate()));
    String id = LikeItem.idOf(user);
    if (add(ReactionKind.LIKE, post, id, LikeItem.of(like, liker.version()), ITEM_BYTES, call)) {
      return CommandResult.done(like);
    }
    ItemKey key = new ItemKey(id, post.value());
    return CommandResult.alreadyDone(
        posts.find(key, LikeItem.class, call).map(LikeItem::toLike).orElse(like));
  }

  private boolean add(
      ReactionKind kind, PostId post, String id, Object item, long bytes, Call call) {
    List<ItemWrite> create = List.of(new ItemWrite.Create(item));
    WriteResult result =
        writePath == WritePath.SCRIPTS
            ? execute(1, kind, post, item, call)
            : batches.write(post.value(), new Reaction(kind, 1, id, create, bytes), call).result();
    if (result == MISSING || result == CONDITION_FAILED) {
      throw new PostNotFoundException(post);
    }
    return result == DONE;
  }

  public boolean removeComment(PostId post, CommentId id, Call call) {
    // In the post's partition, this is the one id that a comment cannot have.
    return !id.value().equals(post.value())
        && existed(post, remove(ReactionKind.COMMENT, post, id.value(), call));
  }

  /**
   * Hides a comment or shows it again, and changes the count with it: readers' counts are those of
   * what they see. Returns whether it was the other way before.
   */
  public boolean setHidden(PostId post, CommentId id, boolean hidden, Call call) {
    String from = hidden ? ItemType.COMMENT : ItemType.HIDDEN_COMMENT;
    String to = hidden ? ItemType.HIDDEN_COMMENT : ItemType.COMMENT;
    String condition = hidden ? QueryTexts.IS_LISTED_COMMENT : QueryTexts.IS_HIDDEN_COMMENT;
    PatchOperations type = PatchOperations.create().set(PropertyPaths.TYPE, to);
    List<ItemWrite> write = List.of(new ItemWrite.Patch(id.value(), type, condition, null));
    Reaction change =
        new Reaction(ReactionKind.COMMENT, hidden ? -1 : 1, id.value(), write, ITEM_BYTES);
    ItemKey key = new ItemKey(id.value(), post.value());
    Predicate<StoredItem> refuses = found -> !found.type().equals(from);
    for (int round = 1; true; round++) {
      BatchResult answer = batches.write(post.value(), change, call);
      if (answer.result() == DONE) {
        return true;
      }
      if (answer.failedAt() == write.size()) {
        throw new PostNotFoundException(post);
      }
      if (answer.result() != CONDITION_FAILED) {
        throw new CommentNotFoundException(post, id);
      }
      Optional<StoredItem> there = posts.findRefusing(key, StoredItem.class, refuses, round, call);
      if (there.isPresent()) {
        if (there.get().type().equals(to)) {
          return false;
        }
        throw new CommentNotFoundException(post, id);
      }
    }
  }

  public boolean removeLike(PostId post, UserId user, Call call) {
    return existed(post, remove(ReactionKind.LIKE, post, LikeItem.idOf(user), call));
  }

  private static boolean existed(PostId post, WriteResult result) {
    if (result == CONDITION_FAILED) {
      throw new PostNotFoundException(post);
    }
    return result == DONE;
  }

  /** Deletes a comment or like, decrements a live post's count, returns whether it existed. */
  public boolean removeAny(ReactionKind kind, PostId post, String id, Call call) {
    WriteResult result = remove(kind, post, id, call);
    if (result == CONDITION_FAILED) {
      result =
          kind == ReactionKind.LIKE
              ? posts.delete(new ItemKey(id, post.value()), null, call)
              : posts.batch(post.value(), deletion(id, QueryTexts.IS_COMMENT), call).result();
    }
    return result == DONE;
  }

  /** Returns MISSING for the item, whatever stands there, and CONDITION_FAILED for the post. */
  private WriteResult remove(ReactionKind kind, PostId post, String id, Call call) {
    for (int i = 0; i < MAX_REMOVALS; i++) {
      WriteResult result = removeCounted(kind, post, id, call);
      if (result != EXISTS) {
        return result;
      }
      // A hidden comment is not among those that are counted.
      List<ItemWrite> ofHidden = deletion(id, QueryTexts.IS_HIDDEN_COMMENT);
      WriteResult uncounted = posts.batch(post.value(), ofHidden, call).result();
      if (uncounted != CONDITION_FAILED) {
        return uncounted;
      }
    }
    return MISSING;
  }

  /** Returns EXISTS if something else than a comment that readers see may be there. */
  private WriteResult removeCounted(ReactionKind kind, PostId post, String id, Call call) {
    if (writePath == WritePath.SCRIPTS) {
      WriteResult result = execute(-1, kind, post, Map.of("id", id, "type", kind.type()), call);
      return result == MISSING && kind == ReactionKind.COMMENT ? EXISTS : result;
    }
    List<ItemWrite> deletion =
        kind == ReactionKind.LIKE
            ? List.of(new ItemWrite.Delete(id, null))
            : deletion(id, QueryTexts.IS_LISTED_COMMENT);
    Reaction removal = new Reaction(kind, -1, id, deletion, ITEM_BYTES);
    BatchResult result = batches.write(post.value(), removal, call);
    if (result.result() == DONE) {
      return DONE;
    }
    if (result.failedAt() == deletion.size()) {
      return CONDITION_FAILED;
    }
    return result.result() == CONDITION_FAILED ? EXISTS : MISSING;
  }

  // A batch's delete takes no condition but an ETag. An ETag would have to be read, and a replica
  // that lacks the item cannot answer. So a patch before the delete, which the delete undoes,
  // proves
  // what the item is. Only the library generates ids of likes; a comment's id may be any item's.
  private static List<ItemWrite> deletion(String id, String condition) {
    PatchOperations same = PatchOperations.create().set(PropertyPaths.TYPE, ItemType.COMMENT);
    return List.of(new ItemWrite.Patch(id, same, condition, null), new ItemWrite.Delete(id, null));
  }

  /** Returns the patch that counts reactions of a live post, for their transaction. */
  public static ItemWrite count(Map<ReactionKind, Integer> by, String post) {
    PatchOperations operations = PatchOperations.create();
    by.forEach(
        (kind, number) -> {
          if (number != 0) {
            operations.increment("/" + kind.countProperty(), number);
          }
        });
    operations.increment(PropertyPaths.VERSION, 1);
    return new ItemWrite.Patch(post, operations, QueryTexts.IS_LIVE_POST, null);
  }

  private WriteResult execute(int by, ReactionKind kind, PostId post, Object item, Call call) {
    List<Object> arguments = List.of(by, post.value(), kind.countProperty(), item);
    return posts.execute(Script.COUNTED_WRITE, post.value(), arguments, call);
  }

  /** Marks a post as deleted and empties its texts; returns whether it was live. */
  public boolean markDeleted(PostId id, Duration retention, Call call) {
    return patch(id, deletion(retention), QueryTexts.IS_LIVE_POST, call);
  }

  /** Deletes a post with its author's name; returns whether it was not erased before. */
  public boolean erase(PostId id, long userVersion, Duration retention, Call call) {
    // With the mark's version, no late spread of an earlier name finds the post.
    PatchOperations operations = deletion(retention).setAuthor(new VersionedName("", userVersion));
    return patch(id, operations, QueryTexts.IS_UNERASED_POST, call);
  }

  private static PatchOperations deletion(Duration retention) {
    return PatchOperations.create()
        .set(PropertyPaths.DELETED, true)
        .set(PropertyPaths.TITLE, "")
        .set(PropertyPaths.CONTENT, "")
        .set(PropertyPaths.PROPERTIES, Map.of())
        .set(PropertyPaths.TIME_TO_LIVE, retention.toSeconds())
        .increment(PropertyPaths.VERSION, 1);
  }

  private boolean patch(PostId id, PatchOperations operations, String condition, Call call) {
    return posts.patch(ItemKey.of(id.value()), operations, condition, null, call) == DONE;
  }

  /**
   * Deletes comments and likes of a deleted post; returns whether none are left. A replica that has
   * the mark has all that was written before, and nothing is written after.
   */
  public boolean purge(PostId id, BooleanSupplier goesOn, Call call) {
    ItemKey key = ItemKey.of(id.value());
    posts.findSince(key, PostItem.class, found -> !found.isLive(), call);
    int size = BATCH_SIZE;
    while (true) {
      Query query = Query.top(QueryTexts.COMMENTS_AND_LIKES, size).in(id.value());
      List<AuthoredItem> found = posts.first(query, AuthoredItem.class, call);
      if (found.isEmpty() || !goesOn.getAsBoolean()) {
        return found.isEmpty();
      }
      call.restartRetries();
      List<ItemWrite> deletes = new ArrayList<>();
      found.forEach(item -> deletes.add(new ItemWrite.Delete(item.id(), null)));
      try {
        // Where another host deleted some of them already, the next query finds the rest.
        posts.batch(id.value(), deletes, call);
      } catch (StoreException e) {
        if (size == 1 || !TOO_MUCH.contains(e.statusCode())) {
          throw e;
        }
        size /= 2;
      }
    }
  }

  /**
   * Reads the newest published posts in short form; older ones take the places of unreadable ones.
   */
  public List<PostSummaryItem> newest(int count, Call call) {
    CommentOrder order = CommentOrder.NEWEST_FIRST;
    List<PostSummaryItem> readable = new ArrayList<>();
    Optional<ListQuery.Place> behind = Optional.empty();
    do {
      Query query = ListQuery.newestPosts(count, behind);
      List<ListQuery.Row<PostItem>> found =
          ListQuery.rows(
              posts,
              query,
              PostItem.class,
              order,
              rows -> rows.size() < count || rows.get(count - 1).isPlaced(),
              call);
      readable.addAll(ListQuery.readable(found, this::summary, call));
      behind = found.stream().skip(count - 1L).findFirst().map(ListQuery.Row::end);
    } while (readable.size() < count && behind.isPresent());
    return readable.stream().limit(count).toList();
  }

  /** Finds what a user wrote, in every physical partition; the last parameter is missing. */
  public static Query writtenBy(UserId user, String text) {
    return Query.of(text, PAGE_SIZE)
        .with("@userId", user.value())
        .with("@post", ItemType.POST)
        .with("@comment", ItemType.COMMENT)
        .with("@hiddenComment", ItemType.HIDDEN_COMMENT)
        .with("@like", ItemType.LIKE);
  }

  /**
   * Passes items with an older name to an action, in whole pages, about a hundred at a time, with
   * the continuation behind them, or null with the last ones; returns how many.
   */
  public int eachWithOlderName(
      UserId user,
      VersionedName name,
      @Nullable String from,
      BiConsumer<List<AuthoredItem>, @Nullable String> action,
      Call call) {
    Query query =
        writtenBy(user, QueryTexts.WRITTEN_WITH_OLDER_NAME)
            .with("@version", name.version())
            .from(from);
    List<AuthoredItem> some = new ArrayList<>();
    BiConsumer<List<AuthoredItem>, @Nullable String> collect =
        (page, next) -> {
          some.addAll(page);
          if (some.size() >= PAGE_SIZE) {
            action.accept(List.copyOf(some), next);
            some.clear();
          }
        };
    int found = posts.eachPage(query, AuthoredItem.class, call, collect);
    if (!some.isEmpty()) {
      action.accept(List.copyOf(some), null);
    }
    return found;
  }

  /** Writes a name where an older one stands; returns whether it was written. */
  public boolean putName(ItemKey key, @Nullable String type, VersionedName name, Call call) {
    return putName(posts, key, type, name, call);
  }

  static boolean putName(
      ItemContainer container, ItemKey key, @Nullable String type, VersionedName name, Call call) {
    PatchOperations operations = PatchOperations.create().setAuthor(name);
    if (ItemType.POST.equals(type)) {
      operations.increment(PropertyPaths.VERSION, 1);
    }
    String condition = QueryTexts.hasNameOlderThan(name.version());
    return container.patch(key, operations, condition, null, call) == DONE;
  }
}
