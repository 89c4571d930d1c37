package dev.cosmosblog.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.cosmosblog.model.ArchivedMonth;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.ListedPost;
import dev.cosmosblog.model.ListedTag;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostStatus;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.Tag;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.query.ContinuationToken;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.SessionToken;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The JSON of controllers, with Jackson 3 as in Spring Boot 4, and with Jackson 2. */
class JsonTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final PostId POST = PostId.of("p1");
  private static final UserId ANN = UserId.of("ann");
  private static final Post A_POST = new Post(POST, ANN, "Ann", "Tides", "Text", NOON);

  private static final Post TAGGED =
      new Post(
          POST,
          ANN,
          "Ann",
          "Tides",
          "Text",
          0,
          0,
          NOON,
          0,
          NOON,
          PostStatus.PUBLISHED,
          null,
          CustomProperties.NONE,
          null,
          null,
          List.of(Tag.of("sea"), Tag.of("moon")),
          false);

  private static final Post SCHEDULED =
      new Post(
          POST,
          ANN,
          "Ann",
          "Tides",
          "Text",
          1,
          2,
          NOON,
          3,
          NOON,
          PostStatus.SCHEDULED,
          NOON,
          CustomProperties.NONE,
          "An excerpt",
          Slug.of("low-tide"),
          List.of(),
          true);

  private final JsonMapper jackson3 = JsonMapper.builder().build();
  private final ObjectMapper jackson2 = new ObjectMapper().registerModule(new JavaTimeModule());

  static List<Object> values() {
    CustomProperties tags = CustomProperties.of(Map.of("topics", List.of("bees")));
    Comment comment = new Comment(CommentId.of("c1"), POST, ANN, "Ann", "Nice", NOON);
    return List.of(
        POST,
        ANN,
        CommentId.of("c1"),
        Slug.of("low-tide"),
        new ContinuationToken("next"),
        new SessionToken("1~p0.-1.5"),
        A_POST,
        A_POST.with(tags),
        A_POST.summary(),
        TAGGED,
        TAGGED.summary(),
        SCHEDULED,
        SCHEDULED.summary(),
        new ListedTag(Tag.of("sea"), 7),
        comment.with(tags),
        new User(ANN, "Ann", 1),
        new Like(POST, ANN, "Ann", NOON),
        new ListedPost(
            POST, ANN, "Ann", "Tides", Slug.of("low-tide"), List.of(Tag.of("sea")), NOON, tags),
        new ArchivedMonth(YearMonth.of(2026, 3), 4));
  }

  @ParameterizedTest
  @MethodSource("values")
  void isReadBackByBothJacksons(Object value) throws Exception {
    String json = jackson3.writeValueAsString(value);

    assertThat(jackson2.readTree(jackson2.writeValueAsString(value)))
        .isEqualTo(jackson2.readTree(json));
    assertThat(json).doesNotContain("null");
    assertThat(jackson3.readValue(json, value.getClass())).isEqualTo(value);
    assertThat(jackson2.readValue(json, value.getClass())).isEqualTo(value);
  }

  @Test
  void idsAreTextsAndDatesAreInIso8601() {
    assertThat(jackson3.writeValueAsString(POST)).isEqualTo("\"p1\"");
    assertThat(jackson3.readTree(jackson3.writeValueAsString(TAGGED)).path("tags"))
        .isEqualTo(jackson3.readTree("[\"sea\",\"moon\"]"));
    assertThat(jackson3.readTree(jackson3.writeValueAsString(A_POST)))
        .isEqualTo(
            jackson3.readTree(
                """
                {"id":"p1","userId":"ann","userUsername":"Ann","title":"Tides","content":"Text",
                 "commentCount":0,"likeCount":0,"creationDate":"2026-03-01T12:00:00Z","version":0,
                 "updatedAt":"2026-03-01T12:00:00Z","status":"PUBLISHED","properties":{},
                 "tags":[],"commentsClosed":false}
                """));
  }

  @Test
  void aPageHasItsEntriesAndTokenButNotItsCost() throws Exception {
    Page<Post> page = new Page<>(List.of(A_POST), new ContinuationToken("next"), 2.8, 1);
    String json = jackson3.writeValueAsString(page);

    assertThat(jackson3.readTree(json).propertyNames())
        .containsExactlyInAnyOrder("items", "nextToken");
    assertThat(jackson3.readTree(json).path("nextToken").asString()).isEqualTo("next");
    Page<Post> read = jackson3.readValue(json, new TypeReference<Page<Post>>() {});
    assertThat(read).isEqualTo(Page.of(page.items(), page.nextToken()));
    assertThat(
            jackson2.readValue(
                json, new com.fasterxml.jackson.core.type.TypeReference<Page<Post>>() {}))
        .isEqualTo(read);
    assertThat(jackson3.writeValueAsString(Page.of(List.of(), null))).isEqualTo("{\"items\":[]}");
  }
}
