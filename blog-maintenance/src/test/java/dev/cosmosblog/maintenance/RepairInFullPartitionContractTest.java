package dev.cosmosblog.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosPatchOperations;
import dev.cosmosblog.maintenance.internal.RunTimer;
import dev.cosmosblog.maintenance.report.ChangeKind;
import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Backend.Conditions;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A post with 20 GB of comments takes no longer name. That must not keep any other from it. */
class RepairInFullPartitionContractTest {
  private static final long MAX_BYTES = 20_000;

  @RegisterExtension
  static final LocalCosmosExtension COSMOS =
      Backend.local(
          Backend.emulator(Conditions.IDEAL)
              .physicalPartitions(2)
              .logicalPartitionStorage(MAX_BYTES));

  private static final ItemPlace FULL = new ItemPlace(BlogContainer.POSTS, "p0", "c0");
  private static final ItemPlace OTHER = new ItemPlace(BlogContainer.POSTS, "p1", "c0");

  private DamagedBlog blog;

  @BeforeEach
  void twoCommentsWithAStaleNameOneOfThemOnAFullPost() {
    COSMOS.requireLocal();
    blog = SmallBlog.with(TestBackend.of(COSMOS), 3);
    for (ItemPlace comment : new ItemPlace[] {FULL, OTHER}) {
      haveOldName(comment);
    }
    fill(FULL.partition());
  }

  private void haveOldName(ItemPlace place) {
    CosmosPatchOperations old = CosmosPatchOperations.create();
    blog.patch(place, old.set("/userUsername", "").set("/userVersion", 0));
  }

  /** Leaves no room for a single letter. */
  private void fill(String post) {
    int length = 0;
    for (int step = 1 << 14; step > 0; step /= 2) {
      try {
        blog.put(
            BlogContainer.POSTS,
            "{'id':'z','postId':'%s','padding':'%s'}".formatted(post, "x".repeat(length + step)));
        length += step;
      } catch (CosmosException e) {
        assertThat(e.getSubStatusCode()).isEqualTo(1014);
      }
    }
  }

  private String nameIn(ItemPlace place) {
    return blog.dump().get(place).path("userUsername").asText();
  }

  @AfterEach
  void deleteTheBlog() {
    if (blog != null) {
      blog.close();
    }
  }

  @Test
  @Invariant("I10")
  void aRepairFixesTheOthersAndReportsTheRest() throws InterruptedException {
    MaintenanceReport report = blog.verifier().pageSize(2).build().repair();

    assertThat(nameIn(OTHER)).isEqualTo("User 0");
    assertThat(report.found()).containsExactly(Map.entry(FindingKind.STALE_NAME, 2L));
    assertThat(report.repaired()).containsExactly(Map.entry(FindingKind.STALE_NAME, 1L));
    assertThat(blog.verifier().build().verify().findings())
        .extracting(Finding::item)
        .extracting(item -> item.partitionKey())
        .as("left")
        .containsExactly(FULL.partition());
  }

  /** A user who wrote a thousand comments there would cost a thousand settle times. */
  @Test
  @Invariant("I10")
  void aRefusedRepairDoesNotWaitAgain() throws InterruptedException {
    haveOldName(new ItemPlace(BlogContainer.POSTS, FULL.partition(), "like~u0"));
    fill(FULL.partition());
    Duration settleTime = Duration.ofDays(1);
    List<Duration> waits = new ArrayList<>();
    RunTimer timer = new RunTimer(DamagedBlog.LATER, System::nanoTime, waits::add);

    MaintenanceReport report = blog.verifier().timer(timer).settleTime(settleTime).build().repair();

    assertThat(report.remaining()).isEqualTo(2);
    assertThat(waits).as("one for the page").containsOnlyOnce(settleTime);
  }

  @Test
  @Invariant("I10")
  void anUpgradeConvertsTheOthersAndReportsTheRest() throws InterruptedException {
    MaintenanceReport report = blog.upgrade().build().upgrade();

    assertThat(report.changes()).containsExactly(Map.entry(ChangeKind.NAME_SET, 1L));
    assertThat(nameIn(OTHER)).isEqualTo("User 0");
    assertThat(report.findings())
        .extracting(Finding::kind)
        .containsExactly(FindingKind.NOT_UPGRADED, FindingKind.STALE_NAME);
    assertThat(report.remaining()).isEqualTo(2);
  }

  @Test
  @Invariant("I10")
  void aRebuildWritesTheCopyOfAFullPostWithAStaleName() throws InterruptedException {
    haveOldName(ItemPlace.ofPost("p0"));
    fill("p0");
    ItemPlace copy = new ItemPlace(BlogContainer.USERS, "u0", "p0");
    blog.delete(copy);

    MaintenanceReport report = blog.rebuild().build().rebuild();

    assertThat(report.changes()).containsExactly(Map.entry(ChangeKind.SUMMARY_WRITTEN, 1L));
    assertThat(blog.dump()).containsKey(copy);
  }
}
