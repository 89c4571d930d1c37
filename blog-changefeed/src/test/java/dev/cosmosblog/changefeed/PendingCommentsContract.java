package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.EditComment;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.ErasureReport;
import dev.cosmosblog.store.command.Moderation;
import dev.cosmosblog.store.error.CommentNotFoundException;
import dev.cosmosblog.store.error.CommentsClosedException;
import dev.cosmosblog.store.error.ListingsDisabledException;
import dev.cosmosblog.store.internal.repository.PendingComments;
import dev.cosmosblog.store.query.CommentOrder;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.store.query.Visibility;
import dev.cosmosblog.testsupport.Invariant;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pending comments and their queue, in a blog that has listings. */
interface PendingCommentsContract extends TagsContract {
  private static CreateComment pending(PostId post, String id) {
    return CreateComment.of(post, BEN, "Text of " + id)
        .withId(CommentId.of(id))
        .writtenAt(Instant.parse("2026-11-01T10:00:00Z").plusSeconds(id.hashCode()))
        .asPending();
  }

  private static List<String> queue(Archived blog) {
    return blog.store().pendingComments(ALL).items().stream()
        .map(comment -> comment.postId() + "/" + comment.id())
        .toList();
  }

  private static List<String> listed(BlogStore store, PostId post) {
    return store.commentsOf(post, ALL).items().stream().map(one -> one.id().value()).toList();
  }

  private static long count(BlogStore store, PostId post) {
    return store.findPost(post).orElseThrow().commentCount();
  }

  private CommentItem stored(PostId post, String comment) {
    return blog()
        .container("posts")
        .readItem(comment, new PartitionKey(post.value()), CommentItem.class)
        .getItem();
  }

  @Test
  @Invariant("I12")
  default void readersDontSeeAPendingCommentUntilItIsApproved() {
    Archived blog = archived();
    PostId p1 = blog.post("p1", "2026-11-01T10:00:00Z");
    PostId p2 = blog.post("p2", "2026-11-02T10:00:00Z");
    CommandResult<Comment> created = blog.store().createComment(pending(p1, "a"));
    assertThat(created.value().pending()).isTrue();
    assertThat(blog.store().createComment(pending(p1, "a")).alreadyDone()).isTrue();
    blog.store().createComment(pending(p2, "a"));
    blog.store().createComment(pending(p2, "b"));
    blog.changeFeed().drain();

    assertThat(queue(blog)).containsExactly("p2/b", "p2/a", "p1/a");
    Comment queued = blog.store().pendingComments(PageRequest.first(1)).items().get(0);
    assertThat(queued)
        .isEqualTo(blog.store().findComment(p2, CommentId.of("b"), Visibility.ALL).orElseThrow());
    assertThat(listed(blog.store(), p1)).isEmpty();
    assertThat(count(blog.store(), p1)).isZero();
    assertThat(blog.store().findComment(p1, CommentId.of("a"))).isEmpty();
    assertThat(
            blog.store()
                .commentsOf(p1, ALL, CommentOrder.NEWEST_FIRST, Visibility.UNLISTED)
                .items())
        .hasSize(1);

    CommandResult<CommentId> approved = blog.store().approveComment(p1, CommentId.of("a"));
    assertThat(approved.alreadyDone()).isFalse();
    assertThat(approved.requests()).isEqualTo(1);
    assertThat(blog.store().approveComment(p1, CommentId.of("a")).alreadyDone()).isTrue();
    assertThat(listed(blog.store(), p1)).containsExactly("a");
    assertThat(count(blog.store(), p1)).isEqualTo(1);
    assertThat(blog.store().hideComment(p2, CommentId.of("a")).alreadyDone()).isFalse();
    assertThat(blog.store().hideComment(p2, CommentId.of("a")).alreadyDone()).isTrue();
    blog.changeFeed().drain();
    assertThat(queue(blog)).containsExactly("p2/b");
    assertThat(count(blog.store(), p2)).isZero();
    Comment hidden = blog.store().findComment(p2, CommentId.of("a"), Visibility.ALL).orElseThrow();
    assertThat(hidden.hidden()).isTrue();
    assertThat(hidden.pending()).isFalse();
    assertThat(blog.store().showComment(p2, CommentId.of("a")).alreadyDone()).isFalse();
    assertThat(count(blog.store(), p2)).isEqualTo(1);
  }

