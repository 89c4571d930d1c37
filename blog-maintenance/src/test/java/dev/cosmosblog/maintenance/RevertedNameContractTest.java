package dev.cosmosblog.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.models.CosmosPatchOperations;
import dev.cosmosblog.changefeed.SteppedChangeFeed;
import dev.cosmosblog.changefeed.view.PostChange;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.testsupport.Backend.Conditions;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Users alone are restored from a backup, or a failover loses renames: posts are ahead of them. */
class RevertedNameContractTest {
  @RegisterExtension
  static final LocalCosmosExtension COSMOS = TestBackend.extension(Conditions.SERVICE);

  private static final PostId POST = PostId.of("p0");

  private final DamagedBlog blog = SmallBlog.with(TestBackend.of(COSMOS), 1);
  private final List<PostChange> told = new ArrayList<>();

  @AfterEach
  void deleteTheBlog() {
    blog.close();
  }

  private void haveNameOfVersion(long version) {
    CosmosPatchOperations lost = CosmosPatchOperations.create();
    blog.patch(
        ItemPlace.ofPost(POST.value()),
        lost.set("/userUsername", "Lost").set("/userVersion", version).increment("/version", 1));
  }

  private Post lastTold() {
    return told.get(told.size() - 1).post().orElseThrow();
  }

  /** A view keeps, of two states of a post, the one with the larger version. */
  @Test
  @Invariant("I4")
  void aViewReceivesTheNameThatARepairRestores() throws InterruptedException {
    SteppedChangeFeed feed = blog.changeFeed().view("names", told::addAll).buildStepped();
    haveNameOfVersion(7);
    feed.drain();
    long before = told.get(told.size() - 1).version();
    assertThat(lastTold().userUsername()).isEqualTo("Lost");

    assertThat(blog.verifier().build().repair().repaired())
        .contains(Map.entry(FindingKind.STALE_NAME, 1L));
    feed.drain();

    assertThat(lastTold().userUsername()).isEqualTo("User 0");
    assertThat(told.get(told.size() - 1).version()).isGreaterThan(before);
  }

  /** No change of the post makes the change feed take back the name of a copy. */
  @Test
  @Invariant("I3")
  void aRepairRestoresTheNameInThePostsCopies() throws InterruptedException {
    DamagedBlog archived = blog.withListings();
    archived.rebuild().build().rebuild();
    haveNameOfVersion(7);
    archived.drain();

    MaintenanceReport report = archived.verifier().build().repair();

    assertThat(report.found())
        .containsOnly(
            Map.entry(FindingKind.STALE_NAME, 1L), Map.entry(FindingKind.WRONG_FRONT_PAGE, 1L));
    assertThat(report.isClean()).isTrue();
    assertThat(archived.verifier().build().verify().found()).isEmpty();
    archived.drain();
    assertThat(archived.verifier().build().verify().found()).isEmpty();
  }

  /** Beyond 2^53, no command could raise the version by one. */
  @Test
  void aNameVersionTooLargeForRenamesStillAllowsCommands() throws InterruptedException {
    haveNameOfVersion(Long.MAX_VALUE);

    assertThat(blog.verifier().build().repair().repaired())
        .contains(Map.entry(FindingKind.STALE_NAME, 1L));

    assertThat(blog.dump().get(ItemPlace.ofPost(POST.value())).path("version").asLong())
        .isLessThan(1L << 40);
  }
}
