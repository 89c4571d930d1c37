package dev.cosmosblog.benchmarks.ladder.rung;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Content;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.ItemDates;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.UserItem;

/** Converts values to items in the article's shapes, and back. */
final class ArticleItems {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ArticleItems() {}

  static ObjectNode of(User user) {
    String id = user.id().value();
    return object()
        .put("id", id)
        .put("type", ItemType.USER)
        .put("userId", id)
        .put("username", user.username());
  }

  static ObjectNode of(Post post) {
    String id = post.id().value();
    return object()
        .put("id", id)
        .put("type", ItemType.POST)
        .put("postId", id)
        .put("userId", post.userId().value())
        .put("userUsername", post.userUsername())
        .put("title", post.title())
        .put("content", post.content())
        .put("commentCount", post.commentCount())
        .put("likeCount", post.likeCount())
        .put("creationDate", ItemDates.text(post.creationDate()));
  }

  static ObjectNode summary(Post post) {
    return of(post).put("content", Content.summary(post.content()));
  }

  static ObjectNode of(Comment comment) {
    return object()
        .put("id", comment.id().value())
        .put("type", ItemType.COMMENT)
        .put("postId", comment.postId().value())
        .put("userId", comment.userId().value())
        .put("userUsername", comment.userUsername())
        .put("content", comment.content())
        .put("creationDate", ItemDates.text(comment.creationDate()));
  }

  static ObjectNode of(Like like, String id) {
    return object()
        .put("id", id)
        .put("type", ItemType.LIKE)
        .put("postId", like.postId().value())
        .put("userId", like.userId().value())
        .put("userUsername", like.userUsername())
        .put("creationDate", ItemDates.text(like.creationDate()));
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  static boolean is(JsonNode item, String type) {
    return type.equals(item.path("type").textValue());
  }

  static User user(JsonNode item) {
    return as(UserItem.class, item).toUser();
  }

  static Post post(JsonNode item) {
    return as(PostItem.class, item).toPost();
  }

  static Comment comment(JsonNode item) {
    return as(CommentItem.class, item).toComment();
  }

  static Like like(JsonNode item) {
    return as(LikeItem.class, item).toLike();
  }

  private static <T> T as(Class<T> shape, JsonNode item) {
    try {
      return JSON.treeToValue(item, shape);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(
          "Item %s isn't a %s".formatted(item.path("id"), shape.getSimpleName()), e);
    }
  }
}
