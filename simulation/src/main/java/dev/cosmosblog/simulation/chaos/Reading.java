package dev.cosmosblog.simulation.chaos;

import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All items in a blog's containers, read with plain queries and without the store's code.
 *
 * @param users by their ids
 * @param anonymised tombstones of anonymized users, by their ids
 * @param reservations reserved names
 * @param shortPosts copies beside their authors
 * @param posts live ones, by their ids
 * @param marks tombstones of deleted posts, by their ids
 * @param comments all comments
 * @param likes all likes
 * @param frontPageItem the one item that is the feed, or a missing node
 */
record Reading(
    Map<String, JsonNode> users,
    Map<String, JsonNode> anonymised,
    List<JsonNode> reservations,
    List<JsonNode> shortPosts,
    Map<String, JsonNode> posts,
    Map<String, JsonNode> marks,
    List<JsonNode> comments,
    List<JsonNode> likes,
    JsonNode frontPageItem) {
  private static final int LONGEST_TEXT = 10_000;
  private static final int THROTTLED = 429;
  private static final int ATTEMPTS = 20;

  /** Reads all but the items of some ids. */
  static Reading of(CosmosDatabase database, Set<String> except) {
    List<JsonNode> users = read(database, "users", except);
    List<JsonNode> posts = read(database, "posts", except);
    Predicate<JsonNode> deleted = post -> post.path("deleted").asBoolean();
    return new Reading(
        byId(typed(users, "user").toList()),
        byId(
            typed(users, "erasedUser")
                .filter(mark -> text(mark, "erasure").equals("ANONYMISE"))
                .toList()),
        typed(users, "username").toList(),
        typed(users, "post").toList(),
        byId(typed(posts, "post").filter(deleted.negate()).toList()),
        byId(typed(posts, "post").filter(deleted).toList()),
        typed(posts, "comment").toList(),
        typed(posts, "like").toList(),
        read(database, "feed", except).stream().findFirst().orElse(MissingNode.getInstance()));
  }

  /** Returns the copies on the front page, in its order. */
  List<JsonNode> frontPage() {
    List<JsonNode> copies = new ArrayList<>();
    frontPageItem.path("posts").forEach(copies::add);
    return List.copyOf(copies);
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

  private static Map<String, JsonNode> byId(List<JsonNode> items) {
    return items.stream()
        .collect(
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

  /**
   * Returns the item with the name that a user's items must carry, or null if there must be none.
   */
  @Nullable JsonNode author(String userId) {
    return users.getOrDefault(userId, anonymised.get(userId));
  }

  boolean isLive(String postId) {
    return posts.containsKey(postId);
  }

  /** Groups comments or likes by their post. */
  static Map<String, List<JsonNode>> byPost(List<JsonNode> items) {
    return items.stream().collect(Collectors.groupingBy(item -> text(item, "postId")));
  }
}
