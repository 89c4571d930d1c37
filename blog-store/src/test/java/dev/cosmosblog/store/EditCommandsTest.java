package dev.cosmosblog.store;

import static dev.cosmosblog.store.MockedContainers.ANN;
import static dev.cosmosblog.store.MockedContainers.NOW;
import static dev.cosmosblog.store.MockedContainers.NOW_TEXT;
import static dev.cosmosblog.store.MockedContainers.POST;
import static dev.cosmosblog.store.MockedContainers.sentPatch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import com.azure.cosmos.models.CosmosPatchOperations;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.Tag;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.ReservationItem;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.EditComment;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.EditUser;
import dev.cosmosblog.store.error.CommentNotFoundException;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmosblog.store.error.VersionConflictException;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.observe.OperationOutcome;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.TestItems;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The requests of edits, and what the store makes of a condition that failed. */
class EditCommandsTest {
  private static final EditPost EDIT = EditPost.of(POST).title("New").ifVersion(2);
  private static final CommentId COMMENT = CommentId.of("comment-1");

  private final MockedContainers blog = new MockedContainers();

  private static PostItem post(String title, long editVersion) {
    return TestItems.post("post-1")
        .by("user-ann")
        .title(title)
        .at(NOW_TEXT)
        .edited(editVersion, NOW_TEXT)
        .build();
  }

  private static CommentItem comment(String content, long editVersion) {
    return TestItems.comment("comment-1", "post-1")
        .by("user-ann")
        .content(content)
        .at(NOW_TEXT)
        .edited(editVersion, NOW_TEXT)
        .build();
  }

  private void patchAnswers(Object item) {
    doAnswer(call -> Responses.item(item, 10.5))
        .when(blog.posts)
        .patchItem(any(), any(), any(), any(), any());
  }

  private void patchFails(CosmosFailure... failures) {
    doThrow(failures).when(blog.posts).patchItem(any(), any(), any(), any(), any());
  }

  @Test
  void anEditOfAVersionIsOnePatchOfTheChangedProperties() {
    patchAnswers(post("New", 3));

    assertThat(blog.store().editPost(EDIT).value()).isEqualTo(post("New", 3).toPost());

    MockedContainers.SentPatch sent = sentPatch(blog.posts, "post-1", "post-1");
    assertThat(sent.operations())
        .usingRecursiveComparison()
        .isEqualTo(
            CosmosPatchOperations.create()
                .set("/title", "New")
                .set("/editVersion", 3L)
                .set("/updatedAt", NOW_TEXT)
                .increment("/version", 1));
    assertThat(sent.options().getFilterPredicate())
        .isEqualTo(QueryTexts.isEdited(QueryTexts.IS_LIVE_POST, 2));
    assertThat(blog.report().requests()).isEqualTo(1);
  }

  @Test
  void aVersionConflictCostsOneMoreRead() {
    patchFails(CosmosFailure.of(412));
    blog.has(blog.posts, "post-1", "post-1", post("Theirs", 5));

    assertThatThrownBy(() -> blog.store().editPost(EDIT))
        .isInstanceOfSatisfying(
            VersionConflictException.class,
            e -> {
              assertThat(e.expectedVersion()).isEqualTo(2);
              assertThat(e.currentVersion()).isEqualTo(5);
            })
        .hasMessageContaining("send the edit with the version that you read");
    assertThat(blog.report().requests()).isEqualTo(2);
    assertThat(blog.report().outcome()).isEqualTo(OperationOutcome.REJECTED);
  }

  @Test
  void aVersionAheadOfThePrimaryIsAConflict() {
    patchFails(CosmosFailure.of(412));
    blog.has(blog.posts, "post-1", "post-1", post("Old", 1));

    EditPost edit = EditPost.of(POST).property("a", 1).ifVersion(2);
    assertThatThrownBy(() -> blog.store().editPost(edit))
        .isInstanceOfSatisfying(
            VersionConflictException.class, e -> assertThat(e.currentVersion()).isEqualTo(1));

    MockedContainers.SentPatch sent = sentPatch(blog.posts, "post-1", "post-1");
    assertThat(sent.operations())
        .usingRecursiveComparison()
        .isEqualTo(CosmosPatchOperations.create().increment("/editVersion", 0));
    assertThat(sent.options().getFilterPredicate()).isEqualTo("FROM c WHERE c.editVersion > 1");
    assertThat(blog.report().requests()).isEqualTo(2);
  }

  private static PostItem withProperty(long editVersion) {
    return TestItems.post(post("Old", editVersion)).properties(Map.of("a", 1)).build();
  }

