package dev.cosmosblog.examples.blog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostStatus;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.UserItem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CopyCheckTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Instant DATE = Instant.parse("2026-01-01T00:00:00Z");
  private static final UserId ADA = UserId.of("ada");
  private static final UserItem USER = UserItem.of(new User(ADA, "Ada"));
  private static final PostItem POST = post("one", "Ada", 1, DATE);
  private static final CommentItem COMMENT = comment("Ada");
  private static final LikeItem LIKE = like("Ada");
  private static final PostSummaryItem SHORT = POST.summary();

  private static PostItem post(String id, String name, long likes, Instant date) {
    return PostItem.of(
        new Post(
            PostId.of(id),
            ADA,
            name,
            "Title",
            "Content",
            likes,
            likes,
            date,
            0,
            date,
            PostStatus.PUBLISHED,
            null,
            CustomProperties.NONE),
        0);
  }

  private static CommentItem comment(String name) {
    return CommentItem.of(
        new Comment(CommentId.of("c"), PostId.of("one"), ADA, name, "Hm", DATE), 0);
  }

  private static LikeItem like(String name) {
    return LikeItem.of(new Like(PostId.of("one"), ADA, name, DATE), 0);
  }

  private static List<String> differences(
      PostItem post, CommentItem comment, LikeItem like, List<PostSummaryItem> copies) {
    return differences(post, comment, like, copies, copies);
  }

  private static List<String> differences(
      PostItem post,
      CommentItem comment,
      LikeItem like,
      List<PostSummaryItem> shortPosts,
      List<PostSummaryItem> feed) {
    return check(List.of(post), comment, like, shortPosts, feed, 100).differences();
  }

  private static CopyCheck check(
      List<PostItem> posts,
      CommentItem comment,
      LikeItem like,
      List<PostSummaryItem> shortPosts,
      List<PostSummaryItem> frontPage,
      int size) {
    List<Object> inPosts = new ArrayList<>(posts);
    inPosts.addAll(List.of(comment, like));
    List<Object> inUsers = new ArrayList<>(shortPosts);
    inUsers.add(USER);
    ObjectNode page = JSON.createObjectNode().put("type", "feed");
    page.putArray("posts").addAll(json(frontPage));
    return CopyCheck.of(json(inUsers), json(inPosts), List.of(page), size);
  }

  private static List<JsonNode> json(List<?> items) {
    return items.stream().map(item -> JSON.<JsonNode>valueToTree(item)).toList();
  }

  @Test
  void copiesThatEqualTheirSourcesAreInSync() {
    CopyCheck report = check(List.of(POST), COMMENT, LIKE, List.of(SHORT), List.of(SHORT), 100);
    assertThat(report.inSync()).isTrue();
    assertThat(report.compared()).isGreaterThanOrEqualTo(7);
  }

  @Test
  void aStaleNameIsFound() {
    assertThat(differences(POST, comment("Eva"), LIKE, List.of(SHORT)))
        .containsExactly("name in comment c: Eva instead of Ada");
    assertThat(differences(POST, COMMENT, like("Eva"), List.of(SHORT)))
        .containsExactly("name in like like~ada of post one: Eva instead of Ada");
    PostItem stale = post("one", "Eva", 1, DATE);
    assertThat(differences(stale, COMMENT, LIKE, List.of(stale.summary())))
        .containsExactly("name in post one: Eva instead of Ada");
  }

  @Test
  void aWrongCountIsFound() {
    PostItem wrong = post("one", "Ada", 2, DATE);
    assertThat(differences(wrong, COMMENT, LIKE, List.of(wrong.summary())))
        .containsExactly(
            "comments of post one: 2 instead of 1", "likes of post one: 2 instead of 1");
  }

  @Test
  void aStaleCopyIsFound() {
    PostSummaryItem stale = post("one", "Ada", 0, DATE).summary();
    assertThat(differences(POST, COMMENT, LIKE, List.of(stale), List.of(SHORT)))
        .singleElement()
        .asString()
        .startsWith("summary of post one: ");
    assertThat(differences(POST, COMMENT, LIKE, List.of(SHORT), List.of(stale)))
        .singleElement()
        .asString()
        .startsWith("feed's copy of post one: ");
  }

  @Test
  void aMissingCopyIsFound() {
    assertThat(differences(POST, COMMENT, LIKE, List.of())).hasSize(2);
  }

  @Test
  void aCopyWithoutASourceIsFound() {
    PostSummaryItem other = post("two", "Ada", 0, DATE).summary();
    assertThat(differences(POST, COMMENT, LIKE, List.of(SHORT, other)))
        .hasSize(2)
        .allSatisfy(difference -> assertThat(difference).contains("two, which has no place there"));
  }

  @Test
  void aSecondCopyIsReported() {
    assertThat(differences(POST, COMMENT, LIKE, List.of(SHORT, SHORT), List.of(SHORT)))
        .singleElement()
        .asString()
        .startsWith("summary of post one, a second one: ");
  }

  @Test
  void theFrontPageContainsOnlyTheNewestPosts() {
    PostItem older = post("old", "Ada", 0, DATE.minusSeconds(1));
    List<PostSummaryItem> shortPosts = List.of(SHORT, older.summary());
    List<PostSummaryItem> frontPage = List.of(older.summary());
    assertThat(check(List.of(POST, older), COMMENT, LIKE, shortPosts, frontPage, 1).differences())
        .hasSize(2)
        .anySatisfy(
            difference -> assertThat(difference).startsWith("feed's copy of post one: null"))
        .anySatisfy(difference -> assertThat(difference).contains("old, which has no place there"));
  }
}
