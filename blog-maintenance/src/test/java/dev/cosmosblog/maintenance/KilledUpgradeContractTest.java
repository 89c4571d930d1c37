package dev.cosmosblog.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.maintenance.report.ChangeKind;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenanceListener;
import dev.cosmosblog.maintenance.report.MaintenancePhase;
import dev.cosmosblog.maintenance.report.MaintenanceProgress;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmoslocal.Fault;
import dev.cosmoslocal.FaultPlan;
import dev.cosmoslocal.FaultRule;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import dev.cosmoslocal.request.RequestKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Upgrades that die at any request, and the runs that continue them. */
@Tag("slow")
class KilledUpgradeContractTest {
  @RegisterExtension static final LocalCosmosExtension COSMOS = TestBackend.extension();

  private static final TestBackend BACKEND = TestBackend.of(COSMOS);
  private static final RequestKind[] WRITES = {
    RequestKind.CREATE_ITEM, RequestKind.REPLACE_ITEM, RequestKind.DELETE_ITEM,
    RequestKind.PATCH_ITEM, RequestKind.UPSERT_ITEM, RequestKind.BATCH
  };

  /** As when the process is gone: nobody handles it. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  /** An upgrade whose process dies after some operations; whether it came to its end before. */
  private static boolean diesAfter(int operations, ForeignBlog blog, List<MaintenanceReport> ended)
      throws InterruptedException {
    AtomicInteger left = new AtomicInteger(operations);
    BlogDatabase store =
        blog.databaseBuilder()
            .listener(
                report -> {
                  if (left.getAndDecrement() <= 0) {
                    throw new Killed();
                  }
                })
            .build();
    try {
      ended.add(
          blog.upgrade(store).pageSize(5).listener(survivingAfterLastPage(left)).build().upgrade());
      return true;
    } catch (Killed e) {
      return false;
    }
  }

  /** A kill after the last page loses nothing but the report. */
  private static MaintenanceListener survivingAfterLastPage(AtomicInteger left) {
    return new MaintenanceListener() {
      @Override
      public void onPage(MaintenanceProgress progress) {
        if (progress.phase() == MaintenancePhase.OLD_FEED) {
          left.set(Integer.MAX_VALUE);
        }
      }
    };
  }

  @Test
  void anUpgradeThatIsKilledAtAnyRequestContinues() throws InterruptedException {
    ForeignBlog blog = FirstVersion.blog(BACKEND);
    List<MaintenanceReport> ended = new ArrayList<>();
    int kills = 0;
    while (!diesAfter(5 + kills, blog, ended)) {
      kills++;
      assertCountsAreRightWhereTheyWereSet(blog);
    }

    assertThat(kills).as("kills").isGreaterThan(8);
    assertThat(blog.verified().findings()).isEmpty();
    assertThat(ended.get(0).isClean()).isTrue();
    AtomicInteger operations = new AtomicInteger();
    ForeignBlog another = FirstVersion.blog(BACKEND);
    BlogDatabase store =
        another.databaseBuilder().listener(report -> operations.incrementAndGet()).build();
    MaintenanceReport whole = another.upgrade(store).pageSize(5).build().upgrade();
    assertThat(5 + kills)
        .as("what the last one had to do, of all that was to be done")
        .isLessThan(operations.get() / 2);
    assertThat(ended.get(0).scanned())
        .as("each page counts once; reservations that come late may not be read")
        .isBetween(whole.scanned() - FirstVersion.USERS * 2, whole.scanned());
    assertReported(ended.get(0), whole);
    assertThat(blog.items("leases", "checkpoint")).as("places that are kept").isEmpty();
    assertThat(blog.store().findPost(PostId.of("p4")).map(Post::likeCount)).contains(4L);
    assertThat(blog.items("posts", "comment")).hasSize(15);
  }

  /** Its position may be the id of a user who is erased before anybody continues. */
  @Test
  void theCheckpointOfAnAbandonedUpgradeExpires() throws InterruptedException {
    ForeignBlog blog = FirstVersion.blog(BACKEND);
    assertThat(diesAfter(30, blog, new ArrayList<>())).isFalse();

    assertThat(blog.items("leases", "checkpoint"))
        .singleElement()
        .satisfies(item -> assertThat(item.path("ttl").asLong()).isEqualTo(30L * 24 * 3600));
  }

  /** All removed duplicate likes are reported; of other changes, none that was not written. */
  private static void assertReported(MaintenanceReport resumed, MaintenanceReport whole) {
    assertThat(secondLikes(whole)).isEqualTo(1);
    assertThat(secondLikes(resumed)).as("second likes in %s", resumed).isEqualTo(1);
    resumed
        .changes()
        .forEach(
            (change, times) ->
                assertThat(times)
                    .as(change.name())
                    .isLessThanOrEqualTo(whole.changes().getOrDefault(change, 0L)));
  }

  private static long secondLikes(MaintenanceReport report) {
    return report.changes().getOrDefault(ChangeKind.DUPLICATE_LIKE_REMOVED, 0L)
        + report.repaired().getOrDefault(FindingKind.DUPLICATE_LIKE, 0L);
  }

  /** The name of a post is set in the write that sets its counts. */
  private static void assertCountsAreRightWhereTheyWereSet(ForeignBlog blog) {
    blog.items("posts", "post").stream()
        .filter(post -> post.has("userUsername"))
        .forEach(
            post -> {
              String id = post.path("id").asText();
              assertThat(post.path("commentCount").asLong()).isEqualTo(number(blog, "comment", id));
              assertThat(post.path("likeCount").asLong()).isEqualTo(number(blog, "like", id));
            });
  }

  private static long number(ForeignBlog blog, String type, String post) {
    return blog.items("posts", type).stream()
        .filter(item -> item.path("postId").asText().equals(post))
        .count();
  }

  @Test
  void anUpgradeContinuesAfterAnyLostResponse() throws InterruptedException {
    ForeignBlog blog = FirstVersion.blog(BACKEND);
    int lost = 0;
    boolean ended = false;
    while (!ended) {
      FaultRule rule = FaultRule.on(WRITES[0], WRITES).nth(1 + lost % 7).then(Fault.cutAfter());
      COSMOS.requireLocal().faults(FaultPlan.builder().rule(rule).build());
      try {
        BlogDatabase store = blog.databaseBuilder().retryPolicy(RetryPolicy.none()).build();
        MaintenanceReport report = blog.upgrade(store).pageSize(5).build().upgrade();
        assertThat(secondLikes(report)).as("second likes in %s", report).isEqualTo(1);
        ended = true;
      } catch (StoreException e) {
        lost++;
        assertThat(lost).as("it comes to an end").isLessThan(200);
      } finally {
        COSMOS.requireLocal().clearFaults();
      }
      assertCountsAreRightWhereTheyWereSet(blog);
    }

    assertThat(lost).as("answers lost").isGreaterThan(8);
    assertThat(blog.verified().findings()).isEmpty();
    assertThat(blog.store().findPost(PostId.of("p4")).map(Post::likeCount)).contains(4L);
  }
}
