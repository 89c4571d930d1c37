package dev.cosmosblog.benchmarks.ladder.rung;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Content;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.item.ItemDates;
import dev.cosmosblog.model.item.ItemType;
import java.util.List;

/** Items in the article's shapes. */
final class ArticleItems {
  /** The properties that V2 adds to V1. */
  private static final List<String> COPIED = List.of("userUsername", "commentCount", "likeCount");

  private ArticleItems() {}

  /** A user in V1 and V2, where the container is partitioned by the id. */
  static ObjectNode loneUser(User user) {
    return object().put("id", user.id().value()).put("username", user.username());
  }

  /** A user in V3, beside its posts. */
  static ObjectNode user(User user) {
    String id = user.id().value();
    return object()
        .put("id", id)
        .put("type", ItemType.USER)
        .put("userId", id)
        .put("username", user.username());
  }

  static ObjectNode post(Post post) {
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

  static ObjectNode shortPost(Post post) {
    return post(post).put("content", Content.summary(post.content()));
  }

  static ObjectNode comment(Comment comment) {
    return object()
        .put("id", comment.id().value())
        .put("type", ItemType.COMMENT)
        .put("postId", comment.postId().value())
        .put("userId", comment.userId().value())
        .put("userUsername", comment.userUsername())
        .put("content", comment.content())
        .put("creationDate", ItemDates.text(comment.creationDate()));
  }

  static ObjectNode like(Like like, String id) {
    return object()
        .put("id", id)
        .put("type", ItemType.LIKE)
        .put("postId", like.postId().value())
        .put("userId", like.userId().value())
        .put("userUsername", like.userUsername())
        .put("creationDate", ItemDates.text(like.creationDate()));
  }

  /** The item as V1 has it. */
  static ObjectNode normalized(ObjectNode item) {
    return item.remove(COPIED);
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }
}
