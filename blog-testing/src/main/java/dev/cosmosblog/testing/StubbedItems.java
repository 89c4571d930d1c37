package dev.cosmosblog.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.ItemDates;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.ReservationItem;
import dev.cosmosblog.model.item.SummaryRule;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.store.BlogDatabase;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The stubbed items of the containers, as JSON. */
final class StubbedItems {
  static final String USERS = "users";
  static final String POSTS = "posts";
  static final String FEED = "feed";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonNode MISSING = MissingNode.getInstance();
  private static final String CREATION_DATE = "creationDate";

  /** Where an item is stored. */
  record Place(String container, String partition, String id) {
    /** The complete list that has the item, unless the item is a partition's user or post. */
    private Section section() {
      boolean isLike = id.startsWith(CommentId.RESERVED_PREFIX);
      String itemOfPost = isLike ? ItemType.LIKE : ItemType.COMMENT;
      return new Section(container, partition, container.equals(POSTS) ? itemOfPost : "");
    }
  }

  /** The items of one kind in a partition, which a query lists. */
  private record Section(String container, String partition, String kind) {}

  /** A page of a list: at most so many items of a type, after the last one of the previous page. */
  record Slice(String type, boolean newestFirst, int count, Optional<String> date, String id) {
    private boolean includes(JsonNode item) {
      if (!item.path("type").asText().equals(type)) {
        return false;
      }
      if (date.isEmpty()) {
        return true;
      }
      int byDate = item.path(CREATION_DATE).asText().compareTo(date.get());
      int order = byDate == 0 ? item.path("id").asText().compareTo(id) : byDate;
      return newestFirst ? order < 0 : order > 0;
    }
  }

  // Both guarded by this. An item that was declared missing is a missing node.
  private final Map<Place, JsonNode> items = new HashMap<>();
  private final Map<Section, List<JsonNode>> lists = new HashMap<>();

  static <T> T as(Class<T> type, JsonNode item) {
    return JSON.convertValue(item, type);
  }

  static JsonNode json(@Nullable Object value) {
    return JSON.valueToTree(value);
  }

  static JsonNode json(Comment comment) {
    return edited(
        CommentItem.of(comment, 0), comment.version(), comment.creationDate(), comment.updatedAt());
  }

  static JsonNode json(Like like) {
    return json((Object) LikeItem.of(like, 0));
  }

  /** Adds the edits, which a new item doesn't have. */
  private static JsonNode edited(Object item, long version, Instant created, Instant updated) {
    ObjectNode json = JSON.valueToTree(item);
    if (version > 0) {
      json.put("editVersion", version);
    }
    if (!updated.equals(created)) {
      json.put("updatedAt", ItemDates.text(updated));
    }
    return json;
  }

  static PostSummaryItem summary(Post post, BlogDatabase settings) {
    return PostItem.of(post, 0)
        .summary(new SummaryRule(settings.summaryProperties(), settings.summaryLength()));
  }

  synchronized void put(User user) {
    String id = user.id().value();
    items.put(new Place(USERS, id, id), json(UserItem.of(user)));
  }

  synchronized void put(Post post) {
    String id = post.id().value();
    items.put(
        new Place(POSTS, id, id),
        edited(PostItem.of(post, 0), post.version(), post.creationDate(), post.updatedAt()));
  }

  synchronized void putFrontPage(List<PostSummaryItem> posts) {
    FrontPageItem page = FrontPageItem.of(posts.size(), false, posts);
    items.put(new Place(FEED, ItemType.FRONT_PAGE, FrontPageItem.ID), json(page));
  }

  synchronized void putList(String container, String partition, String kind, List<JsonNode> list) {
    lists.put(new Section(container, partition, kind), list);
  }

  /** Declares that a user or post is missing. */
  synchronized void remove(String container, String id) {
    items.put(new Place(container, id, id), MISSING);
  }

  /** Returns an item, a missing node for one that is missing, or empty if nothing is known. */
  synchronized Optional<JsonNode> find(Place place) {
    if (items.containsKey(place)) {
      return Optional.ofNullable(items.get(place));
    }
    if (UserId.RESERVED_PREFIXES.stream().anyMatch(place.id::startsWith)) {
      return Optional.of(reservation(place.id));
    }
    return place.id.equals(place.partition)
        ? Optional.empty()
        : Optional.ofNullable(lists.get(place.section()))
            .map(
                list ->
                    list.stream()
                        .filter(item -> item.path("id").asText().equals(place.id))
                        .findFirst()
                        .orElse(MISSING));
  }

  /** Returns the reservation of a user's name or a post's slug. */
  private JsonNode reservation(String id) {
    return items.entrySet().stream()
        .filter(entry -> entry.getValue().isObject())
        .flatMap(entry -> reservation(entry.getKey().container, entry.getValue()).stream())
        .filter(reservation -> id.equals(reservation.id()))
        .findFirst()
        .map(StubbedItems::json)
        .orElse(MISSING);
  }

  private static Optional<ReservationItem> reservation(String container, JsonNode item) {
    if (container.equals(USERS)) {
      User user = as(UserItem.class, item).toUser();
      return Optional.of(ReservationItem.ofUsername(user.username(), user.id(), MockedBlog.NOW));
    }
    if (!container.equals(POSTS)) {
      return Optional.empty();
    }
    Post post = as(PostItem.class, item).toPost();
    return Optional.ofNullable(post.slug())
        .map(slug -> ReservationItem.ofSlug(slug, post.id(), MockedBlog.NOW));
  }

  /** Returns a page of a list, or empty if the list isn't stubbed. */
  synchronized Optional<List<JsonNode>> list(String container, String partition, Slice slice) {
    return Optional.ofNullable(lists.get(new Section(container, partition, kind(slice.type))))
        .map(
            list ->
                list.stream()
                    .filter(slice::includes)
                    .sorted((one, other) -> compare(one, other) * (slice.newestFirst ? -1 : 1))
                    .limit(slice.count)
                    .toList());
  }

  static String kind(String type) {
    return switch (type) {
      case ItemType.HIDDEN_COMMENT -> ItemType.COMMENT;
      case ItemType.UNPUBLISHED_COPY -> ItemType.POST;
      default -> type;
    };
  }

  private static int compare(JsonNode one, JsonNode other) {
    int byDate = one.path(CREATION_DATE).asText().compareTo(other.path(CREATION_DATE).asText());
    return byDate == 0 ? one.path("id").asText().compareTo(other.path("id").asText()) : byDate;
  }
}