  @Test
  void anEditOfAPropertyIsAReadAndAPatch() {
    blog.has(blog.posts, "post-1", "post-1", post("Old", 2));
    patchAnswers(withProperty(3));

    blog.store().editPost(EditPost.of(POST).property("a", 1).ifVersion(2));
    assertThat(blog.report().requests()).isEqualTo(2);
    assertThat(sentPatch(blog.posts, "post-1", "post-1").options().getFilterPredicate())
        .isEqualTo(QueryTexts.isEdited(QueryTexts.IS_LIVE_POST, 2));

    UserItem ann = TestItems.user("user-ann").build();
    blog.has(blog.users, "user-ann", "user-ann", ann);
    doAnswer(call -> Responses.item(ann, 10.5))
        .when(blog.users)
        .patchItem(any(), any(), any(), any(), any());
    blog.store().editUser(EditUser.of(ANN).property("a", 1));
    assertThat(blog.report().requests()).isEqualTo(2);
  }

  @Test
  @Invariant("I7")
  void aPostThatAReplicaLacksIsReadAtThePrimaryForAnEdit() {
    blog.hasNot(blog.posts, "post-1", "post-1");
    doAnswer(call -> Responses.item(post("Old", 2), 1))
        .doAnswer(call -> Responses.item(withProperty(3), 10.5))
        .when(blog.posts)
        .patchItem(any(), any(), any(), any(), any());

    assertThat(blog.store().editPost(EditPost.of(POST).property("a", 1)).value())
        .isEqualTo(withProperty(3).toPost());
  }

  /** The first patch was done, but its response was lost. */
  @Test
  @Invariant("I7")
  void anEditOfAPropertyThatWasDoneIsNotRepeated() {
    patchFails(CosmosFailure.of(412));
    doAnswer(call -> Responses.toRead(call, post("Old", 2)))
        .doAnswer(call -> Responses.toRead(call, withProperty(3)))
        .when(blog.posts)
        .readItem(any(), any(), any());

    assertThat(blog.store().editPost(EditPost.of(POST).property("a", 1)).value())
        .isEqualTo(withProperty(3).toPost());
    assertThat(blog.report().requests()).isEqualTo(3);
  }

  @Test
  @Invariant("I7")
  void anEditOfTagsWasDoneBeforeIfThePostHasThem() {
    patchFails(CosmosFailure.of(412));
    PostItem done = TestItems.post(post("New", 3)).tags("a").build();
    blog.has(blog.posts, "post-1", "post-1", done);
    EditPost others = EDIT.tags(List.of(Tag.of("b")));

    assertThat(blog.store().editPost(EDIT.tags(List.of(Tag.of("a")))).alreadyDone()).isTrue();
    assertThatThrownBy(() -> blog.store().editPost(others))
        .isInstanceOf(VersionConflictException.class);
  }

  @Test
  @Invariant("I7")
  void anEditOfAUsersPropertyThatWasDoneIsNotAConflict() {
    UserItem done =
        new UserItem(
            "user-ann",
            ItemType.USER,
            "user-ann",
            "Ann",
            0,
            CustomProperties.of(Map.of("a", 1)),
            1,
            NOW_TEXT);
    blog.has(blog.users, "user-ann", "user-ann", done);

    assertThat(blog.store().editUser(EditUser.of(ANN).property("a", 1).ifVersion(0)).value())
        .isEqualTo(done.toUser());
  }

  /** A replica that lags shows the version of the condition that just failed. */
  @Test
  @Invariant("I7")
  void aReadThatDoesNotExplainAConflictIsNoConflict() {
    doThrow(CosmosFailure.of(412))
        .doAnswer(call -> Responses.item(post("New", 3), 10.5))
        .when(blog.posts)
        .patchItem(any(), any(), any(), any(), any());
    blog.has(blog.posts, "post-1", "post-1", post("Old", 2));

    assertThat(blog.store().editPost(EDIT).value()).isEqualTo(post("New", 3).toPost());
  }

  @Test
  void aStatusChangedBackAfterAConflictIsChanged() {
    PostItem hidden = TestItems.post("post-1").by("user-ann").status("hidden", null).build();
    doThrow(CosmosFailure.of(412))
        .doAnswer(call -> Responses.item(hidden, 10.5))
        .when(blog.posts)
        .patchItem(any(), any(), any(), any(), any());
    blog.has(blog.posts, "post-1", "post-1", post("Shown", 0));

    assertThat(blog.store().hidePost(POST))
        .returns(hidden.toPost(), CommandResult::value)
        .returns(false, CommandResult::alreadyDone);
  }

  /** The first attempt reserved the slug, and the second one found it reserved. */
  @Test
  @Invariant("I6")
  void theSlugOfAnEditThatIsRefusedAfterAConflictIsReleased() {
    Slug slug = Slug.of("new");
    String id = ReservationItem.idOfSlug(slug);
    blog.writesAreDone().has(blog.users, id, id, ReservationItem.ofSlug(slug, POST, NOW));
    doAnswer(call -> Responses.written(6))
        .doThrow(CosmosFailure.of(409))
        .when(blog.users)
        .createItem(any(), any(), any());
    patchFails(CosmosFailure.of(412), CosmosFailure.of(404));
    doAnswer(call -> Responses.toRead(call, post("Old", 0)))
        .doAnswer(call -> Responses.toRead(call, post("Theirs", 1)))
        .when(blog.posts)
        .readItem(any(), any(), any());

    assertThatThrownBy(() -> blog.store().editPost(EditPost.of(POST).slug(slug)))
        .isInstanceOf(PostNotFoundException.class);

    verify(blog.users).deleteItem(eq(id), any(), any());
  }

