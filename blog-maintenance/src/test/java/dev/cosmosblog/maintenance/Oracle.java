package dev.cosmosblog.maintenance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.model.item.UsernameItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * Finds all errors of a blog from all of its items, in the simplest way, once writes have stopped.
 */
final class Oracle {
  private final Map<ItemPlace, JsonNode> items;
  private final Set<Wrong> wrong = new HashSet<>();

  private Oracle(Map<ItemPlace, JsonNode> items) {
    this.items = items;
  }

  /** The errors and their places. */
  record Wrong(FindingKind kind, ItemPlace place) {}

  static Set<Wrong> of(DamagedBlog blog) {
    Oracle oracle = new Oracle(blog.dump());
    oracle.items.forEach(oracle::item);
    oracle.feed();
    return oracle.wrong;
  }

  private void item(ItemPlace place, JsonNode item) {
    if (unreadable(place, item)) {
      wrong.add(new Wrong(FindingKind.UNREADABLE_ITEM, place));
      return;
    }
    switch (place.container() + " " + item.path("type").asText()) {
      case "POSTS post" -> post(place, item);
      case "POSTS comment", "POSTS like" -> belonging(place, item);
      case "USERS user" -> user(place, item);
      case "USERS username" -> reservation(place, item);
      case "USERS erasedUser" -> {
        if (item.has("formerUsername")) {
          wrong.add(new Wrong(FindingKind.UNFINISHED_ERASURE, place));
        }
      }
      case "USERS post" -> copy(place);
      default -> {}
    }
  }

  private boolean unreadable(ItemPlace place, JsonNode item) {
    if (place.partition().isEmpty()) {
      return true;
    }
    return switch (place.container() + " " + item.path("type").asText()) {
      case "POSTS post" -> !item.path("title").isTextual() || !item.has("userId");
      case "POSTS comment" -> item.path("content").isArray() || !item.has("userId");
      case "USERS user" -> item.path("version").isTextual();
      default -> false;
    };
  }

  private boolean live(JsonNode post) {
    return post != null && post.path("type").asText().equals("post") && !post.has("deleted");
  }

  private void post(ItemPlace place, JsonNode post) {
    ItemPlace copyPlace =
        new ItemPlace(BlogContainer.USERS, post.path("userId").asText(), place.id());
    if (!live(post)) {
      return;
    }
    if (post.path("commentCount").asLong() != count(place.id(), "comment")
        || post.path("likeCount").asLong() != count(place.id(), "like")) {
      wrong.add(new Wrong(FindingKind.WRONG_COUNT, place));
    }
    name(place, post);
    JsonNode copy = items.get(copyPlace);
    if (copy == null || copy.path("type").asText().equals("removedPost")) {
      wrong.add(new Wrong(FindingKind.MISSING_SUMMARY, copyPlace));
    } else if (!same(copy, post)) {
      wrong.add(new Wrong(FindingKind.STALE_SUMMARY, copyPlace));
    }
  }

  private long count(String postId, String type) {
    return items.entrySet().stream()
        .filter(entry -> entry.getKey().container() == BlogContainer.POSTS)
        .filter(entry -> entry.getKey().partition().equals(postId))
        .filter(entry -> entry.getValue().path("type").asText().equals(type))
        .count();
  }

  private void name(ItemPlace place, JsonNode item) {
    ItemPlace author = ItemPlace.ofUser(item.path("userId").asText());
    JsonNode user = items.get(author);
    if (user == null) {
      wrong.add(new Wrong(FindingKind.MISSING_AUTHOR, place));
    } else if (user.path("erasure").asText().equals("REMOVE")) {
      wrong.add(new Wrong(FindingKind.LEFTOVER, place));
    } else if (!unreadable(author, user)
        && (!user.path("username").equals(item.path("userUsername"))
            || user.path("version").asLong() != item.path("userVersion").asLong())) {
      wrong.add(new Wrong(FindingKind.STALE_NAME, place));
    }
  }

  private void belonging(ItemPlace place, JsonNode item) {
    JsonNode post = items.get(ItemPlace.ofPost(place.partition()));
    if (post == null) {
      wrong.add(new Wrong(FindingKind.ORPHAN, place));
    } else if (!live(post)) {
      wrong.add(new Wrong(FindingKind.LEFTOVER, place));
    } else {
      name(place, item);
      like(place, item);
    }
  }

