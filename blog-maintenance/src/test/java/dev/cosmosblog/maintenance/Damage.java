package dev.cosmosblog.maintenance;

import static dev.cosmosblog.maintenance.report.FindingKind.*;

import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.item.ReservationItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Damage that an operator's script may do to a blog, and the findings that it leads to. */
enum Damage {
  NOTHING(),
  COUNT_BUMPED(WRONG_COUNT, STALE_SUMMARY, WRONG_FRONT_PAGE),
  LIKE_LOST(WRONG_COUNT),
  COMMENT_UNCOUNTED(WRONG_COUNT),
  NAME_CHANGED_IN_COMMENT(STALE_NAME),
  NAME_AHEAD_IN_LIKE(STALE_NAME),
  NAME_CHANGED_IN_POST(STALE_NAME, STALE_SUMMARY, WRONG_FRONT_PAGE),
  LIKED_TWICE(DUPLICATE_LIKE, WRONG_COUNT),
  LIKE_ID_OF_ANOTHER_WRITER(UNGUARDED_LIKE),
  COPY_LOST(MISSING_SUMMARY),
  COPY_MARKED_AS_REMOVED(MISSING_SUMMARY),
  COPY_CHANGED(STALE_SUMMARY),
  COPY_AHEAD(STALE_SUMMARY),
  COPY_UNREADABLE(STALE_SUMMARY),
  COPY_OF_NOTHING(SURPLUS_SUMMARY),
  COPY_BESIDE_ANOTHER(SURPLUS_SUMMARY),
  COMMENT_OF_DELETED_POST(LEFTOVER),
  COPY_OF_DELETED_POST(SURPLUS_SUMMARY),
  COMMENT_OF_REMOVED_USER(LEFTOVER, WRONG_COUNT),
  POST_OF_REMOVED_USER(LEFTOVER, MISSING_SUMMARY, WRONG_FRONT_PAGE),
  COMMENT_WITHOUT_POST(ORPHAN),
  COMMENT_WITHOUT_AUTHOR(WRONG_COUNT, MISSING_AUTHOR),
  FEED_ENTRY_LOST(WRONG_FRONT_PAGE),
  FEED_ENTRY_CHANGED(WRONG_FRONT_PAGE),
  FEED_TOO_LONG(WRONG_FRONT_PAGE),
  FEED_AHEAD(WRONG_FRONT_PAGE),
  FEED_INCOMPLETE(WRONG_FRONT_PAGE),
  FEED_UNREADABLE(WRONG_FRONT_PAGE),
  FEED_LOST(WRONG_FRONT_PAGE),
  ERASURE_UNFINISHED(UNFINISHED_ERASURE),
  RESERVATION_LOST(UNRESERVED_NAME),
  RESERVATION_OF_NOBODY(UNUSED_RESERVATION),
  RESERVATION_GIVEN_AWAY(UNRESERVED_NAME, UNUSED_RESERVATION),
  NAME_TAKEN(TAKEN_NAME, UNUSED_RESERVATION, STALE_NAME),
  SLUG_WITHOUT_RESERVATION(UNRESERVED_SLUG, STALE_SUMMARY, WRONG_FRONT_PAGE),
  SLUG_RESERVATION_LOST(UNRESERVED_SLUG),
  SLUG_RESERVATION_GIVEN_AWAY(UNRESERVED_SLUG, UNUSED_RESERVATION),
  SLUG_RESERVATION_OF_NOBODY(UNUSED_RESERVATION),
  SLUG_TAKEN(TAKEN_SLUG, STALE_SUMMARY, WRONG_FRONT_PAGE),
  COMMENT_UNREADABLE(UNREADABLE_ITEM, WRONG_COUNT),
  POST_UNREADABLE(UNREADABLE_ITEM, WRONG_FRONT_PAGE),
  USER_UNREADABLE(UNREADABLE_ITEM),
  KEYLESS_ITEM(UNREADABLE_ITEM);

  final Set<FindingKind> kinds;

  Damage(FindingKind... kinds) {
    this.kinds = Set.of(kinds);
  }