  /** The response to the first attempt was lost, and another edit came before this one. */
  @Test
  @Invariant("I6")
  void theSlugThatALostAttemptHasSetIsNotReleased() {
    Slug slug = Slug.of("new");
    blog.writesAreDone();
    patchFails(CosmosFailure.of(412));
    PostItem now = TestItems.post("post-1").slug("new").edited(2, null).build();
    doAnswer(call -> Responses.toRead(call, post("Old", 0)))
        .doAnswer(call -> Responses.toRead(call, now))
        .when(blog.posts)
        .readItem(any(), any(), any());

    EditPost edit = EditPost.of(POST).slug(slug).ifVersion(0);
    assertThatThrownBy(() -> blog.store().editPost(edit))
        .isInstanceOf(VersionConflictException.class);

    verify(blog.users, never()).deleteItem(any(), any(), any());
  }

  @Test
  void commentsOpenedAgainAfterAConflictAreClosed() {
    doThrow(CosmosFailure.of(412))
        .doAnswer(call -> Responses.written(10))
        .when(blog.posts)
        .patchItem(any(), any(), any(), any(), any());
    blog.has(blog.posts, "post-1", "post-1", post("Open", 0));

    assertThat(blog.store().closeComments(POST).alreadyDone()).isFalse();
  }

  /** Another program has stored the time in another format, and another host publishes the post. */
  @Test
  @Invariant("I13")
  void aPostThatAnotherHostPublishesAtTheSameTimeIsNotPublishedHere() {
    PostItem scheduled =
        TestItems.post("post-1").status("scheduled", "2026-01-01T01:00:00+01:00").build();
    doThrow(CosmosFailure.of(412))
        .doAnswer(call -> Responses.item(scheduled, 1))
        .doThrow(CosmosFailure.of(412))
        .when(blog.posts)
        .patchItem(any(), any(), any(), any(), any());

    Instant time = Instant.parse("2026-01-01T00:00:00Z");
    assertThat(blog.repositories().statuses().publishScheduled(POST, time)).isFalse();
    verify(blog.posts, times(3)).patchItem(any(), any(), any(), any(), any());
  }

  /** Another program has stored the time in another format. */
  @ParameterizedTest
  @CsvSource({"2026-01-01T01:00:00+01:00, true", "2026-01-02T01:00:00+01:00, false"})
  @Invariant("I13")
  void aPostIsPublishedIfItIsScheduledForTheTimeInAnotherFormat(String stored, boolean published) {
    PostItem scheduled = TestItems.post("post-1").status("scheduled", stored).build();
    doThrow(CosmosFailure.of(412))
        .doAnswer(call -> Responses.item(scheduled, 1))
        .doAnswer(call -> Responses.written(10))
        .when(blog.posts)
        .patchItem(any(), any(), any(), any(), any());

    Instant time = Instant.parse("2026-01-01T00:00:00Z");
    assertThat(blog.repositories().statuses().publishScheduled(POST, time)).isEqualTo(published);
  }

  @Test
  void aCommentDeletedAfterAnEditConflictedIsMissing() {
    patchFails(CosmosFailure.of(412), CosmosFailure.of(404));
    blog.hasNot(blog.posts, "comment-1", "post-1");
    EditComment edit = EditComment.of(POST, COMMENT, "New").ifVersion(0);
    assertThatThrownBy(() -> blog.store().editComment(edit))
        .isInstanceOf(CommentNotFoundException.class);
  }

  @Test
  void anEditOfACommentsVersionHasAConditionOnIt() {
    patchAnswers(comment("New", 1));

    Comment edited =
        blog.store().editComment(EditComment.of(POST, COMMENT, "New").ifVersion(0)).value();

    assertThat(edited.version()).isEqualTo(1);
    assertThat(edited.updatedAt()).isEqualTo(NOW);
    MockedContainers.SentPatch sent = sentPatch(blog.posts, "comment-1", "post-1");
    assertThat(sent.operations())
        .usingRecursiveComparison()
        .isEqualTo(
            CosmosPatchOperations.create()
                .set("/content", "New")
                .set("/editVersion", 1L)
                .set("/updatedAt", NOW_TEXT));
    assertThat(sent.options().getFilterPredicate())
        .isEqualTo(QueryTexts.isEdited(QueryTexts.IS_COMMENT, 0));
  }
}