  @Test
  @Invariant("I9")
  default void aDeletedCommentLeavesTheQueueAndALateHostDoesntBringItBack() {
    Archived blog = archived();
    PostId post = blog.post("p1", "2026-11-01T10:00:00Z");
    for (String id : List.of("pending", "approved", "hidden", "swift")) {
      blog.store().createComment(pending(post, id));
    }
    blog.changeFeed().drain();
    List<CommentItem> late =
        List.of(stored(post, "pending"), stored(post, "approved"), stored(post, "hidden"));
    blog.store().approveComment(post, CommentId.of("approved"));
    blog.store().hideComment(post, CommentId.of("hidden"));
    blog.changeFeed().drain();
    // Approved and deleted before the change feed has seen either.
    blog.store().approveComment(post, CommentId.of("swift"));
    for (String id : List.of("pending", "approved", "hidden", "swift")) {
      assertThat(blog.store().deleteComment(post, CommentId.of(id)).alreadyDone()).isFalse();
      assertThat(blog.store().deleteComment(post, CommentId.of(id)).alreadyDone()).isTrue();
      assertThatThrownBy(() -> blog.store().approveComment(post, CommentId.of(id)))
          .isInstanceOf(CommentNotFoundException.class);
    }
    assertThat(count(blog.store(), post)).isZero();
    blog.changeFeed().drain();
    assertThat(queue(blog)).isEmpty();
    late.forEach(comment -> blog.repositories().pendingComments().orElseThrow().put(comment));
    assertThat(queue(blog)).isEmpty();
    assertThat(blog().items("listings", "SELECT * FROM c").toString()).doesNotContain("Text of");
    assertThat(blog().items("posts", "SELECT * FROM c").toString()).doesNotContain("Text of");
  }

  @Test
  @Invariant("I9")
  default void aDeletedPostAndAnErasedUserLeaveNothingInTheQueue() {
    Archived blog = archived();
    PostId gone = blog.post("p1", "2026-11-01T10:00:00Z");
    PostId kept = blog.post("p2", "2026-11-02T10:00:00Z");
    blog.store().createComment(pending(gone, "a"));
    blog.store().createComment(pending(kept, "b"));
    blog.changeFeed().drain();
    blog.store().deletePost(gone);
    blog.changeFeed().drain();
    assertThat(queue(blog)).containsExactly("p2/b");

    blog.store().renameUser(BEN, "Benjamin");
    blog.store().editComment(new EditComment(kept, CommentId.of("b"), "Edited"));
    blog.changeFeed().drain();
    assertThat(blog.store().pendingComments(ALL).items())
        .singleElement()
        .satisfies(comment -> assertThat(comment.userUsername()).isEqualTo("Benjamin"))
        .satisfies(comment -> assertThat(comment.content()).isEqualTo("Edited"));

    ErasureReport report = blog.store().eraseUser(EraseUser.anonymize(BEN)).value();
    assertThat(report.listings().anonymized()).as("the comment's entry").isEqualTo(1);
    blog.changeFeed().drain();
    assertThat(blog.store().pendingComments(ALL).items())
        .extracting(Comment::userUsername)
        .containsExactly(EraseUser.DEFAULT_REPLACEMENT);
    blog.store().eraseUser(EraseUser.remove(BEN));
    blog.changeFeed().drain();
    assertThat(queue(blog)).isEmpty();
    List<JsonNode> left = blog().items("listings", "SELECT * FROM c");
    assertThat(left.toString()).doesNotContain("Edited", "Benjamin");
  }

  /**
   * A query finds the entry of the first comment, whose date another program has made unreadable.
   * The second comment has no entry yet.
   */
  @Test
  @Invariant("I9")
  default void anErasureReportsTheEntriesThatItAnonymizes() {
    Archived blog = archived();
    PostId post = blog.post("p1", "2026-11-01T10:00:00Z");
    blog.store().createComment(pending(post, "a"));
    blog.changeFeed().drain();
    blog()
        .container("posts")
        .patchItem(
            "a",
            new PartitionKey("p1"),
            CosmosPatchOperations.create().set("/creationDate", "soon"),
            CommentItem.class);
    blog.store().createComment(pending(post, "b"));

    ErasureReport report = blog.store().eraseUser(EraseUser.anonymize(BEN)).value();

    assertThat(report.listings().anonymized()).isEqualTo(1);
  }

