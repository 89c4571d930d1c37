package dev.cosmosblog.store;

import static dev.cosmosblog.store.MockedBlog.ANN;
import static dev.cosmosblog.store.MockedBlog.NOW;
import static dev.cosmosblog.store.MockedBlog.NOW_TEXT;
import static dev.cosmosblog.store.MockedBlog.POST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.clearInvocations;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;

import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.PostStatus;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.error.CommentNotFoundException;
import dev.cosmosblog.store.error.IdTakenException;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.error.UserNotFoundException;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.observe.OperationOutcome;
import dev.cosmosblog.testsupport.TestItems;
import dev.cosmosblog.testsupport.Trap;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CommentAndLikeCommandsTest {
  private static final CommentId COMMENT = CommentId.of("comment-1");
  private static final CreateComment CREATE = CreateComment.of(POST, ANN, "Nice").withId(COMMENT);
  private static final LikePost LIKE = LikePost.of(POST, ANN);
  private static final CommentItem COMMENT_ITEM =
      TestItems.comment("comment-1", "post-1").by("user-ann").userVersion(4).at(NOW_TEXT).build();
  private static final LikeItem LIKE_ITEM =
      TestItems.like("user-ann", "post-1").userVersion(4).at(NOW_TEXT).build();

  private final MockedBlog blog = new MockedBlog().withAnn();

  private void batchEndsWith(CosmosBatchResponse response) {
    doReturn(response).when(blog.posts).executeCosmosBatch(any());
  }

  private void batchesEndWith(CosmosBatchResponse first, CosmosBatchResponse next) {
    doReturn(first, next).when(blog.posts).executeCosmosBatch(any());
  }

  /** The one batch that may be sent: nothing in it writes over what is there. */
  private static CosmosBatch batch(Object item, String count) {
    CosmosBatch batch = CosmosBatch.createCosmosBatch(new PartitionKey("post-1"));
    batch.createItemOperation(item);
    batch.patchItemOperation(
        "post-1",
        CosmosPatchOperations.create().increment(count, 1).increment("/version", 1),
        new CosmosBatchPatchItemRequestOptions().setFilterPredicate(QueryTexts.IS_LIVE_POST));
    return batch;
  }

  @Test
  void aGivenUserIsNotRead() {
    User ann = new User(ANN, "Ann", 4);
    blog.writesAreDone();
    batchEndsWith(Responses.batchDone(15));

    blog.store().createComment(CreateComment.of(POST, ann, "Nice").withId(COMMENT).writtenAt(NOW));
    assertThat(blog.sentBatch())
        .usingRecursiveComparison()
        .isEqualTo(batch(COMMENT_ITEM, "/commentCount"));
    assertThat(blog.report().requests()).isEqualTo(1);
    blog.store().likePost(LikePost.of(POST, ann).since(NOW));
    blog.store().createPost(CreatePost.of(ann, "Title", "Content"));

    verify(blog.users, never()).readItem(any(), any(), any());
  }

  @Test
  void anAuthorWhoIsNotTheUserIsRefusedBeforeARequest() {
    User bob = new User(UserId.of("bob"), "Bob");
    assertThatThrownBy(
            () -> new CreateComment(null, POST, ANN, "Nice", null, bob, CustomProperties.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("author");
    assertThatThrownBy(
            () ->
                new CreatePost(
                    null,
                    ANN,
                    "Title",
                    "Content",
                    null,
                    bob,
                    PostStatus.PUBLISHED,
                    null,
                    CustomProperties.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("author");
    assertThatThrownBy(() -> new LikePost(POST, ANN, null, bob))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("liker");
  }

  @Test
  @Trap(6)
  void aCommentAndItsCountAreOneBatch() {
    batchEndsWith(Responses.batchDone(15));
    assertThat(blog.store().createComment(CREATE))
        .isEqualTo(new CommandResult<>(new Comment(COMMENT, POST, ANN, "Ann", "Nice", NOW), false));
    assertThat(blog.sentBatch())
        .usingRecursiveComparison()
        .isEqualTo(batch(COMMENT_ITEM, "/commentCount"));
    assertThat(blog.report().requestUnits()).isEqualTo(16);
  }

  @Test
  @Trap(7)
  void aLikeHasTheIdOfItsUserAndIsOneBatchWithItsCount() {
    batchEndsWith(Responses.batchDone(15));
    assertThat(blog.store().likePost(LIKE))
        .isEqualTo(new CommandResult<>(new Like(POST, ANN, "Ann", NOW), false));
    assertThat(blog.sentBatch())
        .usingRecursiveComparison()
        .isEqualTo(batch(LIKE_ITEM, "/likeCount"));
  }

  @Test
  void aCommentWithoutAnIdGetsOne() {
    batchEndsWith(Responses.batchDone(15));
    assertThat(blog.store().createComment(CreateComment.of(POST, ANN, "Nice")).value().id())
        .isEqualTo(CommentId.of("made-1"));
  }

  @Test
  void aGivenDateIsStored() {
    batchEndsWith(Responses.batchDone(15));
    Instant date = Instant.parse("2020-02-02T02:02:02.002Z");
    assertThat(blog.store().createComment(CREATE.writtenAt(date)).value().creationDate())
        .isEqualTo(date);
    assertThat(blog.store().likePost(LIKE.since(date)).value().creationDate()).isEqualTo(date);
  }

  @Test
  @Trap(6)
  void aRepeatedCommentIsAlreadyDoneAndNotCountedAgain() {
    batchEndsWith(Responses.batchFailedAt(0, 409, 0));
    blog.has(blog.posts, "comment-1", "post-1", COMMENT_ITEM);
    assertThat(blog.store().createComment(CREATE))
        .isEqualTo(new CommandResult<>(COMMENT_ITEM.toComment(), true));
    assertThat(blog.report().requests()).isEqualTo(3);
    assertThat(blog.report().outcome()).isEqualTo(OperationOutcome.ALREADY_DONE);
  }

  @Test
  void theIdOfAnotherAuthorsCommentIsTaken() {
    batchEndsWith(Responses.batchFailedAt(0, 409, 0));
    blog.has(
        blog.posts,
        "comment-1",
        "post-1",
        TestItems.comment("comment-1", "post-1")
            .by("bob", "Bob")
            .content("Mine")
            .at(NOW_TEXT)
            .build());
    assertThatThrownBy(() -> blog.store().createComment(CREATE))
        .isInstanceOf(IdTakenException.class)
        .hasMessageContaining("comment-1");
  }

  @Test
  void theIdOfAnotherItemInThePostsPartitionIsTaken() {
    batchEndsWith(Responses.batchFailedAt(0, 409, 0));
    blog.has(
        blog.posts,
        "comment-1",
        "post-1",
        TestItems.comment("comment-1", "post-1")
            .type("note")
            .by("user-ann")
            .content("")
            .at(NOW_TEXT)
            .build());
    assertThatThrownBy(() -> blog.store().createComment(CREATE))
        .isInstanceOf(IdTakenException.class);
  }

  @Test
  void aCommentDeletedAfterItsCreationConflictedIsCreated() {
    batchesEndWith(Responses.batchFailedAt(0, 409, 0), Responses.batchDone(15));
    blog.hasNot(blog.posts, "comment-1", "post-1");
    assertThat(blog.store().createComment(CREATE).alreadyDone()).isFalse();
  }

  @Test
  void aCommentShownAfterHidingConflictedIsHidden() {
    batchesEndWith(Responses.batchFailedAt(0, 412, 0), Responses.batchDone(15));
    blog.has(blog.posts, "comment-1", "post-1", COMMENT_ITEM);
    assertThat(blog.store().hideComment(POST, COMMENT)).isTrue();
  }

  @Test
  void aCommentDeletedAfterShowingConflictedIsMissing() {
    batchesEndWith(Responses.batchFailedAt(0, 412, 0), Responses.batchFailedAt(0, 404, 0));
    blog.hasNot(blog.posts, "comment-1", "post-1");
    assertThatThrownBy(() -> blog.store().showComment(POST, COMMENT))
        .isInstanceOf(CommentNotFoundException.class);
  }

  @Test
  void hidingACommentThatOthersKeepShowingIsTriedThreeTimes() {
    batchEndsWith(Responses.batchFailedAt(0, 412, 0));
    blog.has(blog.posts, "comment-1", "post-1", COMMENT_ITEM);
    assertThatThrownBy(() -> blog.store().hideComment(POST, COMMENT))
        .isInstanceOf(StoreUnavailableException.class);
    verify(blog.posts, times(3)).executeCosmosBatch(any());
  }

  @Test
  @Trap(7)
  void aSecondLikeIsAlreadyDoneAndKeepsItsDate() {
    batchEndsWith(Responses.batchFailedAt(0, 409, 0));
    LikeItem earlier =
        TestItems.like("user-ann", "post-1").userVersion(4).at("2020-01-01T00:00:00.000Z").build();
    blog.has(blog.posts, "like~user-ann", "post-1", earlier);
    assertThat(blog.store().likePost(LIKE)).isEqualTo(new CommandResult<>(earlier.toLike(), true));
  }

  @Test
  void aLikeRemovedMeanwhileIsReportedAsAlreadyDone() {
    batchEndsWith(Responses.batchFailedAt(0, 409, 0));
    blog.hasNot(blog.posts, "like~user-ann", "post-1");
    assertThat(blog.store().likePost(LIKE).alreadyDone()).isTrue();
  }

  @Test
  @Trap(9)
  void aBatchIsRefusedIfItsPostIsNotLive() {
    for (int status : new int[] {404, 412}) {
      batchEndsWith(Responses.batchFailedAt(1, status, 0));
      assertThatThrownBy(() -> blog.store().createComment(CREATE))
          .isInstanceOfSatisfying(
              PostNotFoundException.class, e -> assertThat(e.postId()).isEqualTo(POST))
          .hasMessageContaining("Create the post first");
      assertThatThrownBy(() -> blog.store().likePost(LIKE))
          .isInstanceOf(PostNotFoundException.class);
      assertThat(blog.report().outcome()).isEqualTo(OperationOutcome.REJECTED);
    }
  }

  @Test
  void aMissingUserCanNeitherCommentNorLike() {
    blog.hasNot(blog.users, "user-ann", "user-ann");
    BlogStore store = blog.store();
    clearInvocations(blog.posts);
    assertThatThrownBy(() -> store.createComment(CREATE)).isInstanceOf(UserNotFoundException.class);
    assertThatThrownBy(() -> store.likePost(LIKE)).isInstanceOf(UserNotFoundException.class);
    verifyNoInteractions(blog.posts);
  }
}