  /** Does the damage to the item that the number chooses, if there is one to do it to. */
  void to(DamagedBlog blog, int number) {
    switch (this) {
      case NOTHING -> {}
      case COUNT_BUMPED -> post(blog, number, patch().increment("/likeCount", 7));
      case NAME_CHANGED_IN_POST -> post(blog, number, patch().set("/userUsername", "Mallory"));
      case POST_UNREADABLE -> post(blog, number, patch().set("/title", List.of(1)));
      case LIKE_LOST -> of(blog, BlogContainer.POSTS, "like", number).ifPresent(blog::delete);
      case NAME_CHANGED_IN_COMMENT -> comment(blog, number, patch().set("/userUsername", "X"));
      case NAME_AHEAD_IN_LIKE ->
          of(blog, BlogContainer.POSTS, "like", number)
              .ifPresent(like -> blog.patch(like, patch().set("/userVersion", 9)));
      case LIKED_TWICE, LIKE_ID_OF_ANOTHER_WRITER -> like(blog, number);
      case COMMENT_UNCOUNTED -> comment(blog, number, "p%d", "u0");
      case COMMENT_WITHOUT_AUTHOR -> comment(blog, number, "p%d", "nobody");
      case COMMENT_OF_REMOVED_USER -> comment(blog, number, "p%d", "gone");
      case POST_OF_REMOVED_USER ->
          create(
              blog,
              "{'id':'of-gone-%d','type':'post','postId':'of-gone-%d','userId':'gone',"
                  + "'userUsername':'?','title':'Late','content':'','commentCount':0,'likeCount':0,"
                  + "'creationDate':'2026-01-01T00:00:00.000Z','version':1,'userVersion':1}",
              number);
      case COMMENT_OF_DELETED_POST -> comment(blog, number, "deleted", "u0");
      case COMMENT_WITHOUT_POST -> comment(blog, number, "none-%d", "u0");
      case COMMENT_UNREADABLE ->
          create(blog, "{'id':'bad-%d','type':'comment','postId':'p%d','content':[1]}", number);
      case KEYLESS_ITEM -> create(blog, "{'id':'keyless-%d','type':'post'}", number);
      case ERASURE_UNFINISHED ->
          blog.patch(ItemPlace.ofUser("gone"), patch().set("/formerUsername", "Gone"));
      case COPY_LOST, COPY_MARKED_AS_REMOVED, COPY_CHANGED, COPY_AHEAD, COPY_UNREADABLE ->
          copy(blog, number);
      case COPY_OF_NOTHING -> copy(blog, "gone-%d", "u0", number);
      case COPY_OF_DELETED_POST ->
          // Replaces the tombstone that prevents a copy from being restored.
          blog.put(BlogContainer.USERS, copyOf("deleted", "u0", number));
      case COPY_BESIDE_ANOTHER -> copy(blog, "p%d", "stranger", number);
      case FEED_ENTRY_LOST,
          FEED_ENTRY_CHANGED,
          FEED_TOO_LONG,
          FEED_AHEAD,
          FEED_INCOMPLETE,
          FEED_UNREADABLE,
          FEED_LOST ->
          feed(blog, number);
      case SLUG_WITHOUT_RESERVATION ->
          post(blog, number, patch().set("/slug", "by-hand-" + number));
      case SLUG_TAKEN -> post(blog, number, patch().set("/slug", SmallBlog.SLUG.value()));
      case SLUG_RESERVATION_LOST, SLUG_RESERVATION_GIVEN_AWAY, SLUG_RESERVATION_OF_NOBODY ->
          slug(blog, number);
      default -> name(blog, number);
    }
  }

  private static CosmosPatchOperations patch() {
    return CosmosPatchOperations.create();
  }

  private static void post(DamagedBlog blog, int number, CosmosPatchOperations patch) {
    of(blog, BlogContainer.POSTS, "post", number).ifPresent(post -> blog.patch(post, patch));
  }

  private static void comment(DamagedBlog blog, int number, CosmosPatchOperations patch) {
    of(blog, BlogContainer.POSTS, "comment", number).ifPresent(item -> blog.patch(item, patch));
  }

  private static void comment(DamagedBlog blog, int number, String postId, String userId) {
    String name = userId.equals("u0") ? "User 0" : "?";
    create(
        blog,
        "{'id':'script-%d','type':'comment','postId':'"
            + postId
            + "','userId':'"
            + userId
            + "','userUsername':'"
            + name
            + "','userVersion':1}",
        number);
  }

  private static void create(DamagedBlog blog, String json, int number) {
    ignoringTwice(() -> blog.create(BlogContainer.POSTS, json.replace("%d", "" + number)));
  }

  private static void copy(DamagedBlog blog, String postId, String userId, int number) {
    ignoringTwice(() -> blog.create(BlogContainer.USERS, copyOf(postId, userId, number)));
  }

  private static String copyOf(String postId, String userId, int number) {
    String json =
        "{'id':'" + postId + "','type':'post','postId':'" + postId + "','userId':'" + userId + "'}";
    return json.replace("%d", "" + number);
  }

  /** The same damage to the same item a second time finds what the first one left. */
  private static void ignoringTwice(Runnable write) {
    try {
      write.run();
    } catch (CosmosException e) {
      if (e.getStatusCode() != 409) {
        throw e;
      }
    }
  }

  private void like(DamagedBlog blog, int number) {
    of(blog, BlogContainer.POSTS, "like", number)
        .ifPresent(
            place -> {
              String user = place.id().substring("like~".length());
              JsonNode like = blog.dump().get(place);
              if (this == LIKE_ID_OF_ANOTHER_WRITER) {
                blog.delete(place);
              }
              create(
                  blog,
                  "{'id':'random-%d','type':'like','postId':'"
                      + place.partition()
                      + "','userId':'"
                      + user
                      + "','userUsername':'"
                      + like.path("userUsername").asText()
                      + "','userVersion':"
                      + like.path("userVersion").asLong()
                      + "}",
                  number);
            });
  }

