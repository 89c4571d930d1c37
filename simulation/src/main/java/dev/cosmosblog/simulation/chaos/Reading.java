package dev.cosmosblog.simulation.chaos;

import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All items in a blog's containers, read with plain queries and without the store's code.
 *
 * @param inUsers the items in the container of users
 * @param inPosts the items in the container of posts
 * @param inFeed the items in the container of the front page
 * @param users users by their ids
 * @param posts posts by their ids, without deleted ones
 * @param marks tombstones of deleted posts, by their ids
 */
record Reading(
    List<JsonNode> inUsers,
    List<JsonNode> inPosts,
    List<JsonNode> inFeed,
    Map<String, JsonNode> users,
    Map<String, JsonNode> posts,
    Map<String, JsonNode> marks) {
  private static final int LONGEST_TEXT = 10_000;
  private static final int THROTTLED = 429;
  private static final int ATTEMPTS = 20;

  /** Reads all but the items of some ids. */
  static Reading of(CosmosDatabase database, Set<String> except) {
    List<JsonNode> users = read(database, "users", except);
    List<JsonNode> posts = read(database, "posts", except);
    Predicate<JsonNode> deleted = post -> post.path("deleted").asBoolean();
    return new Reading(
        users,
        posts,
        read(database, "feed", except),
        byId(typed(users, "user")),
        byId(typed(posts, "post").filter(deleted.negate())),
        byId(typed(posts, "post").filter(deleted)));
  }

  /** Returns the reserved names. */
  List<JsonNode> reservations() {
    return typed(inUsers, "username").toList();
  }

  List<JsonNode> comments() {
    return typed(inPosts, "comment").toList();
  }

  List<JsonNode> likes() {
    return typed(inPosts, "like").toList();
  }

  /** A container's items in no particular order. */
  static List<JsonNode> read(CosmosDatabase database, String container, Set<String> except) {
    for (int attempt = 1; ; attempt++) {
      try {
        return database
            .getContainer(container)
            .queryItems("SELECT * FROM c", new CosmosQueryRequestOptions(), JsonNode.class)
            .stream()
            .filter(item -> !except.contains(text(item, "id")))
            .toList();
      } catch (CosmosException e) {
        // All items at once may take more than the throughput of many seconds.
        if (e.getStatusCode() != THROTTLED || attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private static Stream<JsonNode> typed(List<JsonNode> items, String type) {
    return items.stream().filter(item -> text(item, "type").equals(type));
  }

  private static Map<String, JsonNode> byId(Stream<JsonNode> items) {
    return items.collect(
        Collectors.toMap(
            item -> text(item, "id"),
            Function.identity(),
            (one, other) -> one,
            LinkedHashMap::new));
  }

  /** Returns an item with very long texts replaced by their length. */
  static JsonNode shortened(JsonNode item) {
    ObjectNode copy = item.deepCopy();
    item.fields()
        .forEachRemaining(
            property -> {
              String text = property.getValue().asText();
              if (text.length() > LONGEST_TEXT) {
                copy.put(property.getKey(), text.length() + " characters");
              }
            });
    return copy;
  }

  static String text(JsonNode item, String property) {
    return item.path(property).asText();
  }

  boolean isLive(String postId) {
    return posts.containsKey(postId);
  }
}
