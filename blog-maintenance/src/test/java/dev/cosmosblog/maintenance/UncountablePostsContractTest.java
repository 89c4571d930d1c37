package dev.cosmosblog.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.changefeed.SteppedChangeFeed;
import dev.cosmosblog.maintenance.report.ChangeKind;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Posts that readers see but whose comments and likes fail, because of the format of their
 * properties.
 */
@Tag("slow")
class UncountablePostsContractTest {
  @RegisterExtension static final LocalCosmosExtension COSMOS = TestBackend.extension();

  private static final TestBackend BACKEND = TestBackend.of(COSMOS);
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
    ForeignBlog blog = ForeignBlog.withUsersByUserId(BACKEND);
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
    blog.provision();
    assertThat(verifier().verify().found())
        .containsEntry(FindingKind.WRONG_COUNT, FORMS.size() - 1L);

    MaintenanceReport report = verifier().repair();

    assertThat(report.repaired()).isEqualTo(report.found());
    assertThat(verifier().verify().findings()).isEmpty();
    assertTheyAcceptCommentsAndLikes();
  }

  @Test
  void aRepairContinuesAfterAPostWithoutAPossibleCopy() throws InterruptedException {
    blog.provision();
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
    assertThat(report.repaired()).containsEntry(FindingKind.UNREADABLE_DATE, 1L);
    assertThat(verifier().verify().found()).isEmpty();
  }

  /**
   * The findings for an unreadable post's id, author, texts, date, counts, version and tombstone.
   */
  private static final Map<String, String> UNREADABLE =
      new TreeMap<>(
          Map.of(
              "a0", "'userId':'u0','title':['T'],'creationDate':'2026-01-01T00:00:00.000Z'",
              "a1", "'userId':'u0','title':'T','content':{'text':1}",
              "a2", "'userId':'u0','title':'T','creationDate':'yesterday'",
              "a3", "'title':'T','creationDate':'2026-01-01T00:00:00.000Z'",
              "a4", "'userId':['u0'],'title':'T'",
              "a5", "'userId':'u0','title':'T','likeCount':'many','commentCount':{}",
              "a6", "'userId':'u0','title':'T','version':[1]",
              "a7", "'userId':'u0','title':'T','deleted':'long ago'",
              "a8", "'userId':'u/0','title':'T','userUsername':[]",
              "a9", "'userId':'u0','userVersion':'first','title':'T'"));

  /** Before the good posts in the order of ids, with likes that a repair has to look at. */
  private void createUnreadablePosts() {
    UNREADABLE.forEach(
        (id, form) -> {
          blog.create(
              "posts", "{'id':'%s','type':'post','postId':'%s',%s}".formatted(id, id, form));
          for (String like : List.of("like~u1", "x")) {
            blog.create(
                "posts",
                "{'id':'%s','type':'like','postId':'%s','userId':'u1','userUsername':'User 1',"
                        .formatted(like, id)
                    + "'userVersion':0,'creationDate':'%s'}".formatted(FirstVersion.date(1)));
          }
        });
    blog.create("posts", "{'id':'b0','type':'post','postId':7,'userId':'u0','title':'T'}");
    blog.create("posts", "{'id':'b1','type':'post','postId':'other','userId':'u0','title':'T'}");
    blog.create("posts", "{'id':'b2','type':'post','userId':'u0','title':'T'}");
  }

  private static final List<String> NO_POSTS = List.of("b0", "b1", "b2");

  private static Set<String> unreadable(MaintenanceReport report) {
    return report.findings().stream()
        .filter(finding -> finding.kind().name().startsWith("UNREADABLE"))
        .map(finding -> finding.item().id())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> allUnreadable() {
    Set<String> ids = new TreeSet<>(UNREADABLE.keySet());
    ids.addAll(NO_POSTS);
    return ids;
  }

  @Test
  @Invariant("I10")
  void aRepairContinuesAfterUnreadablePostsAndReportsThem() throws InterruptedException {
    blog.provision();
    createUnreadablePosts();

    MaintenanceReport report = verifier().repair();

    assertThat(unreadable(report)).isEqualTo(allUnreadable());
    assertThat(report.repaired()).containsEntry(FindingKind.WRONG_COUNT, (long) FORMS.size());
    assertThat(report.repaired()).containsEntry(FindingKind.MISSING_SUMMARY, (long) FORMS.size());
    MaintenanceReport left = verifier().verify();
    assertThat(left.found())
        .as("a second like of a post whose counts no patch fits stays and is reported")
        .containsOnlyKeys(FindingKind.UNREADABLE_ITEM, FindingKind.DUPLICATE_LIKE);
    Set<String> withDates = allUnreadable();
    withDates.remove(dated(report));
    assertThat(unreadable(left)).isEqualTo(withDates);
  }

  private static String dated(MaintenanceReport repaired) {
    return repaired.findings().stream()
        .filter(finding -> finding.kind() == FindingKind.UNREADABLE_DATE)
        .map(finding -> finding.item().id())
        .findFirst()
        .orElseThrow();
  }

  @Test
  @Invariant("I10")
  void anUpgradeContinuesAfterUnreadablePosts() throws InterruptedException {
    createUnreadablePosts();

    MaintenanceReport report = blog.upgrade().build().upgrade();

    assertThat(unreadable(report)).isEqualTo(allUnreadable());
    assertThat(report.changes()).containsEntry(ChangeKind.COUNTS_SET, FORMS.size() - 1L);
    assertThat(report.changes()).containsEntry(ChangeKind.SUMMARY_WRITTEN, (long) FORMS.size());
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
  void anotherProgramsTombstoneIsKeptAndReported() throws InterruptedException {
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