  private void like(ItemPlace place, JsonNode item) {
    String right = "like~" + item.path("userId").asText();
    if (!item.path("type").asText().equals("like") || place.id().equals(right)) {
      return;
    }
    boolean another =
        items.entrySet().stream()
            .filter(other -> other.getKey().partition().equals(place.partition()))
            .filter(other -> other.getValue().path("type").asText().equals("like"))
            .filter(other -> other.getValue().path("userId").equals(item.path("userId")))
            .map(other -> other.getKey().id())
            .anyMatch(id -> id.equals(right) || id.compareTo(place.id()) < 0);
    wrong.add(new Wrong(another ? FindingKind.DUPLICATE_LIKE : FindingKind.UNGUARDED_LIKE, place));
  }

  private void user(ItemPlace place, JsonNode user) {
    String id = UsernameItem.idOf(user.path("username").asText());
    JsonNode reservation = items.get(new ItemPlace(BlogContainer.USERS, id, id));
    if (reservation == null) {
      wrong.add(new Wrong(FindingKind.UNRESERVED_NAME, place));
      return;
    }
    String owner = reservation.path("ownerId").asText();
    // Which name an unreadable owner has is unknown.
    if (!owner.equals(place.id()) && isKnown(owner)) {
      boolean used = bears(owner, id);
      wrong.add(new Wrong(used ? FindingKind.TAKEN_NAME : FindingKind.UNRESERVED_NAME, place));
    }
  }

  private boolean isKnown(String userId) {
    JsonNode user = items.get(ItemPlace.ofUser(userId));
    return user == null || !unreadable(ItemPlace.ofUser(userId), user);
  }

  private boolean bears(String userId, String reservationId) {
    JsonNode user = items.get(ItemPlace.ofUser(userId));
    return user != null
        && !unreadable(ItemPlace.ofUser(userId), user)
        && UsernameItem.idOf(user.path("username").asText()).equals(reservationId);
  }

  private void reservation(ItemPlace place, JsonNode reservation) {
    String owner = reservation.path("ownerId").asText();
    if (isKnown(owner) && !bears(owner, place.id())) {
      wrong.add(new Wrong(FindingKind.UNUSED_RESERVATION, place));
    }
  }

  private void copy(ItemPlace place) {
    JsonNode post = items.get(ItemPlace.ofPost(place.id()));
    if (!live(post) || !post.path("userId").asText().equals(place.partition())) {
      wrong.add(new Wrong(FindingKind.SURPLUS_SUMMARY, place));
    }
  }

  private boolean same(JsonNode copy, JsonNode post) {
    return List.of("userId", "userUsername", "userVersion", "title", "content").stream()
            .allMatch(property -> copy.path(property).equals(post.path(property)))
        && List.of("commentCount", "likeCount", "version").stream()
            .allMatch(
                property ->
                    copy.path(property).isNumber()
                        && copy.path(property).asLong() == post.path(property).asLong());
  }

  private void feed() {
    List<String> newest =
        items.entrySet().stream()
            .filter(entry -> entry.getKey().container() == BlogContainer.POSTS)
            .filter(entry -> live(entry.getValue()))
            .filter(entry -> !unreadable(entry.getKey(), entry.getValue()))
            .sorted(
                Comparator.comparing(
                        (Map.Entry<ItemPlace, JsonNode> entry) ->
                            entry.getValue().path("creationDate").asText())
                    .thenComparing(entry -> entry.getKey().id())
                    .reversed())
            .limit(DamagedBlog.FRONT_PAGE_SIZE)
            .map(entry -> entry.getKey().id())
            .toList();
    JsonNode feed = items.get(ItemPlace.ofFrontPage());
    if (feed == null ? !newest.isEmpty() : !isRight(feed, newest)) {
      wrong.add(new Wrong(FindingKind.WRONG_FRONT_PAGE, ItemPlace.ofFrontPage()));
    }
  }

  private boolean isRight(JsonNode feed, List<String> newest) {
    List<String> ids = new ArrayList<>();
    feed.path("posts").forEach(post -> ids.add(post.path("id").asText()));
    return ids.equals(newest)
        && !feed.path("incomplete").asBoolean()
        && StreamSupport.stream(feed.path("posts").spliterator(), false)
            .allMatch(post -> same(post, items.get(ItemPlace.ofPost(post.path("id").asText()))));
  }
}
