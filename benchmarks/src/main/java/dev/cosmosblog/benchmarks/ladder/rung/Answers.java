package dev.cosmosblog.benchmarks.ladder.rung;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.UserItem;
import java.util.Comparator;
import java.util.List;

/** Converts the items that a rung stores to the library's values. */
final class Answers {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Answers() {}

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

  static List<PostSummary> shortForms(List<? extends JsonNode> items) {
    return items.stream().map(item -> post(item).summary()).toList();
  }

  /**
   * Posts that a fan-out found, for a caller who wants the newest first. The query does not order
   * them: by its charge in the article (2.8 RU for each partition, where an ordered one takes 5.3),
   * the article's does not either.
   */
  static List<PostSummary> newestFirst(List<PostSummary> posts) {
    return posts.stream()
        .sorted(Comparator.comparing(PostSummary::creationDate).reversed())
        .toList();
  }

  static boolean isPost(JsonNode item) {
    return ItemType.POST.equals(item.path("type").textValue());
  }

  static boolean isUser(JsonNode item) {
    return ItemType.USER.equals(item.path("type").textValue());
  }

  private static <T> T as(Class<T> shape, JsonNode item) {
    try {
      return JSON.treeToValue(item, shape);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("The item " + item.path("id") + " has another shape", e);
    }
  }
}
