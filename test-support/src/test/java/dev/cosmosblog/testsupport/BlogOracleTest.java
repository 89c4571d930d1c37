package dev.cosmosblog.testsupport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BlogOracleTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String LONG = "x".repeat(99) + "\uD83D\uDE00 and more";
  private static final String DAY = "2026-01-0%dT00:00:00.000Z";

  /** The items of a correct blog, by container, to be changed. */
  private static final class Stored {
    final Map<String, List<ObjectNode>> items =
        Map.of(
            "users", new ArrayList<>(),
            "posts", new ArrayList<>(),
            "feed", new ArrayList<>(),
            "listings", new ArrayList<>(),
            "leases", new ArrayList<>());

    Stored() {
      user("ann", "Ann", 1);
      user("bob", "Bob", 0);
      add(
          "users",
          "{id:'gone',userId:'gone',type:'erasedUser',username:'-',version:2,erasure:'ANONYMISE'}");
      add("users", "{id:'left',userId:'left',type:'erasedUser',version:1,erasure:'REMOVE'}");
      post("p1", 1, "");
      post("p2", 2, "");
      post("p3", 3, "");
      post("hidden", 4, "hidden");
      post("later", 5, "scheduled");
      tag("p2", "tag~java");
      tag("hidden", "tag~java~2026-01-03");
      add(
          "listings",
          "{id:'tag~java',bucket:'tags',type:'tag',posts:1,firstDays:['0000-01-01','2026-01-03']}");
      add("listings", "{id:'tag~old',bucket:'tags',type:'tag',posts:0}");
      add("posts", "{id:'old',postId:'old',userId:'ann',type:'post',deleted:true,ttl:9}");
      add("users", "{id:'old',userId:'ann',type:'removedPost',ttl:9}");
      reaction("c1", "comment", "bob", "Bob", 0);
      reaction("c2", "hiddenComment", "gone", "-", 1L << 52);
      reaction("like~ann", "like", "ann", "Ann", 1);
      reaction("c3", "hiddenComment", "ann", "Ann", 1);
      item("posts", "c3").put("pending", true);
      ObjectNode queued = add("listings", "{bucket:'pending',type:'pendingComment'}");
      queued.setAll((ObjectNode) item("posts", "c3").deepCopy().without("type"));
      queued.put("id", "comment~c3").put("commentId", "c3");
      ObjectNode page = add("feed", "{id:'newest',type:'feed',size:2,incomplete:false,posts:[]}");
      page.withArray("posts").add(copy("p3").deepCopy()).add(copy("p2").deepCopy());
      add(
          "listings",
          "{id:'buckets',bucket:'buckets',type:'buckets',firstDays:['2026-01-01','2026-01-03']}");
    }

    private void user(String id, String name, int version) {
      add(
          "users",
          "{id:'%s',userId:'%s',type:'user',username:'%s',version:%d}"
              .formatted(id, id, name, version));
      String reservation = BlogOracle.reservationId(name);
      add(
          "users",
          "{id:'%s',userId:'%s',type:'username',username:'%s',ownerId:'%s'}"
              .formatted(reservation, reservation, name, id));
    }

    /** Adds a post of Ann's with its copies. */
    private void post(String id, int day, String status) {
      ObjectNode post =
          add(
                  "posts",
                  "{type:'post',userId:'ann',userUsername:'Ann',userVersion:1,title:'T',version:3}")
              .put("id", id)
              .put("postId", id)
              .put("content", LONG)
              .put("creationDate", DAY.formatted(day))
              .put("commentCount", id.equals("p1") ? 1 : 0)
              .put("likeCount", id.equals("p1") ? 1 : 0);
      post.putObject("properties").put("tag", 1).put("secret", 2);
      if (!status.isEmpty()) {
        post.put("status", status);
      }
      if (status.equals("scheduled")) {
        post.put("publishAt", DAY.formatted(9));
      }
      ObjectNode copy = post.deepCopy();
      copy.put("content", "x".repeat(99))
          .put("type", status.isEmpty() ? "post" : "unpublishedPost");
      copy.putObject("properties").put("tag", 1);
      items.get("users").add(copy);
      if (!status.equals("scheduled")) {
        ObjectNode entry = copy.deepCopy();
        entry.remove(List.of("postId", "content", "commentCount", "likeCount", "status"));
        items
            .get("listings")
            .add(entry.put("bucket", day < 3 ? "2026-01-01" : "2026-01-03").put("version", 0));
      }
    }

    /** Gives a post the tag java. */
    private void tag(String post, String bucket) {
      for (String container : List.of("posts", "users", "listings")) {
        item(container, post).putArray("tags").add("java");
      }
      items.get("listings").add(item("listings", post).deepCopy().put("bucket", bucket));
      add(
          "listings",
          "{id:'post~%s',bucket:'tags',type:'taggedPost',postId:'%s',tags:['java'],listed:%b}"
              .formatted(post, post, post.equals("p2")));
    }

    private void reaction(String id, String type, String user, String name, long version) {
      add(
          "posts",
          "{id:'%s',postId:'p1',type:'%s',userId:'%s',userUsername:'%s',userVersion:%d}"
              .formatted(id, type, user, name, version));
    }

    ObjectNode add(String container, String json) {
      try {
        String quoted = json.replace('\'', '"').replaceAll("([{,])(\\w+):", "$1\"$2\":");
        ObjectNode item = (ObjectNode) JSON.readTree(quoted);
        items.get(container).add(item);
        return item;
      } catch (IOException e) {
        throw new IllegalArgumentException(json, e);
      }
    }

    ObjectNode item(String container, String id) {
      return items.get(container).stream()
          .filter(item -> item.path("id").asText().equals(id))
          .findFirst()
          .orElseThrow();
    }

    ObjectNode entry(String bucket, String post) {
      return items.get("listings").stream()
          .filter(item -> item.path("bucket").asText().equals(bucket))
          .filter(item -> item.path("id").asText().equals(post))
          .findFirst()
          .orElseThrow();
    }

    ObjectNode copy(String post) {
      return item("users", post);
    }

    ArrayNode frontPage() {
      return item("feed", "newest").withArray("posts");
    }

    void remove(String container, String id) {
      items.get(container).remove(item(container, id));
    }

    List<OracleFinding> findings() {
      return BlogOracle.of(items.get("users"), items.get("posts"), items.get("feed"))
          .listings(items.get("listings"))
          .leases(items.get("leases"))
          .frontPageSize(2)
          .summaryProperties(Set.of("tag"))
          .due(Instant.parse(DAY.formatted(8)))
          .findings();
    }
  }

  @Test
  void aCorrectBlogHasNoFindings() {
    assertThat(new Stored().findings()).isEmpty();
  }

  @Test
  void anEmptyBlogHasNoFindings() {
    assertThat(BlogOracle.of(List.of(), List.of(), List.of()).findings()).isEmpty();
  }

  @Test
  void aFindingNamesTheItemAndBothValues() {
    Stored blog = new Stored();
    blog.copy("p1").put("likeCount", 7);

    assertThat(blog.findings())
        .singleElement()
        .hasToString(
            "I3: item 'p1' in partition 'ann' of users is stale: likeCount is 7 instead of 1");
  }

  @Test
  void countsAndLikesOfOnePostCanBeCheckedAtEveryMoment() {
    Stored blog = new Stored();
    List<ObjectNode> partition =
        blog.items.get("posts").stream()
            .filter(item -> item.path("postId").asText().equals("p1"))
            .toList();
    assertThat(BlogOracle.reactions(partition)).isEmpty();

    blog.item("posts", "p1").put("commentCount", 2);

    assertThat(BlogOracle.reactions(partition))
        .extracting(OracleFinding::invariant)
        .containsExactly("I1");
  }

  private static Arguments plant(String expected, Consumer<Stored> damage) {
    return arguments(expected, damage);
  }

  static Stream<Arguments> damages() {
    return Stream.of(
        plant("I1 WRONG_COUNT posts p1 p1", blog -> blog.remove("posts", "c1")),
        plant("I1 WRONG_COUNT posts p1 p1", blog -> blog.remove("posts", "like~ann")),
        plant(
            "I2 UNGUARDED_LIKE posts p1 random",
            blog -> blog.item("posts", "like~ann").put("id", "random")),
        plant("I3 STALE_SUMMARY users ann p1", blog -> blog.copy("p1").put("title", "Old")),
        plant("I3 STALE_SUMMARY users ann p1", blog -> blog.copy("p1").put("likeCount", "many")),
        plant("I3 STALE_SUMMARY users ann p1", blog -> blog.copy("p1").put("content", LONG)),
        plant("I3 STALE_SUMMARY users ann p1", blog -> blog.copy("p1").put("version", 99)),
        plant("I3 MISSING_SUMMARY users ann p1", blog -> blog.remove("users", "p1")),
        plant(
            "I3 MISSING_SUMMARY users ann p1", blog -> blog.copy("p1").put("type", "removedPost")),
        plant(
            "I3 MISSING_AUTHOR posts p1 c1",
            blog -> blog.item("posts", "c1").put("userId", "nobody")),
        plant(
            "I3 WRONG_FRONT_PAGE feed feed p3",
            blog -> ((ObjectNode) blog.frontPage().get(0)).put("userUsername", "Old")),
        plant("I5 WRONG_FRONT_PAGE feed feed p2", blog -> blog.frontPage().remove(1)),
        plant("I5 WRONG_FRONT_PAGE feed feed p1", blog -> blog.frontPage().add(blog.copy("p1"))),
        plant("I5 WRONG_FRONT_PAGE feed feed p2", blog -> blog.frontPage().add(blog.copy("p2"))),
        plant(
            "I5 WRONG_FRONT_PAGE feed feed newest",
            blog -> blog.frontPage().add(blog.frontPage().remove(0))),
        plant(
            "I5 WRONG_FRONT_PAGE feed feed newest",
            blog -> blog.item("feed", "newest").put("incomplete", true)),
        plant(
            "I6 UNRESERVED_NAME users bob bob",
            blog -> blog.remove("users", BlogOracle.reservationId("Bob"))),
        plant(
            "I6 UNRESERVED_SLUG posts p1 p1",
            blog -> blog.item("posts", "p1").putArray("formerSlugs").add("old")),
        plant(
            "I8 STALE_NAME posts p1 c1",
            blog -> blog.item("posts", "c1").put("userUsername", "Robert")),
        plant("I8 STALE_NAME posts p1 c2", blog -> blog.item("posts", "c2").put("userVersion", 1)),
        plant(
            "I9 SURPLUS_SUMMARY users bob p1",
            blog -> blog.items.get("users").add(blog.copy("p1").deepCopy().put("userId", "bob"))),
        plant("I9 SURPLUS_SUMMARY users ann old", blog -> blog.copy("old").put("type", "post")),
        plant(
            "I9 LEFTOVER posts old c",
            blog -> blog.add("posts", "{id:'c',postId:'old',type:'comment',userId:'bob'}")),
        plant("I9 LEFTOVER posts p1 c2", blog -> blog.item("posts", "c2").put("userId", "left")),
        plant(
            "I9 ORPHAN posts none c",
            blog -> blog.add("posts", "{id:'c',postId:'none',type:'comment',userId:'bob'}")),
        plant(
            "I9 UNFINISHED_ERASURE users gone gone",
            blog -> blog.item("users", "gone").put("formerUsername", "Gus")),
        plant(
            "I10 UNREADABLE_ITEM posts p1 c2",
            blog -> blog.item("posts", "c2").putArray("content")),
        plant(
            "I10 UNREADABLE_ITEM posts  keyless",
            blog -> blog.add("posts", "{id:'keyless',type:'post',userId:'ann'}")),
        plant(
            "I10 UNREADABLE_ITEM posts bad bad",
            blog -> blog.add("posts", "{id:'bad',postId:'bad',type:'post',userId:'a/b'}")),
        plant(
            "I10 UNREADABLE_ITEM posts bad bad",
            blog ->
                blog.add(
                    "posts",
                    "{id:'bad',postId:'bad',type:'post',userId:'ann',creationDate:'yesterday'}")),
        plant(
            "I10 UNREADABLE_ITEM users bob bob",
            blog -> blog.item("users", "bob").put("version", "new")),
        plant(
            "I10 DEAD_LETTER posts p1 p1",
            blog ->
                blog.add(
                    "leases",
                    "{id:'d',type:'deadLetter',feed:'POSTS',partition:'p1',itemId:'p1'}")),
        plant(
            "I11 STALE_SUMMARY users ann p1",
            blog -> blog.copy("p1").putObject("properties").put("tag", 2)),
        plant(
            "I11 STALE_SUMMARY users ann p1",
            blog -> blog.copy("p1").withObject("/properties").put("secret", 2)),
        plant(
            "I12 STALE_SUMMARY users ann hidden", blog -> blog.copy("hidden").put("type", "post")),
        plant("I12 STALE_SUMMARY users ann later", blog -> blog.copy("later").remove("publishAt")),
        plant("I14 MISSING_ENTRY listings 2026-01-03 p3", blog -> blog.remove("listings", "p3")),
        plant(
            "I14 SURPLUS_ENTRY listings 2026-01-01 old",
            blog -> blog.add("listings", "{id:'old',bucket:'2026-01-01',type:'post'}")),
        plant(
            "I12 STALE_ENTRY listings 2026-01-03 hidden",
            blog -> blog.item("listings", "hidden").put("type", "post")),
        plant("I3 STALE_SUMMARY users ann p2", blog -> blog.copy("p2").remove("tags")),
        plant(
            "I3 STALE_ENTRY listings 2026-01-01 p2",
            blog -> blog.item("listings", "p2").remove("tags")),
        plant(
            "I3 STALE_ENTRY listings tag~java p2",
            blog -> blog.entry("tag~java", "p2").put("title", "Old")),
        plant(
            "I14 MISSING_ENTRY listings tag~java p2",
            blog -> blog.items.get("listings").remove(blog.entry("tag~java", "p2"))),
        plant(
            "I14 MISSING_ENTRY listings tag~java p2",
            blog -> blog.entry("tag~java", "p2").put("type", "removedPost")),
        plant(
            "I14 SURPLUS_ENTRY listings tag~old p2",
            blog -> copy(blog, "tag~java", "p2").put("bucket", "tag~old")),
        plant(
            "I14 SURPLUS_ENTRY listings tag~java p3",
            blog -> copy(blog, "2026-01-03", "p3").put("bucket", "tag~java")),
        plant("I14 STALE_ENTRY listings tags p2", blog -> blog.remove("listings", "post~p2")),
        plant(
            "I14 STALE_ENTRY listings tags p2",
            blog -> blog.item("listings", "post~p2").putArray("tags").add("old")),
        plant(
            "I14 STALE_ENTRY listings tags hidden",
            blog -> blog.item("listings", "post~hidden").put("listed", true)),
        plant(
            "I14 SURPLUS_ENTRY listings tags old",
            blog -> copy(blog, "tags", "post~p2").put("postId", "old")),
        plant(
            "I14 SURPLUS_ENTRY listings tags later",
            blog -> copy(blog, "tags", "post~p2").put("postId", "later")),
        plant(
            "I14 WRONG_TAG listings tags tag~java",
            blog -> blog.item("listings", "tag~java").put("posts", 2)),
        plant(
            "I14 WRONG_TAG listings tags tag~old",
            blog -> blog.item("listings", "tag~old").put("posts", 1)),
        plant("I14 MISSING_ENTRY listings p1 c3", blog -> blog.remove("listings", "comment~c3")),
        plant(
            "I3 STALE_ENTRY listings p1 c3",
            blog -> blog.item("listings", "comment~c3").put("userUsername", "Rob")),
        plant(
            "I14 SURPLUS_ENTRY listings p1 c3",
            blog -> blog.item("posts", "c3").put("pending", false)),
        plant("I14 SURPLUS_ENTRY listings p1 c3", blog -> blog.remove("posts", "c3")));
  }

  private static ObjectNode copy(Stored blog, String bucket, String id) {
    ObjectNode copy = blog.entry(bucket, id).deepCopy();
    blog.items.get("listings").add(copy);
    return copy;
  }

  @ParameterizedTest
  @MethodSource("damages")
  void plantedDamageIsTheOnlyFinding(String expected, Consumer<Stored> damage) {
    Stored blog = new Stored();

    damage.accept(blog);

    assertThat(lines(blog)).containsExactly(expected);
  }

  private static List<String> lines(Stored blog) {
    return blog.findings().stream()
        .map(
            found ->
                String.join(
                    " ",
                    found.invariant(),
                    found.kind().name(),
                    found.container(),
                    found.partitionKey(),
                    found.id()))
        .toList();
  }

  @Test
  void aSecondLikeIsADuplicateAndCounted() {
    Stored blog = new Stored();
    blog.items.get("posts").add(blog.item("posts", "like~ann").deepCopy().put("id", "random"));

    assertThat(lines(blog))
        .containsExactly("I2 DUPLICATE_LIKE posts p1 random", "I1 WRONG_COUNT posts p1 p1");
  }

  @Test
  void aNameOfTwoUsersIsTakenByOneOfThem() {
    Stored blog = new Stored();
    blog.item("users", "bob").put("username", " ANN ");

    assertThat(lines(blog))
        .containsExactly(
            "I6 TAKEN_NAME users bob bob",
            "I6 UNUSED_RESERVATION users %1$s %1$s".formatted(BlogOracle.reservationId("Bob")),
            "I8 STALE_NAME posts p1 c1");
  }

  @Test
  void aPostThatIsNotPublishedInTimeIsOverdue() {
    Stored blog = new Stored();
    blog.item("posts", "later").put("publishAt", DAY.formatted(7));

    assertThat(lines(blog))
        .containsExactly("I13 OVERDUE_POST posts later later", "I12 STALE_SUMMARY users ann later");
  }

  @Test
  void aMonthThatTheListOfBucketsLacksIsFound() {
    Stored blog = new Stored();
    blog.item("listings", "buckets").putArray("firstDays").add("2026-02-01");

    assertThat(blog.findings()).hasSize(8).allMatch(found -> found.invariant().equals("I14"));
  }

  /** Readers find neither the tag nor its posts. */
  @Test
  void aTagThatTheListOfTagsLacksIsFound() {
    Stored blog = new Stored();
    blog.item("listings", "tag~java").put("type", "other");

    assertThat(lines(blog))
        .containsExactly(
            "I14 MISSING_ENTRY listings tag~java p2", "I14 SURPLUS_ENTRY listings tag~java p2");
  }

  @Test
  void anEntryInAnotherBucketIsFound() {
    Stored blog = new Stored();
    blog.entry("2026-01-03", "p3").put("bucket", "2026-01-01");
    blog.entry("tag~java~2026-01-03", "hidden").put("bucket", "tag~java");

    assertThat(lines(blog))
        .containsExactlyInAnyOrder(
            "I14 MISSING_ENTRY listings 2026-01-03 p3",
            "I14 SURPLUS_ENTRY listings 2026-01-01 p3",
            "I14 MISSING_ENTRY listings tag~java~2026-01-03 hidden",
            "I14 SURPLUS_ENTRY listings tag~java hidden");
  }

  @Test
  void anUnpublishedPostOnTheFrontPageIsFound() {
    Stored blog = new Stored();
    JsonNode hidden = blog.copy("hidden");
    blog.frontPage().insert(0, hidden);

    assertThat(lines(blog)).containsExactly("I5 WRONG_FRONT_PAGE feed feed hidden");
  }

  @Test
  void aPostWithItsAuthorsIdHasNoCopyButADeadLetter() {
    Stored blog = new Stored();
    blog.add(
        "posts",
        "{id:'ann',postId:'ann',type:'post',userId:'ann',userUsername:'Ann',userVersion:1}");
    blog.add("leases", "{id:'d',type:'deadLetter',feed:'POSTS',partition:'ann',itemId:'ann'}");

    assertThat(blog.findings()).isEmpty();
  }
}
