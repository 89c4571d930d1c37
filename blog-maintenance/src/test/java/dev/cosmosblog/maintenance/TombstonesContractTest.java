package dev.cosmosblog.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.models.CosmosPatchOperations;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.Erasure;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Backend.Conditions;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Correct tombstones of erased users and of removed copies aren't findings. */
class TombstonesContractTest {
  @RegisterExtension
  static final LocalCosmosExtension COSMOS = TestBackend.extension(Conditions.SERVICE);

  private static final TestBackend BACKEND = TestBackend.of(COSMOS);
  private static final ItemPlace REMOVED_COPY = new ItemPlace(BlogContainer.USERS, "u0", "deleted");
  private static final ItemPlace LIVE_COPY = new ItemPlace(BlogContainer.USERS, "u0", "p0");

  private final DamagedBlog blog = SmallBlog.with(BACKEND, 4);

  @AfterEach
  void deleteTheBlog() {
    blog.close();
  }

  private String typeOf(ItemPlace place) {
    JsonNode item = blog.dump().get(place);
    return item == null ? "nothing" : item.path("type").asText();
  }

  @Test
  void theTombstoneOfACopyIsNotAFinding() throws InterruptedException {
    assertThat(typeOf(REMOVED_COPY)).isEqualTo("removedPost");

    MaintenanceReport report = blog.verifier().build().repair();

    assertThat(report.found()).isEmpty();
    assertThat(typeOf(REMOVED_COPY)).isEqualTo("removedPost");
  }

  /** A host that stood still may be about to repeat the creation of the copy. */
  @Test
  void aRepairThatRemovesTheCopyOfADeletedPostLeavesATombstone() throws InterruptedException {
    blog.patch(REMOVED_COPY, CosmosPatchOperations.create().set("/type", "post").remove("/ttl"));
    assertThat(blog.verifier().build().verify().found())
        .containsExactly(Map.entry(FindingKind.SURPLUS_SUMMARY, 1L));

    MaintenanceReport report = blog.verifier().build().repair();

    assertThat(report.remaining()).isZero();
    assertThat(typeOf(REMOVED_COPY)).isEqualTo("removedPost");
  }

  @Test
  @Invariant("I3")
  void aTombstoneOfALivePostsCopyIsReplacedByTheCopy() throws InterruptedException {
    Damage.COPY_MARKED_AS_REMOVED.to(blog, 0);
    assertThat(typeOf(LIVE_COPY)).isEqualTo("removedPost");
    assertThat(blog.verifier().build().verify().found())
        .containsExactly(Map.entry(FindingKind.MISSING_SUMMARY, 1L));

    MaintenanceReport report = blog.verifier().build().repair();

    assertThat(report.remaining()).isZero();
    assertThat(blog.store.postsOf(UserId.of("u0"), PageRequest.first(10)).items())
        .extracting(post -> post.id().value())
        .contains("p0");
    assertThat(blog.dump().get(LIVE_COPY).has("ttl")).as("the copy expires").isFalse();
  }

  @Test
  void aTombstoneIsReplacedInTheRunThatRepairsThePost() throws InterruptedException {
    Damage.COPY_MARKED_AS_REMOVED.to(blog, 0);
    Damage.COUNT_BUMPED.to(blog, 0);

    MaintenanceReport report = blog.verifier().build().repair();

    assertThat(report.repaired())
        .containsOnly(
            Map.entry(FindingKind.WRONG_COUNT, 1L), Map.entry(FindingKind.MISSING_SUMMARY, 1L));
    assertThat(report.remaining()).isZero();
    assertThat(typeOf(LIVE_COPY)).isEqualTo("post");
  }

  @Test
  void aRepairFinishesAnErasureWhoseCallerDiedBeforeItWroteAnyItem() throws InterruptedException {
    for (Erasure erasure : Erasure.values()) {
      String user = "u" + erasure.ordinal();
      blog.patch(
          ItemPlace.ofUser(user),
          CosmosPatchOperations.create()
              .set("/type", "erasedUser")
              .set("/username", "?")
              .set("/erasure", erasure.name())
              .set("/formerUsername", "User " + erasure.ordinal())
              .increment("/version", 1));
    }
    assertThat(blog.verifier().build().verify().found())
        .containsEntry(FindingKind.UNFINISHED_ERASURE, 2L);

    blog.verifier().build().repair();

    assertThat(blog.verifier().build().verify().found()).isEmpty();
    assertThat(blog.dump().values())
        .noneMatch(item -> item.has("formerUsername"))
        .noneMatch(item -> item.toString().contains("User 0"))
        .noneMatch(item -> item.toString().contains("User 1"));
  }
}
