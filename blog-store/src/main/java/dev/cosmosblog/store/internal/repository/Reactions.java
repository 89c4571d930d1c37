package dev.cosmosblog.store.internal.repository;

import static dev.cosmosblog.store.internal.cosmos.WriteResult.CONDITION_FAILED;
import static dev.cosmosblog.store.internal.cosmos.WriteResult.DONE;
import static dev.cosmosblog.store.internal.cosmos.WriteResult.EXISTS;
import static dev.cosmosblog.store.internal.cosmos.WriteResult.MISSING;

import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.CreationDate;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.command.Moderation;
import dev.cosmosblog.store.config.WritePath;
import dev.cosmosblog.store.error.CommentNotFoundException;
import dev.cosmosblog.store.error.CommentsClosedException;
import dev.cosmosblog.store.error.IdTakenException;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmosblog.store.error.StoreRejectedException;
import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.BatchResult;
import dev.cosmosblog.store.internal.cosmos.WriteResult;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.ReactionKind;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.repository.ReactionBatches.Reaction;
import dev.cosmosblog.store.internal.schema.PropertyPaths;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.internal.schema.Script;
import dev.cosmosblog.store.query.Visibility;
import dev.cosmosblog.store.spi.ItemWrite;
import dev.cosmosblog.store.spi.PatchOperations;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Comments and likes, each written or removed in one transaction with its post's count. */
public final class Reactions {
  // The maximum size in bytes of a comment without its text and properties, or of a like.
  private static final long ITEM_BYTES = 4_000;
  private static final long CHARACTER_BYTES = 3;

  private final ItemContainer posts;
  private final ScatteredReads scattered;
  private final ReactionBatches batches;
  private final WritePath writePath;
  private final Clock clock;
  private final Duration retention;

  public Reactions(DatabaseAccess database, WritePath writePath) {
    this.posts = database.posts();
    this.scattered = new ScatteredReads(posts, database.environment().clock());
    this.batches = new ReactionBatches(database);
    this.writePath = writePath;
    this.clock = database.environment().clock();
    this.retention = database.settings().deletedRetention();
  }

  public CommandResult<Comment> comment(
      CommentId id, CreateComment command, UserItem author, Call call) {
    PostId post = command.postId();
    UserId user = command.userId();
    String name = author.name().username();
    Instant date = dateOf(command.creationDate());
    boolean pending = command.pending();
    Comment comment =
        new Comment(
            id,
            post,
            user,
            name,
            command.content(),
            date,
            0,
            date,
            pending,
            pending,
            command.properties());
    CommentItem item = CommentItem.of(comment, author.version());
    long bytes =
        ITEM_BYTES
            + CHARACTER_BYTES * command.content().length()
            + command.properties().jsonBytes();
    List<ItemWrite> create = List.of(new ItemWrite.Create(item));
    int by = pending ? 0 : 1;
    Reaction reaction = new Reaction(ReactionKind.COMMENT, by, id.value(), create, bytes);
    ItemKey key = new ItemKey(id.value(), post.value());
    for (int round = 1; true; round++) {
      WriteResult result = write(post, reaction, item, call);
      if (result == DONE) {
        call.wrote(post, id.value(), 0);
        return CommandResult.done(comment);
      }
      if (result == MISSING) {
        throw new PostNotFoundException(post);
      }
      if (result == CONDITION_FAILED) {
        checkTakesComments(post, round, call);
        continue;
      }
      Optional<CommentItem> there =
          posts.findRefusing(key, CommentItem.class, any -> true, round, call);
      if (there.isPresent()) {
        return there
            .filter(found -> ItemType.isComment(found.type()))
            .map(CommentItem::toComment)
            .filter(found -> found.userId().equals(user))
            .map(CommandResult::doneBefore)
            .orElseThrow(() -> new IdTakenException("comment", id.value()));
      }
    }
  }

  public CommandResult<Like> like(LikePost command, UserItem liker, Call call) {
    PostId post = command.postId();
    UserId user = command.userId();
    Like like = new Like(post, user, liker.name().username(), dateOf(command.creationDate()));
    LikeItem item = LikeItem.of(like, liker.version());
    String id = LikeItem.idOf(user);
    List<ItemWrite> create = List.of(new ItemWrite.Create(item));
    Reaction reaction = new Reaction(ReactionKind.LIKE, 1, id, create, ITEM_BYTES);
    WriteResult result = write(post, reaction, item, call);
    if (result == MISSING || result == CONDITION_FAILED) {
      throw new PostNotFoundException(post);
    }
    if (result == DONE) {
      call.wrote(post, id, 0);
      return CommandResult.done(like);
    }
    return CommandResult.doneBefore(
        posts
            .find(new ItemKey(id, post.value()), LikeItem.class, call)
            .map(LikeItem::toLike)
            .orElse(like));
  }

  private Instant dateOf(@Nullable Instant given) {
    return given == null ? CreationDate.of(clock.instant()) : given;
  }

