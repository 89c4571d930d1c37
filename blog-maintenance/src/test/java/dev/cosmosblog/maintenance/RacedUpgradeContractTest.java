package dev.cosmosblog.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.changefeed.SteppedChangeFeed;
import dev.cosmosblog.maintenance.report.ChangeKind;
import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.EditComment;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.testsupport.Backend.Conditions;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Upgrades whose reads and writes have other writers between them. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class RacedUpgradeContractTest {
  @RegisterExtension
  static final LocalCosmosExtension COSMOS = TestBackend.extension(Conditions.SERVICE);

  private static final TestBackend BACKEND = TestBackend.of(COSMOS);
  private static final PostId POST = PostId.of("p");
  private static final String DATE = "2026-03-01T00:00:00.000Z";

  private final ForeignBlog blog = blog();

  /** A post, a comment and a like whose dates are in another property. */
  private static ForeignBlog blog() {
    ForeignBlog blog = ForeignBlog.withUsersByUserId(BACKEND);
    for (int user = 0; user < 3; user++) {
      blog.create(
          "users",
          "{'id':'u%d','type':'user','userId':'u%d','username':'User %d'}"
              .formatted(user, user, user));
    }
    blog.create(
        "posts",
        "{'id':'p','type':'post','postId':'p','userId':'u0','title':'T','content':'C',"
            + "'dateCreated':'2026-03-01T00:00:00Z'}");
    blog.create(
        "posts",
        "{'id':'c','type':'comment','postId':'p','userId':'u2','content':'Hm',"
            + "'dateCreated':'2026-03-01T00:00:00Z'}");
    blog.create(
        "posts",
        "{'id':'r','type':'like','postId':'p','userId':'u1',"
            + "'dateCreated':'2026-03-01T00:00:00Z','reaction':'heart','_own':{'a':[1]}}");
    blog.provision();
    return blog;
  }

  private JsonNode stored(String type) {
    List<JsonNode> found = blog.items("posts", type);
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  private void touch(String id) {
    blog.database
        .getContainer("posts")
        .patchItem(
            id,
            new PartitionKey("p"),
            CosmosPatchOperations.create().increment("/touched", 1),
            JsonNode.class);
  }

  @Test
  void itemsWrittenBetweenTheirReadAndTheirConversionKeepTheirDates() throws InterruptedException {
    BlogStore app = blog.store();
    SteppedChangeFeed feed = blog.changeFeed().buildStepped();
    feed.drain();
    AtomicInteger counts = new AtomicInteger();
    BlogDatabase store =
        blog.databaseBuilder()
            .listener(
                report -> {
                  // Of users, of posts, and then of the post: the page is read, and nothing is
                  // written.
                  if (report.operation() == BlogOperation.COUNT_ITEMS
                      && counts.incrementAndGet() == 3) {
                    app.editComment(new EditComment(POST, CommentId.of("c"), "Edited"));
                    app.renameUser(UserId.of("u1"), "Renamed");
                    feed.drain();
                  }
                })
            .build();

    MaintenanceReport report = blog.upgrade(store).build().upgrade();

    assertThat(report.isClean()).isTrue();
    assertThat(report.changes())
        .containsEntry(ChangeKind.DATE_SET, 3L)
        .containsEntry(ChangeKind.LIKE_ID_SET, 1L);
    assertThat(stored("comment").path("creationDate").asText()).isEqualTo(DATE);
    assertThat(stored("comment").path("content").asText()).isEqualTo("Edited");
    assertThat(stored("like").path("id").asText()).isEqualTo("like~u1");
    assertThat(stored("like").path("creationDate").asText()).isEqualTo(DATE);
    assertThat(stored("like").path("userUsername").asText()).isEqualTo("Renamed");
    assertThat(blog.verified().findings()).isEmpty();
  }

  @Test
  void aLikeAddedMeanwhileWithTheDerivedIdReplacesTheFormer() throws InterruptedException {
    BlogStore app = blog.store();
    AtomicInteger counts = new AtomicInteger();
    BlogDatabase store =
        blog.databaseBuilder()
            .listener(
                report -> {
                  if (report.operation() == BlogOperation.COUNT_ITEMS
                      && counts.incrementAndGet() == 3) {
                    app.likePost(LikePost.of(POST, UserId.of("u1")));
                  }
                })
            .build();

    MaintenanceReport report = blog.upgrade(store).build().upgrade();

    assertThat(report.changes()).containsEntry(ChangeKind.DUPLICATE_LIKE_REMOVED, 1L);
    assertThat(report.found())
        .doesNotContainKeys(FindingKind.DUPLICATE_LIKE, FindingKind.NOT_UPGRADED);
    assertThat(app.findPost(POST).orElseThrow().likeCount()).isEqualTo(1);
    assertThat(blog.verified().findings()).isEmpty();
  }

  @Test
  void aPostThatIsWrittenWheneverItIsCountedGetsItsDate() throws InterruptedException {
    BlogStore app = blog.store();
    BlogDatabase store =
        blog.databaseBuilder()
            .listener(
                report -> {
                  if (report.operation() == BlogOperation.COUNT_ITEMS) {
                    app.createComment(CreateComment.of(POST, UserId.of("u1"), "Between"));
                  }
                })
            .build();

    MaintenanceReport report = blog.upgrade(store).build().upgrade();

    assertThat(stored("post").path("creationDate").asText()).isEqualTo(DATE);
    assertThat(stored("like").path("creationDate").asText()).isEqualTo(DATE);
    assertThat(report.found()).doesNotContainKey(FindingKind.NOT_UPGRADED);
  }

  @Test
  void anItemThatIsModifiedAtEveryAttemptIsReported() throws InterruptedException {
    BlogDatabase store =
        blog.databaseBuilder()
            .listener(
                report -> {
                  if (report.operation() == BlogOperation.FIND_ITEM
                      || report.operation() == BlogOperation.COUNT_ITEMS) {
                    touch("c");
                  }
                })
            .build();

    MaintenanceReport report = blog.upgrade(store).build().upgrade();

    assertThat(report.isClean()).isFalse();
    assertThat(report.findings())
        .filteredOn(finding -> finding.kind() == FindingKind.NOT_UPGRADED)
        .extracting((Finding finding) -> finding.item().id())
        .containsExactly("c");
    assertThat(stored("like").path("creationDate").asText()).as("the others").isEqualTo(DATE);
    assertThat(blog.upgrade().build().upgrade().isClean()).as("when it rests").isTrue();
    assertThat(stored("comment").path("creationDate").asText()).isEqualTo(DATE);
  }

  @Test
  void aLikeWhoseIdChangesKeepsUnknownProperties() throws InterruptedException {
    blog.upgrade().build().upgrade();

    assertKept();
  }

  @Test
  void aLikeWhoseIdARepairChangesKeepsUnknownProperties() throws InterruptedException {
    BlogVerifier.builder(blog.connected())
        .requestUnitsPerSecond(1e9)
        .settleTime(Duration.ZERO)
        .build()
        .repair();

    assertKept();
    assertThat(stored("like").has("creationDate")).as("an upgrade knows its date").isFalse();
    blog.upgrade().build().upgrade();
    assertThat(stored("like").path("creationDate").asText()).isEqualTo(DATE);
  }

  private void assertKept() {
    JsonNode like = stored("like");
    assertThat(like.path("id").asText()).isEqualTo("like~u1");
    assertThat(like.path("dateCreated").asText()).isEqualTo("2026-03-01T00:00:00Z");
    assertThat(like.path("reaction").asText()).isEqualTo("heart");
    assertThat(like.path("_own").path("a").path(0).asInt()).isEqualTo(1);
  }
}
