package dev.cosmosblog.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.cosmosblog.maintenance.report.ChangeKind;
import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.util.List;
import java.util.Map;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Dry runs: findings that an upgrade does not write, or that only its verification reports. */
class DryRunContractTest {
  @RegisterExtension static final LocalCosmosExtension COSMOS = TestBackend.extension();

  private static final TestBackend BACKEND = TestBackend.of(COSMOS);
  private static final String POST =
      "{'id':'%s','type':'post','postId':'%s','userId':'%s','userUsername':'User"
          + " 0','title':'T','content':'C','commentCount':0,'likeCount':0,"
          + "'creationDate':'2026-01-01T00:00:00.000Z'%s}";

  private final ForeignBlog blog = blog();

  private static ForeignBlog blog() {
    ForeignBlog blog = ForeignBlog.withUsersByUserId(BACKEND);
    for (int user = 0; user < 2; user++) {
      blog.create(
          "users",
          "{'id':'u%d','type':'user','userId':'u%d','username':'User %d'}"
              .formatted(user, user, user));
    }
    blog.create("posts", POST.formatted("p", "p", "u0", ""));
    return blog;
  }

  private void comment(String id, String post, String user, String date) {
    blog.create(
        "posts",
        "{'id':'%s','type':'comment','postId':'%s','userId':'%s','content':'Hm',%s}"
            .formatted(id, post, user, date));
  }

  private static List<Tuple> found(MaintenanceReport report) {
    return report.findings().stream()
        .map((Finding finding) -> tuple(finding.kind(), finding.item().id()))
        .toList();
  }

  @Test
  void orphansAreReportedAsOrphansEvenWithoutAnAuthor() throws InterruptedException {
    comment("c0", "none", "u1", "'creationDate':'2026-03-01T00:00:00.000Z'");
    comment("c1", "none", "nobody", "'creationDate':'2026-03-01T00:00:00.000Z'");
    comment("c2", "p", "nobody", "'creationDate':'2026-03-01T00:00:00.000Z'");

    MaintenanceReport planned = blog.upgrade().build().dryRun();
    MaintenanceReport done = blog.upgrade().build().upgrade();

    assertThat(found(planned))
        .containsExactlyInAnyOrder(
            tuple(FindingKind.ORPHAN, "c0"),
            tuple(FindingKind.ORPHAN, "c1"),
            tuple(FindingKind.MISSING_AUTHOR, "c2"));
    assertThat(found(done)).containsAll(found(planned));
  }

  @Test
  void itemsOfADeletedPostAreReported() throws InterruptedException {
    blog.create("posts", POST.formatted("d", "d", "u0", ",'deleted':true,'version':1"));
    comment("c0", "d", "u1", "'creationDate':'2026-03-01T00:00:00.000Z'");

    MaintenanceReport planned = blog.upgrade().build().dryRun();
    MaintenanceReport done = blog.upgrade().build().upgrade();

    assertThat(planned.found()).isEqualTo(Map.of(FindingKind.LEFTOVER, 1L));
    assertThat(done.repaired()).containsEntry(FindingKind.LEFTOVER, 1L);
  }

  @Test
  void copiesWithoutAPostAreReported() throws InterruptedException {
    blog.create("users", POST.formatted("gone", "gone", "u0", ""));
    blog.create("users", POST.formatted("p", "p", "u1", ""));
    blog.create("users", POST.formatted("p", "p", "u0", ""));

    MaintenanceReport planned = blog.upgrade().build().dryRun();
    MaintenanceReport done = blog.upgrade().build().upgrade();

    assertThat(found(planned))
        .containsExactlyInAnyOrder(
            tuple(FindingKind.SURPLUS_SUMMARY, "gone"), tuple(FindingKind.SURPLUS_SUMMARY, "p"));
    assertThat(done.repaired()).containsEntry(FindingKind.SURPLUS_SUMMARY, 2L);
  }

  @Test
  void anUnreadableDateIsReportedByDryRunAndUpgrade() throws InterruptedException {
    comment("c0", "p", "u1", "'dateCreated':1767225600000");
    comment("c1", "p", "u1", "'dateCreated':'01/02/2026 10:00'");
    comment("c2", "p", "u1", "'dateCreated':null");
    comment("c3", "p", "u1", "'dateCreated':5,'creationDate':'2026-03-01T00:00:00.000Z'");
    comment("c4", "p", "u1", "'dateCreated':'2026-03-01T00:00:00Z'");

    MaintenanceReport planned = blog.upgrade().build().dryRun();
    MaintenanceReport done = blog.upgrade().build().upgrade();

    assertThat(found(planned))
        .containsExactlyInAnyOrder(
            tuple(FindingKind.NOT_UPGRADED, "c0"), tuple(FindingKind.NOT_UPGRADED, "c1"));
    assertThat(found(done)).containsAll(found(planned));
    assertThat(done.remaining()).isEqualTo(2);
    assertThat(done.changes()).isEqualTo(planned.changes()).containsEntry(ChangeKind.DATE_SET, 1L);
    assertThat(blog.verified().findings()).isEmpty();
  }

  @Test
  void aPostInAnotherPartitionIsReportedAndDoesNotStopTheUpgrade() throws InterruptedException {
    blog.create("posts", POST.formatted("x", "p", "u0", ""));
    blog.create("posts", POST.formatted("y", "q", "u0", ""));

    MaintenanceReport planned = blog.upgrade().build().dryRun();
    MaintenanceReport done = blog.upgrade().build().upgrade();

    assertThat(found(planned))
        .containsExactlyInAnyOrder(
            tuple(FindingKind.UNREADABLE_ITEM, "x"), tuple(FindingKind.UNREADABLE_ITEM, "y"));
    assertThat(found(done)).containsAll(found(planned));
    assertThat(done.remaining()).isEqualTo(2);
  }
}
