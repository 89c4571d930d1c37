package dev.cosmosblog.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.changefeed.SteppedChangeFeed;
import dev.cosmosblog.local.junit.LocalCosmosExtension;
import dev.cosmosblog.maintenance.report.ChangeKind;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.LikePost;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Posts that readers see, and whose every comment and like is refused: for how they say what they
 * say.
 */
class UncountablePostsContractTest {
  @RegisterExtension static final LocalCosmosExtension COSMOS = TestAccount.extension();

  private static final TestAccount ACCOUNT = TestAccount.of(COSMOS);
  private static final Map<String, String> FORMS =
      new TreeMap<>(
          Map.of(
              "pd", "'deleted':false,'commentCount':0,'likeCount':0,'version':1",
              "pe", "'deleted':null,'commentCount':0,'likeCount':0,'version':1",
              "pf", "'commentCount':0,'likeCount':'0','version':1",
              "pg", "'commentCount':null,'likeCount':0,'version':1",
              "ph", "'commentCount':0,'likeCount':0,'version':null",
              "pi", "'commentCount':0,'likeCount':0,'version':'5'",
              "ok", "'commentCount':0,'likeCount':0,'version':1"));

  private final ForeignBlog blog = blog();

  private static ForeignBlog blog() {
    ForeignBlog blog = ForeignBlog.withUsersByUserId(ACCOUNT);
    for (int user = 0; user < 2; user++) {
      blog.create(
          "users",
          "{'id':'u%d','type':'user','userId':'u%d','username':'User %d'}"
              .formatted(user, user, user));
    }
    FORMS.forEach(
        (id, form) ->
            blog.create(
                "posts",
                ("{'id':'%s','type':'post','postId':'%s','userId':'u0','userUsername':'User 0',"
                        + "'userVersion':0,'title':'T','content':'C','creationDate':'%s',%s}")
                    .formatted(id, id, FirstVersion.date(1), form)));
    return blog;
  }

  private BlogVerifier verifier() {
    return BlogVerifier.builder(blog.connected())
        .requestUnitsPerSecond(1e9)
        .settleTime(Duration.ZERO)
        .build();
  }

  @Test
  void anUpgradeMakesThemAcceptCommentsAndLikes() throws InterruptedException {
    MaintenanceReport planned = blog.upgrade().build().dryRun();
    MaintenanceReport report = blog.upgrade().build().upgrade();

    assertThat(planned.changes()).isEqualTo(report.changes());
    assertThat(report.changes()).containsEntry(ChangeKind.COUNTS_SET, FORMS.size() - 1L);
    assertThat(report.isClean()).isTrue();
    assertTheyAcceptCommentsAndLikes();
    assertThat(blog.upgrade().build().upgrade().changes()).as("a second one").isEmpty();
  }

  @Test
  void aRepairMakesThemAcceptCommentsAndLikes() throws InterruptedException {
    blog.connected().provision();
    assertThat(verifier().verify().found())
        .containsEntry(FindingKind.WRONG_COUNT, FORMS.size() - 1L);

    MaintenanceReport report = verifier().repair();

    assertThat(report.repaired()).isEqualTo(report.found());
    assertThat(verifier().verify().findings()).isEmpty();
    assertTheyAcceptCommentsAndLikes();
  }

  @Test
  void aRepairGoesOnBehindAPostOfWhichNoCopyCanBeMade() throws InterruptedException {
    blog.connected().provision();
    blog.create(
        "posts",
        "{'id':'a','type':'post','postId':'a','userId':'u0','userUsername':'User 0',"
            + "'userVersion':0,'title':'T','content':'C','creationDate':'yesterday',"
            + "'commentCount':0,'likeCount':2,'version':1}");
    for (String id : List.of("like~u1", "x")) {
      blog.create(
          "posts",
          "{'id':'%s','type':'like','postId':'a','userId':'u1','userUsername':'User 1',"
                  .formatted(id)
              + "'userVersion':0,'creationDate':'%s'}".formatted(FirstVersion.date(1)));
    }

    MaintenanceReport report = verifier().repair();

    assertThat(report.repaired())
        .containsEntry(FindingKind.DUPLICATE_LIKE, 1L)
        .containsEntry(FindingKind.WRONG_COUNT, FORMS.size() - 1L);
    assertThat(verifier().verify().found()).containsOnlyKeys(FindingKind.UNREADABLE_ITEM);
  }

  private void assertTheyAcceptCommentsAndLikes() throws InterruptedException {
    BlogStore store = blog.store();
    for (String id : FORMS.keySet()) {
      store.likePost(LikePost.of(PostId.of(id), UserId.of("u1")));
      store.createComment(CreateComment.of(PostId.of(id), UserId.of("u1"), "Hm"));
    }
    for (JsonNode post : blog.items("posts", "post")) {
      String id = post.path("id").asText();
      assertThat(post.has("deleted")).as(id).isFalse();
      assertThat(post.path("likeCount").asLong()).as(id).isEqualTo(1);
      assertThat(post.path("commentCount").asLong()).as(id).isEqualTo(1);
      assertThat(post.path("version").isIntegralNumber()).as(id).isTrue();
      assertThat(post.path("version").asLong()).as(id).isGreaterThan(id.equals("pi") ? 6 : 1);
    }
    SteppedChangeFeed feed = blog.changeFeed().buildStepped();
    feed.drain();
    assertThat(blog.verified().findings()).isEmpty();
  }

  @Test
  void anotherProgramsMarkerIsKeptAndReported() throws InterruptedException {
    blog.create(
        "posts",
        "{'id':'px','type':'post','postId':'px','userId':'u0','title':'T',"
            + "'deleted':'2026-01-01','version':1}");

    MaintenanceReport report = blog.upgrade().build().upgrade();

    assertThat(report.findings())
        .filteredOn(finding -> finding.kind() == FindingKind.UNREADABLE_ITEM)
        .extracting(finding -> finding.item().id())
        .containsExactly("px");
    assertThat(blog.items("posts"))
        .filteredOn(post -> post.path("id").asText().equals("px"))
        .extracting(post -> post.path("deleted").asText())
        .containsExactly("2026-01-01");
  }

  @Test
  void aNameWhoseVersionIsNotANumberIsCorrectedSoThatRenamesFindIt() throws InterruptedException {
    blog.create(
        "posts",
        "{'id':'c0','type':'comment','postId':'ok','userId':'u1','userUsername':'User"
            + " 1','userVersion':null,'content':'Hm','creationDate':'"
            + FirstVersion.date(2)
            + "'}");
    blog.create(
        "posts",
        "{'id':'c1','type':'comment','postId':'ok','userId':'u1','userUsername':'User"
            + " 1','userVersion':'0','content':'Hm','creationDate':'"
            + FirstVersion.date(2)
            + "'}");
    MaintenanceReport report = blog.upgrade().build().upgrade();
    assertThat(report.changes()).containsEntry(ChangeKind.NAME_SET, 2L);
    BlogStore store = blog.store();
    SteppedChangeFeed feed = blog.changeFeed().buildStepped();
    feed.drain();

    store.renameUser(UserId.of("u1"), "Renamed");
    feed.drain();

    assertThat(blog.items("posts", "comment"))
        .extracting(comment -> comment.path("userUsername").asText())
        .containsExactly("Renamed", "Renamed");
  }
}
