package dev.cosmosblog.examples.blog;

import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.config.ContainerNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Compares all copies and counts of a blog with their sources, without using the library. Run it
 * once writes have stopped. It reads the whole blog into memory.
 */
public final class CopyCheck {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SHOWN = 10;

  private static final Comparator<PostSummaryItem> NEWEST_FIRST =
      Comparator.comparing((PostSummaryItem post) -> String.valueOf(post.creationDate()))
          .thenComparing(post -> String.valueOf(post.id()))
          .reversed();

  private final List<String> differences = new ArrayList<>();
  private long compared;

  /** The custom properties that post summaries contain. */
  private final Set<String> carried;

  private CopyCheck(Set<String> carried) {
    this.carried = carried;
  }

  /**
   * Checks a blog.
   *
   * @param blog its database
   * @return the result
   */
  public static CopyCheck of(BlogDatabase blog) {
    CosmosDatabase database = blog.unwrap(CosmosDatabase.class);
    ContainerNames names = blog.containerNames();
    CopyCheck check = new CopyCheck(blog.summaryProperties());
    check.check(
        all(database, names.users()),
        all(database, names.posts()),
        all(database, names.feed()),
        blog.frontPageSize());
    return check;
  }

  private static List<JsonNode> all(CosmosDatabase database, String container) {
    return database
        .getContainer(container)
        .queryItems("SELECT * FROM c", new CosmosQueryRequestOptions(), JsonNode.class)
        .stream()
        .toList();
  }

  static CopyCheck of(
      List<JsonNode> users, List<JsonNode> posts, List<JsonNode> feed, int frontPageSize) {
    CopyCheck check = new CopyCheck(Set.of());
    check.check(users, posts, feed, frontPageSize);
    return check;
  }

  private void check(
      List<JsonNode> users, List<JsonNode> posts, List<JsonNode> feed, int frontPageSize) {
    names(users, posts);
    counts(posts);
    List<PostSummaryItem> sources =
        ofType("post", posts).stream()
            .map(item -> shape(item, PostItem.class))
            .filter(PostItem::isLive)
            .map(post -> post.summary(carried))
            .toList();
    List<PostSummaryItem> beside = new ArrayList<>(summaries(users));
    beside.addAll(
        ofType("unpublishedPost", users).stream()
            .map(item -> shape(item, PostSummaryItem.class))
            .toList());
    copies("summary of post ", sources, PostSummaryItem::besideAuthor, beside);
    copies(
        "feed's copy of post ",
        sources.stream()
            .filter(PostSummaryItem::isListed)
            .sorted(NEWEST_FIRST)
            .limit(frontPageSize)
            .toList(),
        UnaryOperator.identity(),
        feed.stream().flatMap(page -> summaries(list(page.path("posts"))).stream()).toList());
  }

  /**
   * Returns whether every copy equals its source.
   *
   * @return true if there are no differences
   */
  public boolean inSync() {
    return differences.isEmpty();
  }

  /**
   * Returns the copies and counts that differ.
   *
   * @return a text for each, with both values
   */
  public List<String> differences() {
    return List.copyOf(differences);
  }

  /**
   * Returns how many copies and counts were compared.
   *
   * @return the number
   */
  public long compared() {
    return compared;
  }

  /**
   * Prints the result.
   *
   * @param screen where to
   */
  public void print(Screen screen) {
    if (inSync()) {
      screen.line("%,d copies and counts equal their sources", compared);
    } else {
      screen.line(
          "%,d of %,d copies and counts differ from their sources, for instance:",
          differences.size(), compared);
    }
    differences.stream().limit(SHOWN).forEach(screen::line);
  }

  private void names(List<JsonNode> users, List<JsonNode> posts) {
    Map<String, String> names =
        ofType("user", users).stream()
            .collect(Collectors.toMap(user -> text(user, "id"), user -> text(user, "username")));
    for (String type : List.of("post", "comment", "hiddenComment", "like")) {
      for (JsonNode item : ofType(type, posts)) {
        String post = type.equals("like") ? " of post " + text(item, "postId") : "";
        String what = "name in " + type + " " + text(item, "id") + post;
        same(what, names.get(text(item, "userId")), item.path("userUsername").textValue());
      }
    }
  }

  private void counts(List<JsonNode> posts) {
    Map<String, Long> comments = perPost(ofType("comment", posts));
    Map<String, Long> likes = perPost(ofType("like", posts));
    for (JsonNode post : ofType("post", posts)) {
      String id = text(post, "id");
      long commentCount = post.path("commentCount").asLong(-1);
      same("comments of post " + id, comments.getOrDefault(id, 0L), commentCount);
      same("likes of post " + id, likes.getOrDefault(id, 0L), post.path("likeCount").asLong(-1));
    }
  }

  private static Map<String, Long> perPost(List<JsonNode> items) {
    return items.stream()
        .collect(Collectors.groupingBy(item -> text(item, "postId"), Collectors.counting()));
  }

  private void copies(
      String what,
      List<PostSummaryItem> sources,
      UnaryOperator<PostSummaryItem> form,
      List<PostSummaryItem> copies) {
    Map<@Nullable String, PostSummaryItem> left = new HashMap<>();
    for (PostSummaryItem copy : copies) {
      same(what + copy.id() + ", a second one", null, left.put(copy.id(), copy));
    }
    for (PostSummaryItem source : sources) {
      same(what + source.id(), form.apply(source), left.remove(source.id()));
    }
    left.forEach((id, copy) -> same(what + id + ", which has no place there", null, copy));
  }

  private void same(String what, @Nullable Object expected, @Nullable Object found) {
    compared++;
    if (!Objects.equals(expected, found)) {
      differences.add(what + ": " + found + " instead of " + expected);
    }
  }

  private static List<JsonNode> ofType(String type, List<JsonNode> items) {
    return items.stream().filter(item -> text(item, "type").equals(type)).toList();
  }

  private static List<PostSummaryItem> summaries(List<JsonNode> items) {
    return ofType("post", items).stream().map(item -> shape(item, PostSummaryItem.class)).toList();
  }

  private static <T> T shape(JsonNode item, Class<T> type) {
    try {
      return JSON.treeToValue(item, type);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("The item " + item.path("id") + " has another shape", e);
    }
  }

  private static List<JsonNode> list(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).toList();
  }

  private static String text(JsonNode item, String property) {
    return item.path(property).asText();
  }
}
