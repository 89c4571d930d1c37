package dev.cosmosblog.examples.quickstart;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.store.config.ContainerNames;
import java.util.List;

/**
 * Everything that a blog stores, sources and copies, in memory: for a blog of an example's size.
 *
 * @param users the users
 * @param posts the posts
 * @param comments the comments
 * @param likes the likes
 * @param shortPosts the posts in short form beside their authors
 * @param feed the posts in short form in the feed
 */
record BlogItems(
    List<UserItem> users,
    List<PostItem> posts,
    List<CommentItem> comments,
    List<LikeItem> likes,
    List<PostItem> shortPosts,
    List<PostItem> feed) {
  private static final ObjectMapper JSON = new ObjectMapper();

  BlogItems {
    users = List.copyOf(users);
    posts = List.copyOf(posts);
    comments = List.copyOf(comments);
    likes = List.copyOf(likes);
    shortPosts = List.copyOf(shortPosts);
    feed = List.copyOf(feed);
  }

  static BlogItems read(CosmosDatabase database) {
    ContainerNames names = ContainerNames.DEFAULT;
    List<JsonNode> users = all(database.getContainer(names.users()));
    List<JsonNode> posts = all(database.getContainer(names.posts()));
    List<JsonNode> feed = all(database.getContainer(names.feed()));
    return new BlogItems(
        of(ItemType.USER, UserItem.class, users),
        of(ItemType.POST, PostItem.class, posts),
        of(ItemType.COMMENT, CommentItem.class, posts),
        of(ItemType.LIKE, LikeItem.class, posts),
        of(ItemType.POST, PostItem.class, users),
        of(ItemType.FRONT_PAGE, FrontPageItem.class, feed).stream()
            .flatMap(item -> item.posts().stream())
            .toList());
  }

  private static List<JsonNode> all(CosmosContainer container) {
    return container
        .queryItems("SELECT * FROM c", new CosmosQueryRequestOptions(), JsonNode.class)
        .stream()
        .toList();
  }

  private static <T> List<T> of(String type, Class<T> shape, List<JsonNode> items) {
    return items.stream()
        .filter(item -> item.path("type").asText().equals(type))
        .map(item -> read(item, shape))
        .toList();
  }

  private static <T> T read(JsonNode item, Class<T> shape) {
    try {
      return JSON.treeToValue(item, shape);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("The item " + item.path("id") + " has another shape", e);
    }
  }
}