  private WriteResult write(PostId post, Reaction reaction, Object item, Call call) {
    // The script counts what it writes.
    return writePath == WritePath.SCRIPTS && reaction.by() != 0
        ? execute(1, reaction.kind(), post, item, call)
        : batches.write(post.value(), reaction, call).result();
  }

  /**
   * Reads the post that rejected a comment and throws the reason. Returns if the post accepts
   * comments, so that the comment should be sent again.
   */
  private void checkTakesComments(PostId post, int round, Call call) {
    Predicate<StoredItem> refuses = found -> !found.isListedPost() || found.hasClosedComments();
    Optional<StoredItem> there =
        posts.findRefusing(ItemKey.of(post.value()), StoredItem.class, refuses, round, call);
    if (there.isPresent()) {
      throw there.get().isListedPost()
          ? new CommentsClosedException(post)
          : new PostNotFoundException(post);
    }
  }

  /** Finds a user's like: one point read. */
  public Optional<Like> findLike(PostId post, UserId user, Call call) {
    return posts
        .find(new ItemKey(LikeItem.idOf(user), post.value()), LikeItem.class, call)
        .filter(item -> ItemType.LIKE.equals(item.type()))
        .map(LikeItem::toLike);
  }

  /** Finds a comment: one point read. */
  public Optional<Comment> findComment(
      PostId post, CommentId id, Visibility visibility, Call call) {
    return posts
        .find(new ItemKey(id.value(), post.value()), CommentItem.class, call)
        .filter(item -> ItemType.isComment(item.type()))
        .map(CommentItem::toComment)
        .filter(comment -> visibility.includes(!comment.hidden()));
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

  /**
   * Hides a comment or shows it again, and changes the count with it: the count is of the comments
   * that readers see. Hiding or showing a pending comment also takes it out of the queue. Returns
   * whether the comment changed.
   *
   * @param pending whether the comment is likely to be pending, which saves requests
   */
  public boolean setHidden(PostId post, CommentId id, boolean hidden, boolean pending, Call call) {
    String to = hidden ? ItemType.HIDDEN_COMMENT : ItemType.COMMENT;
    ItemKey key = new ItemKey(id.value(), post.value());
    boolean fromQueue = pending;
    for (int round = 1; true; round++) {
      List<ItemWrite> write = List.of(patch(id, to, fromQueue));
      int by = hidden ? (fromQueue ? 0 : -1) : 1;
      Reaction change = new Reaction(ReactionKind.COMMENT, by, id.value(), write, ITEM_BYTES);
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
      boolean asked = fromQueue;
      Predicate<StoredItem> refuses = found -> asked != found.isPending() || isAlready(found, to);
      Optional<StoredItem> there = posts.findRefusing(key, StoredItem.class, refuses, round, call);
      if (there.isPresent()) {
        if (!ItemType.isComment(there.get().type())) {
          throw new CommentNotFoundException(post, id);
        }
        if (isAlready(there.get(), to)) {
          return false;
        }
        fromQueue = there.get().isPending();
      }
    }
  }

  /**
   * Approves, hides or deletes a comment that is still pending: one batch. Returns false if it
   * isn't pending any more, or its post was deleted.
   */
  public boolean decide(PostId post, CommentId id, Moderation decision, Call call) {
    ItemWrite write =
        switch (decision) {
          case APPROVE -> patch(id, ItemType.COMMENT, true);
          case HIDE -> patch(id, ItemType.HIDDEN_COMMENT, true);
          case DELETE -> burial(id.value(), QueryTexts.IS_PENDING_COMMENT);
        };
    int by = decision == Moderation.APPROVE ? 1 : 0;
    Reaction change =
        new Reaction(ReactionKind.COMMENT, by, id.value(), List.of(write), ITEM_BYTES);
    return batches.write(post.value(), change, call).result() == DONE;
  }

  private static boolean isAlready(StoredItem comment, String type) {
    return !ItemType.isComment(comment.type())
        || (comment.type().equals(type) && !comment.isPending());
  }

  /** Returns the change of a comment's visibility, under the condition of its state before. */
  private static ItemWrite patch(CommentId id, String to, boolean fromQueue) {
    PatchOperations change = PatchOperations.create().set(PropertyPaths.TYPE, to);
    String condition =
        to.equals(ItemType.HIDDEN_COMMENT)
            ? QueryTexts.IS_LISTED_COMMENT
            : QueryTexts.IS_HIDDEN_COMMENT;
    if (fromQueue) {
      condition = QueryTexts.IS_PENDING_COMMENT;
    }
    if (fromQueue || to.equals(ItemType.COMMENT)) {
      // Also if another program has changed or removed the mark, so that the entry is removed.
      change.set(PropertyPaths.PENDING, false);
    }
    return new ItemWrite.Patch(id.value(), change, condition, null);
  }

  public boolean removeComment(PostId post, CommentId id, Call call) {
    // In the post's partition, this is the one id that a comment cannot have.
    return !id.value().equals(post.value())
        && existed(post, remove(ReactionKind.COMMENT, post, id.value(), call));
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

  /**
   * Deletes a comment or like, and decrements the count unless the post was deleted or has counts
   * that another program has made unreadable; returns whether it existed.
   */
  boolean removeAny(ReactionKind kind, PostId post, String id, Call call) {
    WriteResult result;
    try {
      result = remove(kind, post, id, call);
    } catch (StoreRejectedException e) {
      // A repair counts again.
      posts
          .find(ItemKey.of(post.value()), StoredItem.class, call)
          .filter(found -> !found.isCountable())
          .orElseThrow(() -> e);
      result = CONDITION_FAILED;
    }
    return (result == CONDITION_FAILED ? removeUncounted(kind, post, id, call) : result) == DONE;
  }

  private WriteResult removeUncounted(ReactionKind kind, PostId post, String id, Call call) {
    if (kind == ReactionKind.LIKE) {
      return posts.delete(new ItemKey(id, post.value()), null, call);
    }
    List<ItemWrite> deletion = deletion(id, QueryTexts.IS_LISTED_AND_NEVER_PENDING);
    WriteResult result = posts.batch(post.value(), deletion, call).result();
    return result == CONDITION_FAILED ? bury(post, id, QueryTexts.IS_COMMENT, call) : result;
  }

  /**
   * Returns MISSING if the id has no such comment or like, and CONDITION_FAILED if the post was
   * deleted.
   */
  private WriteResult remove(ReactionKind kind, PostId post, String id, Call call) {
    ItemKey key = new ItemKey(id, post.value());
    while (true) {
      WriteResult result = removeCounted(kind, post, id, call);
      if (result != EXISTS) {
        return result;
      }
      // The count doesn't include hidden comments.
      WriteResult uncounted = bury(post, id, QueryTexts.IS_OF_HIDDEN_TYPE, call);
      if (uncounted != CONDITION_FAILED) {
        return uncounted;
      }
      Optional<StoredItem> there = posts.find(key, StoredItem.class, call);
      if (there.filter(found -> !ItemType.isComment(found.type())).isPresent()) {
        return MISSING;
      }
      if (there.filter(StoredItem::mayBeQueued).isPresent()) {
        List<ItemWrite> burial = List.of(burial(id, QueryTexts.IS_LISTED_COMMENT));
        Reaction removal = new Reaction(ReactionKind.COMMENT, -1, id, burial, ITEM_BYTES);
        BatchResult counted = batches.write(post.value(), removal, call);
        if (counted.result() == DONE || counted.failedAt() == burial.size()) {
          return counted.result() == DONE ? DONE : CONDITION_FAILED;
        }
      }
      // A moderator has shown the comment before the first batch, or hidden it before the second.
    }
  }

  /**
   * Replaces a comment by a tombstone, which tells the change feed to remove it from the queue of
   * pending comments; the count stays.
   */
  private WriteResult bury(PostId post, String id, String condition, Call call) {
    return posts.batch(post.value(), List.of(burial(id, condition)), call).result();
  }

  private ItemWrite burial(String id, String condition) {
    PatchOperations tombstone =
        PatchOperations.create()
            .set(PropertyPaths.TYPE, ItemType.REMOVED_COMMENT)
            .set(PropertyPaths.CONTENT, "")
            .set(PropertyPaths.AUTHOR, "")
            .set(PropertyPaths.AUTHOR_NAME, "")
            .set(PropertyPaths.PROPERTIES, Map.of())
            .set(PropertyPaths.TIME_TO_LIVE, retention.toSeconds());
    return new ItemWrite.Patch(id, tombstone, condition, null);
  }

  /** Returns EXISTS if the id may belong to an item other than a comment that readers see. */
  private WriteResult removeCounted(ReactionKind kind, PostId post, String id, Call call) {
    if (writePath == WritePath.SCRIPTS) {
      WriteResult result = execute(-1, kind, post, Map.of("id", id, "type", kind.type()), call);
      return result == MISSING && kind == ReactionKind.COMMENT ? EXISTS : result;
    }
    List<ItemWrite> deletion =
        kind == ReactionKind.LIKE
            ? List.of(new ItemWrite.Delete(id, null))
            : deletion(id, QueryTexts.IS_LISTED_AND_NEVER_PENDING);
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

  // The only condition that a delete in a batch takes is an ETag. It would have to be read, and a
  // replica that lacks the item has none. A patch before the delete, which the delete undoes,
  // checks the item's type instead. A like needs no check: only the library generates its id.
  private static List<ItemWrite> deletion(String id, String condition) {
    PatchOperations same = PatchOperations.create().set(PropertyPaths.TYPE, ItemType.COMMENT);
    return List.of(new ItemWrite.Patch(id, same, condition, null), new ItemWrite.Delete(id, null));
  }

  private WriteResult execute(int by, ReactionKind kind, PostId post, Object item, Call call) {
    List<Object> arguments = List.of(by, post.value(), kind.countProperty(), item);
    return posts.execute(Script.COUNTED_WRITE, post.value(), arguments, call);
  }
}
