package dev.cosmosblog.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmosblog.maintenance.report.ChangeKind;
import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.error.AccessDeniedException;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmoslocal.Fault;
import dev.cosmoslocal.FaultPlan;
import dev.cosmoslocal.FaultRule;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import dev.cosmoslocal.request.RequestKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Ids that another program wrote and the library refuses. An item whose id isn't in Unicode's form
 * NFC can only be read by a query, because the response to the SDK's point read is 401.
 */
class UnusableIdsContractTest {
  @RegisterExtension static final LocalCosmosExtension COSMOS = TestBackend.extension();

  private static final String DECOMPOSED = "cafe\u0301";

  private final DamagedBlog blog = SmallBlog.with(TestBackend.of(COSMOS), 2);

  @AfterEach
  void deleteTheBlog() {
    blog.close();
  }

  private void create(BlogContainer container, String json, String id) {
    blog.create(container, json.replace("%s", id));
  }

  private static String copyOf(String user) {
    return "{'id':'%s','type':'post','postId':'%s','userId':'" + user + "'}";
  }

  private void createLike() {
    create(
        BlogContainer.POSTS,
        "{'id':'%s','type':'like','postId':'p0','userId':'u2','userUsername':'User 2'}",
        DECOMPOSED);
  }

  private static List<String> ids(MaintenanceReport report, FindingKind kind) {
    return report.findings().stream()
        .filter(finding -> finding.kind() == kind)
        .map(Finding::item)
        .map(item -> item.id())
        .toList();
  }

  @Test
  @Invariant("I10")
  void aRunContinuesAfterItemsWithUnusableIdsAndReportsThem() throws InterruptedException {
    create(BlogContainer.USERS, copyOf("u0"), DECOMPOSED);
    createLike();
    blog.delete(new ItemPlace(BlogContainer.USERS, "u0", "p0"));

    MaintenanceReport report = blog.verifier().build().repair();

    assertThat(ids(report, FindingKind.UNREADABLE_ITEM)).containsExactly(DECOMPOSED, DECOMPOSED);
    assertThat(report.repaired())
        .as("the like counts, and the copy that was lost is written")
        .containsOnly(
            Map.entry(FindingKind.WRONG_COUNT, 1L), Map.entry(FindingKind.MISSING_SUMMARY, 1L));
    assertThat(blog.verifier().build().verify().found())
        .containsExactly(Map.entry(FindingKind.UNREADABLE_ITEM, 2L));
  }

  @Test
  @Invariant("I10")
  void aVerificationContinuesAfterAPostWithManyUnusableIds() throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      create(BlogContainer.POSTS, "{'id':'" + i + "','type':'like','postId':'%s'}", DECOMPOSED);
    }

    MaintenanceReport report = blog.verifier().pageSize(2).build().verify();

    assertThat(report.found()).containsExactly(Map.entry(FindingKind.UNREADABLE_ITEM, 3L));
  }

  @Test
  @Invariant("I10")
  void anUpgradeChangesALikesUnusableId() throws InterruptedException {
    createLike();

    MaintenanceReport report = blog.upgrade().build().upgrade();

    assertThat(report.changes()).containsEntry(ChangeKind.LIKE_ID_SET, 1L);
    assertThat(report.isClean()).isTrue();
    assertThat(blog.dump())
        .containsKey(new ItemPlace(BlogContainer.POSTS, "p0", "like~u2"))
        .doesNotContainKey(new ItemPlace(BlogContainer.POSTS, "p0", DECOMPOSED));
  }

  /** The item can't be read by id, so the page is read again. */
  @Test
  void anUpgradeReportsTheRemovalOfALikeWithAnUnusableIdOnce() throws InterruptedException {
    blog.store.likePost(LikePost.of(PostId.of("p0"), UserId.of("u2")));
    createLike();
    FaultRule refused =
        FaultRule.on(RequestKind.BATCH).nth(1).then(new Fault.Status(401, 0, Duration.ZERO));
    COSMOS.requireLocal().faults(FaultPlan.builder().rule(refused).build());
    try {
      assertThatThrownBy(() -> blog.upgrade().build().upgrade())
          .as("between the announcement and the removal")
          .isInstanceOf(AccessDeniedException.class);
    } finally {
      COSMOS.requireLocal().clearFaults();
    }

    MaintenanceReport report = blog.upgrade().build().upgrade();

    assertThat(report.changes()).containsEntry(ChangeKind.DUPLICATE_LIKE_REMOVED, 1L);
    assertThat(blog.verifier().build().verify().found()).isEmpty();
  }

  @Test
  @Invariant("I10")
  void aRepairRemovesTheReservationOfAnInvalidOwner() throws InterruptedException {
    List<String> owners = List.of("a/b", "a\\\\b", DECOMPOSED, "..", " ", "username~x");
    for (int i = 0; i < owners.size(); i++) {
      create(
          BlogContainer.USERS,
          "{'id':'username~%s','type':'username','userId':'username~%s','username':'n',"
              + "'reservedAt':'2020-01-01T00:00:00.000Z','ownerId':'"
              + owners.get(i)
              + "'}",
          "x" + i);
    }

    MaintenanceReport report = blog.verifier().build().repair();

    long all = owners.size();
    assertThat(report.repaired()).containsExactly(Map.entry(FindingKind.UNUSED_RESERVATION, all));
    assertThat(blog.verifier().build().verify().found()).isEmpty();
  }

  @Test
  @Invariant("I10")
  void aRepairRemovesTheCopyOfADeletedPostWithAnInvalidId() throws InterruptedException {
    for (String id : List.of("a?b", "..")) {
      create(
          BlogContainer.POSTS,
          "{'id':'%s','type':'post','postId':'%s','userId':'u0','deleted':true}",
          id);
      create(BlogContainer.USERS, copyOf("u0"), id);
    }

    MaintenanceReport report = blog.verifier().build().repair();

    assertThat(report.repaired()).containsExactly(Map.entry(FindingKind.SURPLUS_SUMMARY, 2L));
    assertThat(ids(report, FindingKind.UNREADABLE_ITEM)).containsExactlyInAnyOrder("a?b", "..");
  }
}