  /** Another program has written the version of an erased user into a comment. */
  @Test
  @Invariant("I9")
  default void aLateHostBringsNoErasedNameOfTheSameVersionIntoTheQueue() {
    Archived blog = archived();
    PostId post = blog.post("p1", "2026-11-01T10:00:00Z");
    blog.store().createComment(pending(post, "a"));
    CosmosPatchOperations version =
        CosmosPatchOperations.create().set("/userVersion", VersionedName.LAST_VERSION);
    blog().patch("posts", "p1", "a", version);
    CommentItem late = stored(post, "a");
    PendingComments entries = blog.repositories().pendingComments().orElseThrow();
    blog.store().eraseUser(EraseUser.anonymize(BEN));
    // There is no entry yet.
    entries.put(late);
    blog.changeFeed().drain();
    assertThat(blog.store().pendingComments(ALL).items())
        .extracting(Comment::userUsername)
        .containsExactly(EraseUser.DEFAULT_REPLACEMENT);

    entries.put(late);

    assertThat(blog.store().pendingComments(ALL).items())
        .extracting(Comment::userUsername)
        .containsExactly(EraseUser.DEFAULT_REPLACEMENT);
  }

  private void damageMarks(PostId post, List<CosmosPatchOperations> marks) {
    for (int i = 0; i < marks.size(); i++) {
      blog().patch("posts", post.value(), "c" + i, marks.get(i));
    }
  }

  @Test
  @Invariant("I9")
  default void entriesGoThoughAnotherProgramChangedThePendingMarks() {
    Archived blog = archived();
    String path = "/pending";
    List<CosmosPatchOperations> marks =
        List.of(
            CosmosPatchOperations.create().set(path, "yes"),
            CosmosPatchOperations.create().set(path, null),
            CosmosPatchOperations.create().set(path, 1),
            CosmosPatchOperations.create().remove(path));
    PostId kept = blog.post("p1", "2026-11-01T10:00:00Z");
    PostId gone = blog.post("p2", "2026-11-02T10:00:00Z");
    PostId erased = blog.post("p3", "2026-11-03T10:00:00Z");
    PostId approved = blog.post("p4", "2026-11-04T10:00:00Z");
    for (int i = 0; i < marks.size(); i++) {
      for (PostId post : List.of(kept, gone, erased, approved)) {
        blog.store().createComment(pending(post, "c" + i));
      }
    }
    blog.changeFeed().drain();
    assertThat(queue(blog)).hasSize(4 * marks.size());

    damageMarks(kept, marks);
    damageMarks(gone, marks);
    damageMarks(approved, marks);
    for (int i = 0; i < marks.size(); i++) {
      CommentId comment = CommentId.of("c" + i);
      assertThat(blog.store().deleteComment(kept, comment).alreadyDone()).isFalse();
      assertThat(blog.store().deleteComment(kept, comment).alreadyDone()).isTrue();
      assertThat(blog.store().approveComment(approved, comment).alreadyDone()).isFalse();
    }
    // Approved, damaged and deleted before the change feed has seen any of it.
    damageMarks(approved, marks.subList(0, 3));
    for (String comment : List.of("c0", "c1", "c2")) {
      blog.store().deleteComment(approved, CommentId.of(comment));
    }
    blog.store().deletePost(gone);
    blog.changeFeed().drain();
    assertThat(queue(blog)).hasSize(marks.size()).allMatch(found -> found.startsWith("p3/"));

    damageMarks(erased, marks);
    ErasureReport report = blog.store().eraseUser(EraseUser.anonymize(BEN)).value();
    assertThat(report.listings().anonymized()).isEqualTo(marks.size());
    blog.changeFeed().drain();
    assertThat(blog.store().pendingComments(ALL).items())
        .hasSize(marks.size())
        .allSatisfy(
            entry -> assertThat(entry.userUsername()).isEqualTo(EraseUser.DEFAULT_REPLACEMENT));
  }

