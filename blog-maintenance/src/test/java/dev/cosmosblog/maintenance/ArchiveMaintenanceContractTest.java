package dev.cosmosblog.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.models.CosmosPatchOperations;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.maintenance.report.ChangeKind;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenanceListener;
import dev.cosmosblog.maintenance.report.MaintenancePhase;
import dev.cosmosblog.maintenance.report.MaintenanceProgress;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.model.ListedPost;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.error.ListingsDisabledException;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.SettingsItem;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Backend.Conditions;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Verification, repair, rebuild and upgrade of the listings. */
@Tag("slow")
class ArchiveMaintenanceContractTest {
  @RegisterExtension
  static final LocalCosmosExtension COSMOS = TestBackend.extension(Conditions.SERVICE);

  private static final TestBackend BACKEND = TestBackend.of(COSMOS);
  private static final String MONTH = "1970-01-01";
  private static final PostId HIDDEN = PostId.of("p3");

  private final DamagedBlog before = SmallBlog.with(BACKEND, 4);
  private DamagedBlog blog;

  private static ItemPlace entry(String post) {
    return new ItemPlace(BlogContainer.LISTINGS, MONTH, post);
  }

  /** The same blog with listings, which has no entry yet. */
  @BeforeEach
  void turnTheArchiveOn() {
    before.store.createPost(
        CreatePost.of(SmallBlog.user(0), "Title", "Content").draft().withId(PostId.of("draft")));
    before.store.hidePost(HIDDEN);
    before.drain();
    blog = before.withListings();
  }

  @AfterEach
  void deleteTheBlog() {
    before.close();
  }

  private List<String> listed() {
    return blog.store.archive(PageRequest.first(9)).items().stream()
        .map(ListedPost::id)
        .map(PostId::value)
        .toList();
  }

  private Map<FindingKind, Long> found() throws InterruptedException {
    return blog.verifier().build().verify().found();
  }

  @Test
  @Invariant("I14")
  void aRebuildFillsTheArchiveOfAnExistingBlog() throws InterruptedException {
    assertThat(found()).containsExactly(Map.entry(FindingKind.MISSING_ENTRY, 4L));
    assertThatThrownBy(() -> before.rebuild().views(Set.of(LibraryView.LISTINGS)))
        .isInstanceOf(ListingsDisabledException.class);

    MaintenanceReport report = blog.rebuild().views(Set.of(LibraryView.LISTINGS)).build().rebuild();

    assertThat(report.changes()).containsExactly(Map.entry(ChangeKind.ENTRY_WRITTEN, 4L));
    assertThat(found()).isEmpty();
    assertThat(listed()).containsExactly("p2", "p1", "p0");
    blog.store.editPost(EditPost.of(PostId.of("p1")).title("New"));
    blog.store.showPost(HIDDEN);
    blog.drain();
    assertThat(found()).isEmpty();
    assertThat(listed()).containsExactly("p3", "p2", "p1", "p0");
    assertThat(blog.rebuild().build().rebuild().changes()).as("a second rebuild").isEmpty();
  }

  @Test
  @Invariant("I14")
  void aRebuildFromTheChangeFeedFillsTheArchive() throws InterruptedException {
    blog.rebuild().source(RebuildSource.CHANGE_FEED).build().rebuild();
    assertThat(found()).isEmpty();
    assertThat(listed()).containsExactly("p2", "p1", "p0");
  }

  @Test
  @Invariant("I14")
  void anUpgradeFillsTheArchiveAndADryRunReportsIt() throws InterruptedException {
    assertThat(blog.upgrade().build().dryRun().changes().get(ChangeKind.ENTRY_WRITTEN))
        .isEqualTo(4);
    assertThat(listed()).isEmpty();
    MaintenanceReport report = blog.upgrade().build().upgrade();
    assertThat(report.changes().get(ChangeKind.ENTRY_WRITTEN)).isEqualTo(4);
    assertThat(report.remaining()).isZero();
    assertThat(listed()).containsExactly("p2", "p1", "p0");
  }

