package dev.cosmosblog.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.models.CosmosPatchOperations;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.PendingItem;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.store.internal.repository.PendingComments;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Backend.Conditions;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Verification and repair of the queue of pending comments. */
@Tag("slow")
class PendingCommentsMaintenanceContractTest {
  @RegisterExtension
  static final LocalCosmosExtension COSMOS = TestBackend.extension(Conditions.SERVICE);

  private static final PostId POST = PostId.of("p0");

  private final DamagedBlog before = SmallBlog.with(TestBackend.of(COSMOS), 1);
  private DamagedBlog blog;

  @BeforeEach
  void createPendingComments() throws InterruptedException {
    before.drain();
    blog = before.withListings();
    for (String id : List.of("a", "b", "c", "d")) {
      CreateComment comment = CreateComment.of(POST, SmallBlog.user(0), "Text of " + id);
      blog.store.createComment(comment.withId(CommentId.of(id)).asPending());
    }
    blog.drain();
    blog.rebuild().build().rebuild();
    assertThat(found()).isEmpty();
  }

  @AfterEach
  void deleteTheBlog() {
    before.close();
  }

  private Map<FindingKind, Long> found() throws InterruptedException {
    return blog.verifier().build().verify().found();
  }

  private static ItemPlace comment(String id) {
    return new ItemPlace(BlogContainer.POSTS, POST.value(), id);
  }

  private static ItemPlace entry(String comment) {
    return new ItemPlace(
        BlogContainer.LISTINGS, "pending", PendingItem.idOf(POST.value(), comment));
  }

  private List<String> queue() {
    return blog.store.pendingComments(PageRequest.first(9)).items().stream()
        .map(Comment::content)
        .sorted()
        .toList();
  }

  @Test
  @Invariant("I3")
  void aRepairFixesAllDamageOfTheQueue() throws InterruptedException {
    List<String> right = queue();
    assertThat(right).hasSize(4);
    ObjectNode surplus = blog.dump().get(entry("a")).deepCopy();
    blog.delete(entry("a"));
    blog.patch(entry("b"), CosmosPatchOperations.create().set("/content", "Hacked"));
    blog.patch(entry("c"), CosmosPatchOperations.create().set("/type", "removedPost"));
    blog.patch(entry("d"), CosmosPatchOperations.create().set("/editVersion", 9));
    blog.create(BlogContainer.LISTINGS, surplus.put("id", "other").put("commentId", "other"));
    blog.create(BlogContainer.LISTINGS, surplus.put("id", "none").put("commentId", ""));
    Map<FindingKind, Long> damage =
        Map.of(
            FindingKind.MISSING_ENTRY, 1L,
            FindingKind.STALE_ENTRY, 3L,
            FindingKind.SURPLUS_ENTRY, 2L);
    assertThat(found()).isEqualTo(damage);

    MaintenanceReport report = blog.verifier().build().repair();

    assertThat(report.repaired()).isEqualTo(damage);
    assertThat(report.remaining()).isZero();
    assertThat(found()).isEmpty();
    assertThat(queue()).isEqualTo(right);
  }

  /** The change feed's purge removes the entries first, too. */
  @Test
  @Invariant("I9")
  void aLateHostDoesNotReturnACommentThatARepairDeleted() throws InterruptedException {
    CommentItem seen =
        new ObjectMapper().convertValue(blog.dump().get(comment("a")), CommentItem.class);
    blog.delete(entry("a"));
    blog.store.deletePost(POST);

    MaintenanceReport report = blog.verifier().build().repair();
    PendingComments late =
        Kernel.of(blog.connected).repositories(cost -> {}).pendingComments().orElseThrow();

    assertThat(report.repaired()).containsKey(FindingKind.LEFTOVER);
    assertThat(late.put(seen)).isFalse();
    assertThat(queue()).isEmpty();
  }

  /** The comment's change, which would do it, is dead-lettered. */
  @Test
  @Invariant("I9")
  void anErasureAnonymizesTheEntryOfACommentThatCannotBeRead() {
    blog.patch(comment("a"), CosmosPatchOperations.create().set("/content", List.of("a")));

    blog.store.eraseUser(EraseUser.anonymize(SmallBlog.user(0)));

    assertThat(blog.dump().get(entry("a")).path("userUsername").asText()).isEqualTo("[deleted]");
  }

  @Test
  @Invariant("I9")
  void aCommentThatAnotherProgramDeletedLeavesTheQueue() throws InterruptedException {
    blog.delete(comment("a"));
    blog.patch(comment("b"), CosmosPatchOperations.create().set("/pending", "no"));

    assertThat(found()).isEqualTo(Map.of(FindingKind.SURPLUS_ENTRY, 2L));
    blog.verifier().build().repair();

    assertThat(queue()).containsExactly("Text of c", "Text of d");
    assertThat(found()).isEmpty();
  }
}
