package dev.cosmosblog.store.internal.repository;

import static dev.cosmosblog.store.internal.cosmos.WriteResult.CONDITION_FAILED;

import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.ItemDates;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.command.EditComment;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.error.CommentNotFoundException;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmosblog.store.error.VersionConflictException;
import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.Written;
import dev.cosmosblog.store.internal.cosmos.PatchOperations;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.schema.PropertyPaths;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Edits of posts and comments: one patch of the texts that the edit names. An edit of a version has
 * it in the patch's condition, and reads the item if the condition failed.
 */
public final class Edits {
  private final ItemContainer posts;
  private final Clock clock;

  public Edits(DatabaseAccess database) {
    this.posts = database.posts();
    this.clock = database.clock();
  }

  /** Writes a live post's texts and leaves its counts. */
  public Post edit(EditPost edit, Call call) {
    ItemKey key = ItemKey.of(edit.id().value());
    PatchOperations operations = PatchOperations.create();
    if (edit.title() != null) {
      operations.set(PropertyPaths.TITLE, edit.title());
    }
    if (edit.content() != null) {
      operations.set(PropertyPaths.CONTENT, edit.content());
    }
    addEdit(operations, edit.version()).increment(PropertyPaths.VERSION, 1);
    String condition = condition(QueryTexts.IS_LIVE_POST, edit.version());
    Written<PostItem> written =
        posts.patchAndRead(key, operations, condition, PostItem.class, call);
    Long version = edit.version();
    Optional<PostItem> item =
        version != null && written.result() == CONDITION_FAILED
            ? refusing(
                key,
                PostItem.class,
                PostItem::isLive,
                found -> found.editVersion() != version,
                call)
            : written.item();
    Post post = item.map(PostItem::toPost).orElseThrow(() -> new PostNotFoundException(edit.id()));
    if (written.isDone()
        || version == null
        || wasDone(version, post.version())
            && isNamed(edit.title(), post.title())
            && isNamed(edit.content(), post.content())) {
      return post;
    }
    throw new VersionConflictException("post", edit.id().value(), version, post.version());
  }

  public Comment edit(EditComment edit, Call call) {
    ItemKey key = new ItemKey(edit.commentId().value(), edit.postId().value());
    PatchOperations operations =
        addEdit(
            PatchOperations.create().set(PropertyPaths.CONTENT, edit.content()), edit.version());
    String condition = condition(QueryTexts.IS_COMMENT, edit.version());
    Written<CommentItem> written =
        posts.patchAndRead(key, operations, condition, CommentItem.class, call);
    Long version = edit.version();
    Optional<CommentItem> item =
        version != null && written.result() == CONDITION_FAILED
            ? refusing(
                key,
                CommentItem.class,
                Edits::isComment,
                found -> found.editVersion() != version,
                call)
            : written.item();
    Comment comment =
        item.map(CommentItem::toComment)
            .orElseThrow(() -> new CommentNotFoundException(edit.postId(), edit.commentId()));
    if (written.isDone()
        || version == null
        || wasDone(version, comment.version()) && edit.content().equals(comment.content())) {
      return comment;
    }
    throw new VersionConflictException(
        "comment", edit.commentId().value(), version, comment.version());
  }

  /** Reads the item that refused an edit, again while the replica shows one that would not. */
  private <T> Optional<T> refusing(
      ItemKey key, Class<T> type, Predicate<T> isThere, Predicate<T> hasOtherVersion, Call call) {
    Predicate<T> isRefusal = isThere.negate().or(hasOtherVersion);
    return Optional.of(posts.findSince(key, type, isRefusal, call)).filter(isThere);
  }

  private PatchOperations addEdit(PatchOperations operations, @Nullable Long version) {
    // Under its condition, setting the next version is the same as adding one.
    PatchOperations counted =
        version == null
            ? operations.increment(PropertyPaths.EDIT_VERSION, 1)
            : operations.set(PropertyPaths.EDIT_VERSION, version + 1);
    return counted.set(PropertyPaths.UPDATED_AT, ItemDates.text(clock.instant()));
  }

  private static String condition(String exists, @Nullable Long version) {
    return version == null ? exists : QueryTexts.isEdited(exists, version);
  }

  private static boolean isComment(CommentItem item) {
    return ItemType.isComment(item.type());
  }

  // The edit itself, whose answer got lost, or another edit to the same texts.
  private static boolean wasDone(long version, long now) {
    return now == version + 1;
  }

  private static boolean isNamed(@Nullable String named, String stored) {
    return named == null || named.equals(stored);
  }
}
