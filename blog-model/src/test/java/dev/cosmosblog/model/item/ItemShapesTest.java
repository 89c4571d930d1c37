package dev.cosmosblog.model.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostStatus;
import dev.cosmosblog.model.Tag;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ItemShapesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Instant DATE = Instant.parse("2026-11-20T13:37:31.250Z");
  private static final PostId POST = PostId.of("post-1");
  private static final UserId USER = UserId.of("user-1");

  private static final Post A_POST =
      new Post(
          POST,
          USER,
          "Ann",
          "Title",
          "Text",
          2,
          3,
          DATE,
          0,
          DATE,
          PostStatus.PUBLISHED,
          null,
          CustomProperties.NONE,
          null,
          null,
          List.of(),
          false);
  private static final Comment A_COMMENT =
      new Comment(CommentId.of("comment-1"), POST, USER, "Ann", "Nice", DATE);
  private static final Like A_LIKE = new Like(POST, USER, "Ann", DATE);

  private static void hasJson(Object item, String json) throws IOException {
    JsonNode written = JSON.readTree(JSON.writeValueAsString(item));
    assertThat(written).isEqualTo(JSON.readTree(json));
  }

  private static <T> T read(String json, Class<T> type) throws IOException {
    return JSON.readValue(json, type);
  }

  @Test
  void aUserIsStoredWithTheArticlesPropertiesAndAVersion() throws Exception {
    hasJson(
        UserItem.of(new User(USER, "Ann")),
        """
        {"id":"user-1","type":"user","userId":"user-1","username":"Ann","version":0}\
        """);
  }

  @Test
  void aPostIsStoredWithTheArticlesPropertiesAndVersions() throws Exception {
    hasJson(
        PostItem.of(A_POST, 5),
        """
        {"id":"post-1","type":"post","postId":"post-1","userId":"user-1","userUsername":"Ann",
        "userVersion":5,"title":"Title","content":"Text","commentCount":2,"likeCount":3,
        "creationDate":"2026-11-20T13:37:31.250Z","version":0}\
        """);
  }

  @Test
  void aCommentIsStoredWithTheArticlesPropertiesAndAVersion() throws Exception {
    hasJson(
        CommentItem.of(A_COMMENT, 5),
        """
        {"id":"comment-1","type":"comment","postId":"post-1","userId":"user-1",
        "userUsername":"Ann","userVersion":5,"content":"Nice",
        "creationDate":"2026-11-20T13:37:31.250Z"}\
        """);
  }

  @Test
  void aLikesIdIsDerivedFromItsUsersId() throws Exception {
    hasJson(
        LikeItem.of(A_LIKE, 5),
        """
        {"id":"like~user-1","type":"like","postId":"post-1","userId":"user-1",
        "userUsername":"Ann","userVersion":5,"creationDate":"2026-11-20T13:37:31.250Z"}\
        """);
  }

  @Test
  void aReservedNameIsStoredAloneInItsPartition() throws Exception {
    String id = ReservationItem.idOfUsername("Ann");
    hasJson(
        ReservationItem.ofUsername("Ann", USER, DATE),
        """
        {"id":"%s","type":"username","userId":"%s","username":"Ann","ownerId":"user-1",
        "reservedAt":"2026-11-20T13:37:31.250Z"}\
        """
            .formatted(id, id));
    assertThat(id)
        .matches("username~[0-9A-Za-z_-]{32}")
        .isEqualTo(ReservationItem.idOfUsername("ANN"));
    assertThat(ReservationItem.idOfUsername("A\u200bnn")).isEqualTo(id);
  }

  @Test
  void aPostsTagsAreStoredWithThoseThatItHadBefore() throws Exception {
    PostSummaryItem tagged =
        read(
            """
            {"id":"post-1","type":"post","userId":"user-1","tags":["b","a"],"version":7}\
            """,
            PostSummaryItem.class);
    TaggedPostItem first = TaggedPostItem.of(tagged);
    String id = TaggedPostItem.idOf("post-1");
    hasJson(
        first,
        """
        {"id":"%s","bucket":"tags","type":"taggedPost","postId":"post-1","tags":["b","a"],
        "listed":true,"version":7}\
        """
            .formatted(id));
    assertThat(id).matches("post~[0-9A-Za-z_-]{32}").isLessThan(TaggedPostItem.idOfTag(""));

    PostSummaryItem hidden =
        read(
            """
            {"id":"post-1","type":"unpublishedPost","status":"hidden","tags":["c","a"],"version":8}\
            """,
            PostSummaryItem.class);
    TaggedPostItem second = TaggedPostItem.of(hidden).after(first);
    hasJson(
        second,
        """
        {"id":"%s","bucket":"tags","type":"taggedPost","postId":"post-1","tags":["c","a"],
        "former":["b"],"listed":false,"version":8}\
        """
            .formatted(id));
    assertThat(first.counted()).containsExactlyInAnyOrder("a", "b");
    assertThat(second.counted()).isEmpty();
    assertThat(second.places()).containsExactly("c", "a", "b");
    assertThat(first.after(second).former()).as("lost and got again").containsExactly("c");
    assertThat(second.settled()).isEqualTo(TaggedPostItem.of(hidden));
  }

  @Test
  void theTagOfAnItemIsInItsId() {
    assertThat(TaggedPostItem.tagOf(TaggedPostItem.idOfTag("java"))).contains(Tag.of("java"));
    for (String other : List.of("x", "tag", "tag~", "tag~No!", "java", "other~java")) {
      assertThat(TaggedPostItem.tagOf(other)).as(other).isEmpty();
    }
  }

  @Test
  void writtenItemsAreReadBack() throws Exception {
    assertThat(read(JSON.writeValueAsString(PostItem.of(A_POST, 1)), PostItem.class).toPost())
        .isEqualTo(A_POST);
    assertThat(
            read(JSON.writeValueAsString(CommentItem.of(A_COMMENT, 1)), CommentItem.class)
                .toComment())
        .isEqualTo(A_COMMENT);
    assertThat(read(JSON.writeValueAsString(LikeItem.of(A_LIKE, 1)), LikeItem.class).toLike())
        .isEqualTo(A_LIKE);
    User user = new User(USER, "Ann");
    assertThat(read(JSON.writeValueAsString(UserItem.of(user)), UserItem.class).toUser())
        .isEqualTo(user);
  }

  @Test
  void unknownPropertiesAreIgnored() throws Exception {
    String unknown = "\"_etag\":\"x\",\"_ts\":1,\"mood\":{\"deep\":[1]},\"ttl\":-1}";
    assertThat(read("{\"id\":\"user-1\",\"username\":\"Ann\"," + unknown, UserItem.class).toUser())
        .isEqualTo(new User(USER, "Ann"));
    assertThat(read("{\"id\":\"p\",\"userId\":\"u\"," + unknown, PostItem.class).toPost().id())
        .isEqualTo(PostId.of("p"));
    String member = "{\"id\":\"c\",\"postId\":\"p\",\"userId\":\"u\"," + unknown;
    assertThat(read(member, CommentItem.class).toComment().id()).isEqualTo(CommentId.of("c"));
    assertThat(read(member, LikeItem.class).toLike().userId()).isEqualTo(UserId.of("u"));
    assertThat(read("{\"id\":\"n\"," + unknown, ReservationItem.class).id()).isEqualTo("n");
  }

  @Test
  void missingPropertiesHaveDefaults() throws Exception {
    assertThat(read("{\"id\":\"p\",\"userId\":\"u\"}", PostItem.class))
        .satisfies(item -> assertThat(item.version()).isZero())
        .satisfies(item -> assertThat(item.userVersion()).isZero())
        .extracting(PostItem::toPost)
        .isEqualTo(new Post(PostId.of("p"), UserId.of("u"), "", "", "", Instant.EPOCH));
    assertThat(read("{\"userId\":\"u\"}", UserItem.class).toUser())
        .isEqualTo(new User(UserId.of("u"), ""));
    assertThat(read("{\"userId\":\"u\"}", UserItem.class).name())
        .isEqualTo(new VersionedName("", 0));
    assertThat(
            read("{\"id\":\"c\",\"postId\":\"p\",\"userId\":\"u\"}", CommentItem.class).toComment())
        .isEqualTo(
            new Comment(CommentId.of("c"), PostId.of("p"), UserId.of("u"), "", "", Instant.EPOCH));
    assertThat(read("{\"postId\":\"p\",\"userId\":\"u\"}", LikeItem.class).toLike())
        .isEqualTo(new Like(PostId.of("p"), UserId.of("u"), "", Instant.EPOCH));
    assertThat(read("{}", ReservationItem.class).since()).isEqualTo(Instant.EPOCH);
  }

  @Test
  void anItemWithoutAnIdIsMalformed() throws Exception {
    malformed("{\"id\":\"p\"}", PostItem.class, PostItem::toPost, "p", "userId");
    malformed("{\"userId\":\"u\"}", PostItem.class, PostItem::toPost, "", "postId");
    malformed("{\"id\":\"p\"}", PostItem.class, PostItem::summary, "p", "userId");
    String endless = "{\"id\":\"p\",\"postId\":\"p\",\"userId\":\"u\",\"userUsername\":\"%s\"}";
    malformed(
        endless.formatted("x".repeat(1_001)),
        PostItem.class,
        PostItem::summary,
        "p",
        "userUsername");
    malformed("{}", UserItem.class, UserItem::toUser, "", "userId");
    malformed(
        "{\"id\":\"c\",\"userId\":\"u\"}",
        CommentItem.class,
        CommentItem::toComment,
        "c",
        "postId");
    malformed(
        "{\"id\":\"c\",\"postId\":\"p\"}",
        CommentItem.class,
        CommentItem::toComment,
        "c",
        "userId");
    malformed(
        "{\"postId\":\"p\",\"userId\":\"u\"}",
        CommentItem.class,
        CommentItem::toComment,
        "",
        "'id'");
    malformed("{\"id\":\"l\",\"postId\":\"p\"}", LikeItem.class, LikeItem::toLike, "l", "userId");
  }

  @Test
  void anInvalidIdOrDateIsMalformed() throws Exception {
    malformed(
        "{\"id\":\"p\",\"userId\":\"a/b\"}", PostItem.class, PostItem::toPost, "p", "contains '/'");
    malformed(
        "{\"id\":\"p\",\"userId\":\"u\",\"creationDate\":\"soon\"}",
        PostItem.class,
        PostItem::toPost,
        "p",
        "creationDate");
    malformed(
        "{\"id\":\"n\",\"reservedAt\":\"soon\"}",
        ReservationItem.class,
        ReservationItem::since,
        "n",
        "creationDate");
  }

  private static <T> void malformed(
      String json, Class<T> type, Function<T, ?> reading, String itemId, String property)
      throws IOException {
    T item = read(json, type);
    assertThatThrownBy(() -> reading.apply(item))
        .isInstanceOfSatisfying(
            MalformedItemException.class, e -> assertThat(e.itemId()).isEqualTo(itemId))
        .hasMessageContaining(property)
        .hasMessageContaining("Repair or delete the item");
  }

  @Test
  void aSummaryItemDiffersFromItsPostOnlyInContent() {
    Post whole =
        new Post(
            POST,
            USER,
            "Ann",
            "Title",
            "x".repeat(300),
            2,
            3,
            DATE,
            0,
            DATE,
            PostStatus.PUBLISHED,
            null,
            CustomProperties.NONE,
            null,
            null,
            List.of(),
            false);
    PostItem item = PostItem.of(whole, 5);
    PostSummaryItem summary = item.summary();
    assertThat(summary)
        .usingRecursiveComparison()
        .ignoringFields("content", "editVersion", "updatedAt", "deleted", "commentsClosed")
        .isEqualTo(item);
    assertThat(summary.content()).isEqualTo("x".repeat(100));
    assertThat(summary.toSummary()).isEqualTo(whole.summary());
  }

  @Test
  void anEditedItemHasAVersionAndADateWhichSummariesLeaveOut() throws Exception {
    String edited =
        "\"userId\":\"u\",\"editVersion\":4,\"updatedAt\":\"2026-11-20T13:37:31.250Z\"}";
    PostItem item = read("{\"id\":\"p\",\"postId\":\"p\"," + edited, PostItem.class);
    assertThat(item.toPost().version()).isEqualTo(4);
    assertThat(item.toPost().updatedAt()).isEqualTo(DATE);
    assertThat(JSON.writeValueAsString(item.summary())).doesNotContain("edit", "updated");
    Comment comment =
        read("{\"id\":\"c\",\"postId\":\"p\"," + edited, CommentItem.class).toComment();
    assertThat(comment.version()).isEqualTo(4);
    assertThat(comment.updatedAt()).isEqualTo(DATE);
  }

  @Test
  void onlyTrueClosesTheComments() throws Exception {
    for (String stored : List.of("null", "false", "\"true\"", "1", "{}", "[true]")) {
      PostItem item =
          read("{\"id\":\"p\",\"userId\":\"u\",\"commentsClosed\":" + stored + "}", PostItem.class);
      assertThat(item.toPost().commentsClosed()).as(stored).isFalse();
      assertThat(JSON.writeValueAsString(item)).as(stored).doesNotContain("commentsClosed");
    }
    PostItem closed =
        read("{\"id\":\"p\",\"userId\":\"u\",\"commentsClosed\":true}", PostItem.class);
    assertThat(closed.toPost().commentsClosed()).isTrue();
    assertThat(PostItem.of(closed.toPost(), 0).toPost()).isEqualTo(closed.toPost());
    assertThat(JSON.readTree(JSON.writeValueAsString(closed)).path("commentsClosed").isBoolean())
        .isTrue();
  }

  @Test
  void anEditWithAnInvalidVersionOrDateIsIgnored() throws Exception {
    Post post =
        read(
                "{\"id\":\"p\",\"userId\":\"u\",\"editVersion\":-1,\"updatedAt\":\"soon\"}",
                PostItem.class)
            .toPost();
    assertThat(post.version()).isZero();
    assertThat(post.updatedAt()).isEqualTo(post.creationDate());
  }

  @Test
  void aVersionIsNeverNegative() {
    assertThatThrownBy(
            () ->
                new Post(
                    POST,
                    USER,
                    "",
                    "",
                    "",
                    0,
                    0,
                    DATE,
                    -1,
                    DATE,
                    PostStatus.PUBLISHED,
                    null,
                    CustomProperties.NONE,
                    null,
                    null,
                    List.of(),
                    false))
        .hasMessageContaining("version must be 0 or more");
    assertThatThrownBy(
            () ->
                new Comment(
                    A_COMMENT.id(),
                    POST,
                    USER,
                    "",
                    "",
                    DATE,
                    -1,
                    DATE,
                    false,
                    false,
                    CustomProperties.NONE))
        .hasMessageContaining("version must be 0 or more");
  }

  @Test
  void aSummaryNormalizesItsPost() throws Exception {
    PostItem foreign =
        read(
            """
            {"id":"p","postId":"p","userId":"u","creationDate":"2019-03-04T12:00:00+02:00"}\
            """,
            PostItem.class);
    assertThat(foreign.summary())
        .satisfies(copy -> assertThat(copy.creationDate()).isEqualTo("2019-03-04T10:00:00.000Z"))
        .satisfies(copy -> assertThat(copy.postId()).isEqualTo("p"))
        .satisfies(copy -> assertThat(copy.type()).isEqualTo("post"))
        .satisfies(copy -> assertThat(copy.content()).isEmpty());
  }

  /** No point read would find such a post. */
  @Test
  void aPostInTheWrongPartitionHasNoSummary() throws Exception {
    for (String key : new String[] {"", ",\"postId\":\"other\"", ",\"postId\":5"}) {
      malformed(
          "{\"id\":\"p\",\"userId\":\"u\"" + key + "}",
          PostItem.class,
          PostItem::summary,
          "p",
          "postId");
    }
  }

  @Test
  void theStateWithTheLargerVersionIsTheNewest() throws Exception {
    PostSummaryItem first = PostItem.of(A_POST, 0).summary();
    PostSummaryItem second = read("{\"id\":\"post-1\",\"version\":1}", PostSummaryItem.class);
    assertThat(first.newest(second)).isSameAs(second);
    assertThat(second.newest(first)).isSameAs(second);
    PostSummaryItem again = PostItem.of(A_POST, 0).summary();
    assertThat(first.newest(again)).isSameAs(first);
  }

  @Test
  void theNewestStateHasTheNameWithTheLargerUserVersion() throws Exception {
    PostSummaryItem renamed =
        PostItem.of(A_POST, 1).summary().named(new VersionedName("Annika", 2));
    PostSummaryItem liked =
        read("{\"id\":\"post-1\",\"userVersion\":1,\"version\":7}", PostSummaryItem.class);
    PostSummaryItem expected = liked.named(new VersionedName("Annika", 2));
    assertThat(renamed.newest(liked)).isEqualTo(expected);
    assertThat(liked.newest(renamed)).isEqualTo(expected);
  }

  /** Another program wrote the version of an erased user beside a name. */
  @Test
  void anEntryHasTheNameOfItsLargerVersionIfTheUserVersionsAreEqual() throws Exception {
    long last = VersionedName.LAST_VERSION;
    ListingItem before = entry("{\"userUsername\":\"Ann\",\"userVersion\":%d,\"version\":6}", last);
    ListingItem erased = entry("{\"userUsername\":\"-\",\"userVersion\":%d,\"version\":7}", last);
    assertThat(before.newest(erased)).isEqualTo(erased);
    assertThat(erased.newest(before)).isEqualTo(erased);
  }

  private static ListingItem entry(String json, long userVersion) throws Exception {
    return read(json.formatted(userVersion), ListingItem.class);
  }

  @ParameterizedTest
  @CsvSource({
    "2, 1, true",
    "1, 1, false",
    "1, 2, false",
    "4503599627370496, 9007199254740992, true",
    "9007199254740992, 4503599627370496, false"
  })
  void aNameReplacesAnOlderOne(long version, long other, boolean replaces) {
    VersionedName name = new VersionedName("-", version);
    assertThat(name.replaces(new VersionedName("Ann", other))).isEqualTo(replaces);
  }

  @Test
  void anErasedUsersNameReplacesAnotherOneOfItsVersion() {
    VersionedName erased = new VersionedName("-", VersionedName.LAST_VERSION);
    assertThat(erased.replaces(new VersionedName("Ann", erased.version()))).isTrue();
    assertThat(erased.replaces(new VersionedName("-", erased.version()))).isFalse();
  }

  @Test
  void aReservationHasItsOwner() {
    ReservationItem reservation = ReservationItem.ofUsername("Ann", USER, DATE);
    assertThat(reservation.heldBy(USER)).isTrue();
    assertThat(reservation.heldBy(UserId.of("user-2"))).isFalse();
    assertThat(reservation.since()).isEqualTo(DATE);
  }
}
