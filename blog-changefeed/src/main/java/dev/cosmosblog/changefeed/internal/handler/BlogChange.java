package dev.cosmosblog.changefeed.internal.handler;

import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.SummaryRule;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.AuthoredItem;
import dev.cosmosblog.store.internal.item.DeletedPost;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.time.Instant;
import java.util.List;

/** A change that affects the copies or a custom view. Times are Cosmos DB's, in whole seconds. */
public sealed interface BlogChange {
  record UserChange(UserId user, VersionedName name, Instant written) implements BlogChange {}

  /** A user was erased, or an erasure continued. */
  record UserErasure(UserId user) implements BlogChange {}

  /**
   * A post, comment or like was written, with its author's name and the version of the user that
   * the name is from.
   */
  record AuthoredItemChange(AuthoredItem item, UserId author, long userVersion)
      implements BlogChange {}

  /** A comment is pending. */
  record PendingComment(CommentItem comment) implements BlogChange {}

  /** A comment that was pending is not any more, or was deleted. */
  record ModeratedComment(StoredItem comment) implements BlogChange {}

  /** A post was written, or its counts changed. */
  record PostChange(PostSummaryItem post) implements BlogChange {}

  /** A post was deleted and replaced by a tombstone. */
  record PostDeletion(DeletedPost deleted) implements BlogChange {}

  /** A complete post, for custom views. */
  record ViewedPost(PostItem post, UserId author) implements BlogChange {}

  /** A comment, for custom views. */
  record ViewedComment(Comment comment, Instant written) implements BlogChange {}

  /** A like, for custom views. */
  record ViewedLike(Like like, String itemId, Instant written) implements BlogChange {}

  /** A user, for custom views. */
  record ViewedUser(User user) implements BlogChange {}

  /**
   * Reads the changes for the copies. Ignores those that this library writes, so that the change
   * feed never handles its own writes.
   *
   * @param rule what summaries carry
   */
  static List<BlogChange> read(ChangeSource source, StoredItem item, SummaryRule rule) {
    return switch (source) {
      case USERS ->
          switch (item.type()) {
            case ItemType.USER -> List.of(user(item));
            case ItemType.ERASED_USER -> List.of(new UserErasure(author(item)));
            default -> List.of();
          };
      case POSTS ->
          switch (item.type()) {
            case ItemType.POST -> post(item, rule);
            case ItemType.COMMENT, ItemType.HIDDEN_COMMENT -> comment(item);
            case ItemType.LIKE -> List.of(authored(item));
            case ItemType.REMOVED_COMMENT -> List.of(new ModeratedComment(item));
            default -> List.of();
          };
    };
  }

  private static List<BlogChange> comment(StoredItem item) {
    if (!item.wasPending()) {
      return List.of(authored(item));
    }
    BlogChange queued =
        item.isPending() ? new PendingComment(item.comment()) : new ModeratedComment(item);
    return List.of(authored(item), queued);
  }

  /**
   * Reads the changes for custom views, with the same checks for malformed items as for the copies.
   */
  static List<BlogChange> readForView(ChangeSource source, StoredItem item) {
    return switch (source) {
      case USERS ->
          item.type().equals(ItemType.USER)
              ? List.of(new ViewedUser(item.user().toUser()))
              : read(source, item, SummaryRule.DEFAULT);
      case POSTS ->
          switch (item.type()) {
            case ItemType.POST -> List.of(viewedPost(item));
            case ItemType.COMMENT ->
                List.of(new ViewedComment(item.comment().toComment(), written(item)));
            case ItemType.LIKE ->
                List.of(new ViewedLike(item.like().toLike(), item.id(), written(item)));
            default -> List.of();
          };
    };
  }

  /** Reads a post for a view, or throws a {@link MalformedItemException}. */
  static ViewedPost viewedPost(StoredItem item) {
    post(item, SummaryRule.DEFAULT);
    return new ViewedPost(item.post(), author(item));
  }

  private static UserChange user(StoredItem item) {
    UserItem user = item.user();
    return new UserChange(user.toUser().id(), user.name(), written(item));
  }

  private static List<BlogChange> post(StoredItem item, SummaryRule rule) {
    if (!item.has("postId", item.id())) {
      throw new MalformedItemException(item.id(), "its id is not its 'postId'.");
    }
    return item.isDeleted()
        ? List.of(new PostDeletion(DeletedPost.of(item)))
        : List.of(new PostChange(item.post().summary(rule)), authored(item));
  }

  private static AuthoredItemChange authored(StoredItem item) {
    String postId =
        item.textOf("postId")
            .orElseThrow(() -> new MalformedItemException(item.id(), "'postId' is missing."));
    AuthoredItem place = new AuthoredItem(item.id(), postId, item.type());
    return new AuthoredItemChange(place, author(item), item.name().version());
  }

  private static UserId author(StoredItem item) {
    try {
      return UserId.of(item.author());
    } catch (InvalidInputException e) {
      throw new MalformedItemException(item.id(), "'userId': " + e.getMessage());
    }
  }

  private static Instant written(StoredItem item) {
    return Instant.ofEpochSecond(item.writtenAt());
  }
}