  /** A checkpoint behind the posts' pages must not spare an archive that came later. */
  @Test
  @Invariant("I14")
  void aResumedUpgradeFillsAnArchiveThatWasEnabledSince() throws InterruptedException {
    MaintenanceListener stopping =
        new MaintenanceListener() {
          @Override
          public void onPage(MaintenanceProgress progress) {
            if (progress.phase() == MaintenancePhase.VERIFY_FRONT_PAGE) {
              Thread.currentThread().interrupt();
            }
          }
        };
    before.storeSettings();
    BlogUpgrade stopped = before.upgrade().listener(stopping).build();
    assertThatThrownBy(stopped::upgrade).isInstanceOf(InterruptedException.class);

    blog.storeSettings();
    blog.upgrade().build().upgrade();

    assertThat(found()).isEmpty();
    assertThat(listed()).containsExactly("p2", "p1", "p0");
  }

  @Test
  @Invariant("I14")
  void aRepairFixesAllDamageOfTheArchive() throws InterruptedException {
    blog.rebuild().build().rebuild();
    ObjectNode misplaced = blog.dump().get(entry("p1")).deepCopy();
    blog.delete(entry("p0"));
    blog.patch(entry("p2"), CosmosPatchOperations.create().set("/title", "Hacked"));
    blog.patch(
        entry("p3"), CosmosPatchOperations.create().set("/type", "post").set("/version", 99));
    blog.create(BlogContainer.LISTINGS, misplaced.put("bucket", "1970-02-01"));
    blog.create(BlogContainer.LISTINGS, misplaced.put("bucket", MONTH).put("id", "nobody"));
    blog.create(BlogContainer.LISTINGS, misplaced.put("id", "draft"));
    blog.create(BlogContainer.LISTINGS, misplaced.put("id", "u0"));
    Map<FindingKind, Long> damage =
        Map.of(
            FindingKind.MISSING_ENTRY, 1L,
            FindingKind.STALE_ENTRY, 2L,
            FindingKind.SURPLUS_ENTRY, 4L);
    assertThat(found()).isEqualTo(damage);

    MaintenanceReport report = blog.verifier().build().repair();

    assertThat(report.repaired()).isEqualTo(damage);
    assertThat(report.remaining()).isZero();
    assertThat(found()).isEmpty();
    assertThat(listed()).containsExactly("p2", "p1", "p0");
  }

  /** Copies say what their entries have: after a repair, they must not say what those had. */
  @Test
  @Invariant("I14")
  void aTitleThatRevertsAfterARepairIsWrittenToTheEntry() throws InterruptedException {
    blog.rebuild().build().rebuild();
    blog.store.editPost(EditPost.of(PostId.of("p1")).title("Other"));
    assertThat(found().get(FindingKind.STALE_ENTRY)).isEqualTo(1);
    blog.verifier().build().repair();
    assertThat(found()).isEmpty();
    blog.store.editPost(EditPost.of(PostId.of("p1")).title("Title"));
    blog.drain();
    assertThat(found()).isEmpty();
    assertThat(blog.store.archive(PageRequest.first(9)).items())
        .extracting(ListedPost::title)
        .containsOnly("Title");
  }

  /** The host that erases has no listings turned on, and no change feed follows. */
  @Test
  @Invariant({"I9", "I14"})
  void aRepairFinishesAnErasureInTheArchive() throws InterruptedException {
    blog.rebuild().build().rebuild();
    // A host without listings erases only if it can't know of them.
    blog.patch(
        new ItemPlace(BlogContainer.FEED, SettingsItem.ID, SettingsItem.ID),
        CosmosPatchOperations.create().remove("/listings"));
    before.store.eraseUser(EraseUser.remove(SmallBlog.user(0)));
    assertThat(found())
        .as("two entries, and two posts' tags")
        .containsEntry(FindingKind.SURPLUS_ENTRY, 4L);
    blog.verifier().build().repair();
    assertThat(found()).isEmpty();
    assertThat(listed()).containsExactly("p2", "p1");
    assertThat(blog.items(BlogContainer.LISTINGS).toString()).doesNotContain("u0", "User 0");
  }

  @Test
  @Invariant("I14")
  void aMissingMonthIsListedAgain() throws InterruptedException {
    blog.rebuild().build().rebuild();
    blog.delete(ItemPlace.ofMonthBuckets());
    assertThat(listed()).isEmpty();
    assertThat(found()).containsExactly(Map.entry(FindingKind.MISSING_ENTRY, 4L));
    assertThat(blog.verifier().build().repair().remaining()).isZero();
    assertThat(found()).isEmpty();
    assertThat(listed()).containsExactly("p2", "p1", "p0");
  }
}