  private void copy(DamagedBlog blog, int number) {
    of(blog, BlogContainer.USERS, "post", number)
        .ifPresent(
            copy -> {
              switch (this) {
                case COPY_LOST -> blog.delete(copy);
                case COPY_MARKED_AS_REMOVED ->
                    blog.put(
                        BlogContainer.USERS,
                        "{'id':'%s','type':'removedPost','userId':'%s','ttl':600}"
                            .formatted(copy.id(), copy.partition()));
                case COPY_CHANGED -> blog.patch(copy, patch().set("/title", "Hacked"));
                case COPY_AHEAD -> blog.patch(copy, patch().set("/version", 99));
                default -> blog.patch(copy, patch().set("/likeCount", "many"));
              }
            });
  }

  private void feed(DamagedBlog blog, int number) {
    ItemPlace feed = ItemPlace.ofFrontPage();
    JsonNode item = blog.dump().get(feed);
    if (item == null || !item.path("posts").isArray() || item.path("posts").isEmpty()) {
      return;
    }
    String entry = "/posts/" + number % item.path("posts").size();
    switch (this) {
      case FEED_ENTRY_LOST -> blog.patch(feed, patch().remove(entry));
      case FEED_ENTRY_CHANGED -> blog.patch(feed, patch().set(entry + "/title", "Hacked"));
      case FEED_TOO_LONG -> blog.patch(feed, patch().add("/posts/-", item.path("posts").get(0)));
      case FEED_AHEAD -> blog.patch(feed, patch().set(entry + "/version", 99));
      case FEED_INCOMPLETE -> blog.patch(feed, patch().set("/incomplete", true));
      case FEED_UNREADABLE -> blog.patch(feed, patch().set("/posts", "none"));
      default -> blog.delete(feed);
    }
  }

  private void slug(DamagedBlog blog, int number) {
    String id = ReservationItem.idOfSlug(SmallBlog.SLUG);
    ItemPlace reservation = ItemPlace.ofUser(id);
    if (this == SLUG_RESERVATION_OF_NOBODY) {
      String unused = ReservationItem.idOfSlug(Slug.of("unused-" + number));
      ignoringTwice(
          () ->
              blog.create(
                  BlogContainer.USERS,
                  "{'id':'%s','type':'slug','userId':'%s','ownerId':'none'}"
                      .formatted(unused, unused)));
    } else if (blog.dump().containsKey(reservation)) {
      switch (this) {
        case SLUG_RESERVATION_LOST -> blog.delete(reservation);
        default ->
            blog.patch(
                reservation,
                patch().set("/ownerId", "none").set("/reservedAt", "2026-01-01T00:00:00.000Z"));
      }
    }
  }

  private void name(DamagedBlog blog, int number) {
    ItemPlace user = ItemPlace.ofUser("u" + number % 3);
    String id = ReservationItem.idOfUsername("User " + number % 3);
    ItemPlace reservation = new ItemPlace(BlogContainer.USERS, id, id);
    boolean there = blog.dump().containsKey(reservation);
    switch (this) {
      case RESERVATION_LOST -> {
        if (there) {
          blog.delete(reservation);
        }
      }
      case RESERVATION_GIVEN_AWAY -> {
        if (there) {
          blog.patch(reservation, patch().set("/ownerId", "nobody"));
        }
      }
      case RESERVATION_OF_NOBODY -> {
        String unused = ReservationItem.idOfUsername("Unused " + number);
        ignoringTwice(
            () ->
                blog.create(
                    BlogContainer.USERS,
                    "{'id':'%s','type':'username','userId':'%s','ownerId':'u0'}"
                        .formatted(unused, unused)));
      }
      case NAME_TAKEN -> blog.patch(user, patch().set("/username", "uSER " + (number + 1) % 3));
      case USER_UNREADABLE -> blog.patch(user, patch().set("/version", "new"));
      default -> throw new IllegalStateException(name());
    }
  }

  private static java.util.Optional<ItemPlace> of(
      DamagedBlog blog, BlogContainer container, String type, int number) {
    Predicate<JsonNode> wanted =
        item -> item.path("type").asText().equals(type) && !item.has("deleted");
    List<ItemPlace> places =
        blog.items(container).stream()
            .filter(wanted)
            .filter(item -> !item.path("id").asText().startsWith("random"))
            .map(item -> DamagedBlog.place(container, item))
            .filter(place -> !place.partition().isEmpty())
            .sorted(Comparator.comparing(ItemPlace::partition).thenComparing(ItemPlace::id))
            .toList();
    return places.isEmpty()
        ? java.util.Optional.empty()
        : java.util.Optional.of(places.get(number % places.size()));
  }
}
