package dev.cosmosblog.store;

import static dev.cosmosblog.store.MockedContainers.ANN;
import static dev.cosmosblog.store.MockedContainers.NOW;
import static dev.cosmosblog.store.MockedContainers.NOW_TEXT;
import static dev.cosmosblog.store.MockedContainers.POST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.atLeast;
import static org.mockito.Mockito.clearInvocations;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostStatus;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.command.Moderation;
import dev.cosmosblog.store.config.WritePath;
import dev.cosmosblog.store.error.CommentNotFoundException;
import dev.cosmosblog.store.error.CommentsClosedException;
import dev.cosmosblog.store.error.IdTakenException;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.repository.Reactions;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.query.Visibility;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.TestItems;
import dev.cosmosblog.testsupport.Trap;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.ArgumentCaptor;

class CommentAndLikeCommandsTest {
  private static final CommentId COMMENT = CommentId.of("comment-1");
  private static final CreateComment CREATE = CreateComment.of(POST, ANN, "Nice").withId(COMMENT);
  private static final LikePost LIKE = LikePost.of(POST, ANN);
  private static final CommentItem COMMENT_ITEM =
      TestItems.comment("comment-1", "post-1").by("user-ann").userVersion(4).at(NOW_TEXT).build();
  private static final LikeItem LIKE_ITEM =
      TestItems.like("user-ann", "post-1").userVersion(4).at(NOW_TEXT).build();

  private final MockedContainers blog = new MockedContainers().withAnn();

  private void batchEndsWith(CosmosBatchResponse response) {
    doReturn(response).when(blog.posts).executeCosmosBatch(any());
  }

  private void batchesEndWith(CosmosBatchResponse first, CosmosBatchResponse next) {
    doReturn(first, next).when(blog.posts).executeCosmosBatch(any());
  }

  /** The one batch that may be sent: nothing in it writes over what is there. */
  private static CosmosBatch batch(Object item, String count, String condition) {
    CosmosBatch batch = CosmosBatch.createCosmosBatch(new PartitionKey("post-1"));
    batch.createItemOperation(item);
    batch.patchItemOperation(
        "post-1",
        CosmosPatchOperations.create().increment(count, 1).increment("/version", 1),
        new CosmosBatchPatchItemRequestOptions().setFilterPredicate(condition));
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
        .isEqualTo(batch(COMMENT_ITEM, "/commentCount", QueryTexts.TAKES_COMMENTS));
    assertThat(blog.report().requests()).isEqualTo(1);
    blog.store().likePost(LikePost.of(POST, ann).since(NOW));
    blog.store().createPost(CreatePost.of(ann, "Title", "Content"));

    verify(blog.users, never()).readItem(any(), any(), any());
  }

  @Test
  void anAuthorWhoIsNotTheUserIsRefusedBeforeARequest() {
    User bob = new User(UserId.of("bob"), "Bob");
    assertThatThrownBy(
            () ->
                new CreateComment(null, POST, ANN, "Nice", null, bob, CustomProperties.NONE, false))
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
                    null,
                    null,
                    List.of(),
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
        .returns(new Comment(COMMENT, POST, ANN, "Ann", "Nice", NOW), CommandResult::value)
        .returns(false, CommandResult::alreadyDone);
    assertThat(blog.sentBatch())
        .usingRecursiveComparison()
        .isEqualTo(batch(COMMENT_ITEM, "/commentCount", QueryTexts.TAKES_COMMENTS));
    assertThat(blog.report().requestUnits()).isEqualTo(16);
  }

  @Test
  @Trap(7)
  void aLikeHasTheIdOfItsUserAndIsOneBatchWithItsCount() {
    batchEndsWith(Responses.batchDone(15));
    assertThat(blog.store().likePost(LIKE))
        .returns(new Like(POST, ANN, "Ann", NOW), CommandResult::value)
        .returns(false, CommandResult::alreadyDone);
    assertThat(blog.sentBatch())
        .usingRecursiveComparison()
        .isEqualTo(batch(LIKE_ITEM, "/likeCount", QueryTexts.IS_LISTED_POST));
  }