  /** The host that decides can't tell in which bucket a late host creates the entry. */
  @Test
  @Invariant("I9")
  default void aLateHostDoesntQueueADecidedCommentWhoseDateIsUnreadable() {
    Archived blog = archived();
    PostId post = blog.post("p1", "2026-11-01T10:00:00Z");
    blog.store().createComment(pending(post, "a"));
    CommentItem late = stored(post, "a");
    blog().patch("posts", "p1", "a", CosmosPatchOperations.create().set("/creationDate", "soon"));
    blog.store().hideComment(post, CommentId.of("a"));
    blog.changeFeed().drain();

    blog.repositories().pendingComments().orElseThrow().put(late);

    assertThat(queue(blog)).isEmpty();
    ErasureReport report = blog.store().eraseUser(EraseUser.anonymize(BEN)).value();
    assertThat(report.listings().anonymized()).as("a tombstone has no name").isZero();
  }

  @Test
  default void severalCommentsAreModeratedTogether() {
    Archived blog = archived();
    PostId p1 = blog.post("p1", "2026-11-01T10:00:00Z");
    PostId p2 = blog.post("p2", "2026-11-02T10:00:00Z");
    for (String id : List.of("a", "b", "c")) {
      blog.store().createComment(pending(p1, id));
      blog.store().createComment(pending(p2, id));
    }
    blog.changeFeed().drain();
    Page<Comment> page = blog.store().pendingComments(PageRequest.first(4));
    blog.store().deleteComment(p2, CommentId.of("c"));
    CommandResult<List<Comment>> done =
        blog.store().moderateComments(Moderation.APPROVE, page.items());
    assertThat(done.value()).hasSize(3).isSubsetOf(page.items());
    CommandResult<List<Comment>> again =
        blog.store().moderateComments(Moderation.APPROVE, page.items());
    assertThat(again.alreadyDone()).isTrue();
    assertThat(again.value()).isEmpty();
    blog.changeFeed().drain();
    List<Comment> rest = blog.store().pendingComments(ALL).items();
    assertThat(rest).hasSize(2);
    assertThat(blog.store().moderateComments(Moderation.DELETE, rest).value()).isEqualTo(rest);
    blog.changeFeed().drain();
    assertThat(queue(blog)).isEmpty();
    assertThat(count(blog.store(), p1) + count(blog.store(), p2)).isEqualTo(3);
  }

  /** A page of the queue may be old when a moderator decides on its comments. */
  @Test
  default void aDecisionChangesOnlyCommentsThatArePendingStill() {
    Archived blog = archived();
    PostId post = blog.post("p1", "2026-11-01T10:00:00Z");
    blog.store().createComment(pending(post, "approved"));
    blog.store().createComment(pending(post, "hidden"));
    blog.changeFeed().drain();
    List<Comment> old = blog.store().pendingComments(ALL).items();
    blog.store().approveComment(post, CommentId.of("approved"));
    blog.store().hideComment(post, CommentId.of("hidden"));

    for (Moderation decision : Moderation.values()) {
      CommandResult<List<Comment>> done = blog.store().moderateComments(decision, old);
      assertThat(done.alreadyDone()).as(decision.name()).isTrue();
      assertThat(done.value()).isEmpty();
    }

    assertThat(listed(blog.store(), post)).containsExactly("approved");
    assertThat(count(blog.store(), post)).isEqualTo(1);
    assertThat(blog.store().findComment(post, CommentId.of("hidden"), Visibility.ALL)).isPresent();
    List<Comment> listed = blog.store().commentsOf(post, ALL).items();
    assertThat(blog.store().moderateComments(Moderation.DELETE, listed).value()).isEqualTo(listed);
    assertThat(count(blog.store(), post)).isZero();
  }

  @Test
  default void aPendingCommentNeedsAPublishedPostWithOpenComments() {
    Archived blog = archived();
    PostId post = blog.post("p1", "2026-11-01T10:00:00Z");
    blog.store().closeComments(post);
    assertThatThrownBy(() -> blog.store().createComment(pending(post, "a")))
        .isInstanceOf(CommentsClosedException.class);
    assertThatThrownBy(() -> blog().store.pendingComments(ALL))
        .isInstanceOf(ListingsDisabledException.class)
        .hasMessageContaining("BlogDatabaseBuilder.listings()");
  }
}