  @Test
  void aCommentWithoutAnIdGetsOne() {
    batchEndsWith(Responses.batchDone(15));
    assertThat(blog.store().createComment(CreateComment.of(POST, ANN, "Nice")).value().id())
        .isEqualTo(CommentId.of("made-1"));
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
  @Invariant("I7")
  void aCommentThatWasRefusedBeforeTheCommentsWereOpenedIsCreated() {
    batchesEndWith(Responses.batchFailedAt(1, 412, 0), Responses.batchDone(15));
    blog.has(blog.posts, "post-1", "post-1", StoredItem.of(Map.of("type", "post")));
    assertThat(blog.store().createComment(CREATE).alreadyDone()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"commentsClosed", "deleted"})
  void theReasonOfARefusedCommentIsRead(String property) {
    batchEndsWith(Responses.batchFailedAt(1, 412, 0));
    Map<String, Object> closed =
        Map.of("type", "post", "commentsClosed", true, "deleted", property.equals("deleted"));
    blog.has(blog.posts, "post-1", "post-1", StoredItem.of(closed));
    assertThatThrownBy(() -> blog.store().createComment(CREATE))
        .isInstanceOf(
            property.equals("deleted")
                ? PostNotFoundException.class
                : CommentsClosedException.class);
  }

  @Test
  void aCommentThatIsRefusedWithoutAReasonIsTriedThreeTimes() {
    batchEndsWith(Responses.batchFailedAt(1, 412, 0));
    blog.has(blog.posts, "post-1", "post-1", StoredItem.of(Map.of("type", "post")));
    assertThatThrownBy(() -> blog.store().createComment(CREATE))
        .isInstanceOf(StoreUnavailableException.class);
    verify(blog.posts, times(3)).executeCosmosBatch(any());
  }

  @Test
  void aCommentShownAfterHidingConflictedIsHidden() {
    batchesEndWith(Responses.batchFailedAt(0, 412, 0), Responses.batchDone(15));
    blog.has(blog.posts, "comment-1", "post-1", COMMENT_ITEM);
    assertThat(blog.store().hideComment(POST, COMMENT).alreadyDone()).isFalse();
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
  void aLikeRemovedMeanwhileIsReportedAsAlreadyDone() {
    batchEndsWith(Responses.batchFailedAt(0, 409, 0));
    blog.hasNot(blog.posts, "like~user-ann", "post-1");
    assertThat(blog.store().likePost(LIKE).alreadyDone()).isTrue();
  }

  /**
   * A moderator shows it before each batch for a hidden comment, and hides it before the others.
   */
  @Test
  @Invariant("I7")
  void aCommentThatIsHiddenAndShownDuringItsDeletionIsDeleted() {
    CosmosBatchResponse refused = Responses.batchFailedAt(0, 412, 0);
    doReturn(refused, refused, refused, refused, refused, Responses.batchDone(15))
        .when(blog.posts)
        .executeCosmosBatch(any());
    blog.has(blog.posts, "comment-1", "post-1", StoredItem.of(Map.of("type", "comment")));

    assertThat(blog.store().deleteComment(POST, COMMENT).alreadyDone()).isFalse();

    verify(blog.posts, times(6)).executeCosmosBatch(any());
  }

  @Test
  @Invariant("I7")
  void anotherItemWithTheIdIsNoCommentToDelete() {
    batchEndsWith(Responses.batchFailedAt(0, 412, 0));
    blog.has(blog.posts, "comment-1", "post-1", StoredItem.of(Map.of("type", "draft")));

    assertThat(blog.store().deleteComment(POST, COMMENT).alreadyDone()).isTrue();
  }

  @Test
  @Invariant("I7")
  void aRepeatedCommentIsAlreadyDoneUnlessItIsAnotherUsers() {
    batchEndsWith(Responses.batchFailedAt(0, 409, 0));
    blog.has(blog.posts, "comment-1", "post-1", COMMENT_ITEM);
    assertThat(blog.store().createComment(CREATE))
        .returns(COMMENT_ITEM.toComment(), CommandResult::value)
        .returns(true, CommandResult::alreadyDone);

    CommentItem bobs = TestItems.comment("comment-1", "post-1").by("user-bob").at(NOW_TEXT).build();
    blog.has(blog.posts, "comment-1", "post-1", bobs);
    assertThatThrownBy(() -> blog.store().createComment(CREATE))
        .isInstanceOf(IdTakenException.class);
  }

  private List<CosmosBatch> sentBatches() {
    ArgumentCaptor<CosmosBatch> batches = ArgumentCaptor.captor();
    verify(blog.posts, atLeast(0)).executeCosmosBatch(batches.capture());
    return batches.getAllValues();
  }

  /** The first write of each batch. */
  private List<CosmosItemOperation> sentChanges() {
    return sentBatches().stream().map(batch -> batch.getOperations().get(0)).toList();
  }

  private static CosmosItemOperation change(CosmosPatchOperations operations, String condition) {
    CosmosBatch batch = CosmosBatch.createCosmosBatch(new PartitionKey("post-1"));
    batch.patchItemOperation(
        "comment-1",
        operations,
        new CosmosBatchPatchItemRequestOptions().setFilterPredicate(condition));
    return batch.getOperations().get(0);
  }

  private static CosmosPatchOperations counted(int by) {
    return CosmosPatchOperations.create().increment("/commentCount", by).increment("/version", 1);
  }

  private static CosmosPatchOperations uncounted() {
    return CosmosPatchOperations.create().increment("/version", 1);
  }

  /** The change of the post in each batch. */
  private void assertCounts(CosmosPatchOperations... expected) {
    assertThat(sentBatches())
        .extracting(batch -> batch.getOperations().get(1).<CosmosPatchOperations>getItem())
        .usingRecursiveFieldByFieldElementComparator()
        .containsExactly(expected);
  }

  private static CosmosPatchOperations toType(String type) {
    return CosmosPatchOperations.create().set("/type", type);
  }

  @Test
  void aRemovedLikeIsAChange() {
    batchesEndWith(Responses.batchDone(15), Responses.batchFailedAt(0, 404, 0));
    assertThat(blog.store().unlikePost(POST, ANN).alreadyDone()).isFalse();
    assertThat(blog.store().unlikePost(POST, ANN).alreadyDone()).isTrue();
  }

  @Test
  void onlyACommentInTheOtherStateIsHiddenOrShown() {
    batchEndsWith(Responses.batchDone(15));
    blog.store().hideComment(POST, COMMENT);
    blog.store().showComment(POST, COMMENT);
    assertThat(sentChanges())
        .usingRecursiveComparison()
        .isEqualTo(
            List.of(
                change(toType("hiddenComment"), QueryTexts.IS_LISTED_COMMENT),
                change(toType("comment").set("/pending", false), QueryTexts.IS_HIDDEN_COMMENT)));
    assertCounts(counted(-1), counted(1));
  }

  @Test
  @Invariant("I7")
  void aHiddenCommentIsHiddenAlreadyUnlessItIsPending() {
    CosmosBatchResponse refused = Responses.batchFailedAt(0, 412, 0);
    batchesEndWith(refused, refused);
    Map<String, Object> hidden = Map.of("type", "hiddenComment");
    blog.has(blog.posts, "comment-1", "post-1", StoredItem.of(hidden));
    assertThat(blog.store().hideComment(POST, COMMENT).alreadyDone()).isTrue();

    clearInvocations(blog.posts);
    batchesEndWith(refused, Responses.batchDone(15));
    Map<String, Object> pending = Map.of("type", "hiddenComment", "pending", true);
    blog.has(blog.posts, "comment-1", "post-1", StoredItem.of(pending));
    assertThat(blog.store().hideComment(POST, COMMENT).alreadyDone()).isFalse();
    assertThat(sentChanges())
        .usingRecursiveComparison()
        .isEqualTo(
            List.of(
                change(toType("hiddenComment"), QueryTexts.IS_LISTED_COMMENT),
                change(
                    toType("hiddenComment").set("/pending", false),
                    QueryTexts.IS_PENDING_COMMENT)));
    assertCounts(counted(-1), uncounted());
  }

  @Test
  void anItemThatIsNoCommentIsNotHidden() {
    batchEndsWith(Responses.batchFailedAt(0, 412, 0));
    blog.has(blog.posts, "comment-1", "post-1", StoredItem.of(Map.of("type", "note")));
    assertThatThrownBy(() -> blog.store().hideComment(POST, COMMENT))
        .isInstanceOf(CommentNotFoundException.class);
  }

  /** Deletes a comment that was pending once, after the batches for others have refused it. */
  private boolean isDeleted(CosmosBatchResponse... answers) {
    CosmosBatchResponse refused = Responses.batchFailedAt(0, 412, 0);
    clearInvocations(blog.posts);
    Object[] later = Arrays.copyOfRange(answers, 1, answers.length, Object[].class);
    doReturn(refused, refused)
        .doReturn(answers[0], later)
        .when(blog.posts)
        .executeCosmosBatch(any());
    Map<String, Object> approved = Map.of("type", "comment", "pending", false);
    blog.has(blog.posts, "comment-1", "post-1", StoredItem.of(approved));
    try {
      return !blog.store().deleteComment(POST, COMMENT).alreadyDone();
    } finally {
      verify(blog.posts, times(2 + answers.length)).executeCosmosBatch(any());
    }
  }

  @Test
  @Invariant("I7")
  void aCommentThatWasPendingIsBuriedInTheStateThatItHas() {
    CosmosBatchResponse refused = Responses.batchFailedAt(0, 412, 0);
    CosmosBatchResponse done = Responses.batchDone(15);
    assertThat(isDeleted(done)).as("listed").isTrue();
    assertThat(isDeleted(refused, refused, done)).as("hidden meanwhile").isTrue();
    assertThat(isDeleted(refused, Responses.batchFailedAt(0, 404, 0))).as("gone").isFalse();
    CosmosBatchResponse withoutPost = Responses.batchFailedAt(1, 412, 0);
    assertThatThrownBy(() -> isDeleted(withoutPost)).isInstanceOf(PostNotFoundException.class);
  }

  @Test
  void aDecisionIsDoneIfTheCommentIsStillPending() {
    DatabaseAccess access = blog.database(settings -> settings).unwrap(DatabaseAccess.class);
    Reactions reactions = new Reactions(access, WritePath.BATCH);
    batchEndsWith(Responses.batchDone(15));
    for (Moderation decision : Moderation.values()) {
      assertThat(isDone(access, call -> reactions.decide(POST, COMMENT, decision, call))).isTrue();
    }
    assertCounts(counted(1), uncounted(), uncounted());

    batchEndsWith(Responses.batchFailedAt(0, 412, 0));
    assertThat(isDone(access, call -> reactions.decide(POST, COMMENT, Moderation.HIDE, call)))
        .isFalse();
  }

  private static boolean isDone(DatabaseAccess access, Function<Call, Boolean> command) {
    return access.operations().run(BlogOperation.HIDE_COMMENT, command);
  }

  @Test
  void anItemOfAnotherTypeIsNoCommentOrLike() {
    blog.has(blog.posts, "comment-1", "post-1", COMMENT_ITEM);
    blog.has(blog.posts, "like~user-ann", "post-1", LIKE_ITEM);
    assertThat(blog.store().findComment(POST, COMMENT)).contains(COMMENT_ITEM.toComment());
    assertThat(blog.store().findLike(POST, ANN)).contains(LIKE_ITEM.toLike());

    CommentItem hidden =
        TestItems.comment("comment-1", "post-1").by("user-ann").at(NOW_TEXT).hidden().build();
    blog.has(blog.posts, "comment-1", "post-1", hidden);
    assertThat(blog.store().findComment(POST, COMMENT)).isEmpty();
    assertThat(blog.store().findComment(POST, COMMENT, Visibility.ALL)).isPresent();

    CommentItem note =
        TestItems.comment("comment-1", "post-1").type("note").by("user-ann").at(NOW_TEXT).build();
    blog.has(blog.posts, "comment-1", "post-1", note);
    LikeItem other = TestItems.like("user-ann", "post-1").type("note").at(NOW_TEXT).build();
    blog.has(blog.posts, "like~user-ann", "post-1", other);
    assertThat(blog.store().findComment(POST, COMMENT)).isEmpty();
    assertThat(blog.store().findLike(POST, ANN)).isEmpty();
  }

  @Test
  void likedPostsAreThoseWithALike() {
    blog.has(blog.posts, "like~user-ann", "post-1", LIKE_ITEM);
    blog.has(
        blog.posts,
        "like~user-ann",
        "post-2",
        TestItems.like("user-ann", "post-2").type("note").at(NOW_TEXT).build());
    assertThat(blog.store().likedPosts(ANN, List.of(PostId.of("post-2"), POST)))
        .containsExactly(POST);
  }
}
