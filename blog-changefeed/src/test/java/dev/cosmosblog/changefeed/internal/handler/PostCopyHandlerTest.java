package dev.cosmosblog.changefeed.internal.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.argThat;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoMoreInteractions;
import static org.mockito.Mockito.when;

import dev.cosmosblog.changefeed.SteppedClock;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.ModeratedComment;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.PendingComment;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.PostChange;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.PostDeletion;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.CopyOutcome;
import dev.cosmosblog.store.internal.item.DeletedPost;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.Repositories;
import dev.cosmosblog.store.internal.repository.FrontPage;
import dev.cosmosblog.store.internal.repository.FrontPageChange;
import dev.cosmosblog.store.internal.repository.PendingComments;
import dev.cosmosblog.store.internal.repository.PostSummaries;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.TestItems;
import dev.cosmosblog.testsupport.Trap;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.InOrder;

class PostCopyHandlerTest {
  private static final PostId POST = PostId.of("p1");
  private static final UserId AUTHOR = UserId.of("author");

  private static final Instant EXPIRES = Instant.EPOCH;
  private static final Duration LONGEST = Duration.ofMinutes(3);

  private final SteppedClock clock = new SteppedClock();
  private final Repositories repositories = MockedRepositories.create();
  private final PostSummaries summaries = repositories.summaries();
  private final PostCopyHandler handler =
      new PostCopyHandler(
          repositories,
          Changes.unshared(repositories.frontPage(), 2),
          ItemTasks.IN_ORDER,
          new TimeLimit(clock, LONGEST));

  @BeforeEach
  void everyWriteIsDone() {
    when(repositories.summaries().put(any())).thenReturn(CopyOutcome.UPDATED);
    when(repositories.posts().purge(any(), any(), any())).thenReturn(true);
    when(repositories.frontPage().update(any()))
        .thenReturn(new FrontPage.Update(FrontPageItem.of(2, false, List.of()), true));
  }

  private static FrontPageChange change(List<PostSummaryItem> posts, PostId... gone) {
    Set<String> ids = Stream.of(gone).map(PostId::value).collect(Collectors.toSet());
    return argThat(sent -> List.copyOf(sent.posts()).equals(posts) && sent.gone().equals(ids));
  }

  private static PostDeletion deletion(PostId post) {
    return new PostDeletion(deleted(post));
  }

  private static DeletedPost deleted(PostId post) {
    return new DeletedPost(
        post, Optional.of(AUTHOR), Optional.empty(), 1, Optional.of(EXPIRES), List.of(), List.of());
  }

  @Test
  void manyLikesOfOnePostInABatchAreOneWriteOfTheNewestVersion() {
    handler.handle(
        List.of(
            Changes.post("p1", 2_000, 5),
            Changes.post("p1", 2_000, 7),
            Changes.post("p1", 2_000, 6)));

    verify(repositories.summaries(), times(1)).put(any());
    verify(repositories.summaries()).put(Changes.summary("p1", 2_000, 7));
    verify(repositories.frontPage()).update(change(List.of(Changes.summary("p1", 2_000, 7))));
  }

  /** Nothing has copied it before, so that a refresh would only cost a request. */
  @Test
  void theSummaryOfANewPostIsCreatedWithoutARefresh() {
    handler.handle(List.of(Changes.post("p1", 2_000, 0)));

    verify(summaries, never()).refresh(any());
    verify(summaries).put(Changes.summary("p1", 2_000, 0));
  }

  @Test
  void aDraftDoesNotReachTheFrontPage() {
    PostSummaryItem draft = TestItems.post("p1").by("author").status("draft", null).summary();
    handler.handle(List.of(new PostChange(draft)));

    verify(summaries).put(draft);
    verify(repositories.frontPage(), never()).update(any());
  }

  /** Each like of a hidden post would cost a write of the front page. */
  @Test
  @Invariant("I12")
  void aHiddenPostIsRemovedFromTheFrontPageOnceOrIfItIsThere() {
    PostSummaryItem hidden =
        TestItems.post("p1").by("author").version(5).status("hidden", null).summary();
    when(summaries.wasUnlisted(POST, AUTHOR, 5)).thenReturn(true);
    handler.handle(List.of(new PostChange(hidden)));
    verify(repositories.frontPage(), never()).update(any());

    when(repositories.frontPage().shownAmong(Set.of(POST))).thenReturn(Set.of(POST));
    handler.handle(List.of(new PostChange(hidden)));
    verify(repositories.frontPage()).update(change(List.of(hidden)));

    when(repositories.frontPage().shownAmong(any())).thenReturn(Set.of());
    when(summaries.wasUnlisted(POST, AUTHOR, 5)).thenReturn(false);
    handler.handle(List.of(new PostChange(hidden)));
    verify(repositories.frontPage(), times(2)).update(change(List.of(hidden)));
  }

  @Test
  void aDeletedPostsCopiesCommentsAndLikesAreDeleted() {
    handler.handle(List.of(deletion(POST)));

    verify(repositories.summaries()).remove(deleted(POST), AUTHOR);
    verify(repositories.posts()).purge(eq(POST), any(), any());
    verify(repositories.frontPage()).update(change(List.of(), POST));
  }

  /** A purge of a million comments takes longer than the front page may show the deleted post. */
  @Test
  @Invariant("I9")
  void allCopiesOfDeletedPostsAreRemovedBeforeAPurge() {
    PostId other = PostId.of("p2");
    handler.handle(List.of(deletion(POST), deletion(other)));

    InOrder order =
        inOrder(repositories.summaries(), repositories.frontPage(), repositories.posts());
    order.verify(repositories.summaries()).remove(deleted(POST), AUTHOR);
    order.verify(repositories.summaries()).remove(deleted(other), AUTHOR);
    order.verify(repositories.frontPage()).update(change(List.of(), POST, other));
    order.verify(repositories.posts()).purge(eq(POST), any(), any());
    order.verify(repositories.posts()).purge(eq(other), any(), any());
  }

  @Test
  @Trap(15)
  void aPurgeThatTakesLongerThanItsLeaseAllowsIsRedelivered() {
    List<Boolean> goesOn = new ArrayList<>();
    when(repositories.posts().purge(any(), any(), any()))
        .thenAnswer(
            call -> {
              BooleanSupplier hasTime = call.getArgument(1);
              goesOn.add(hasTime.getAsBoolean());
              clock.pass(LONGEST);
              goesOn.add(hasTime.getAsBoolean());
              return false;
            })
        .thenReturn(true);
    List<BlogChange> batch = List.of(deletion(POST));

    assertThatThrownBy(() -> handler.handle(batch)).isInstanceOf(BatchUnfinishedException.class);
    assertThat(goesOn).as("there is time for another batch").containsExactly(true, false);
    verify(repositories.frontPage())
        .update(argThat(change -> change.gone().equals(Set.of(POST.value()))));

    handler.handle(batch);

    verify(repositories.posts(), times(2)).purge(eq(POST), any(), any());
  }

  /** Each request of an item may wait for half a minute where the throughput is used up. */
  @Test
  @Trap(15)
  void aBatchOfThrottledItemsEndsInTimeForItsLeaseAndIsRedelivered() {
    PostSummaryItem slow = Changes.summary("slow", 3_000, 1);
    PostSummaryItem next = Changes.summary("p1", 2_000, 1);
    when(repositories.summaries().refresh(slow))
        .thenAnswer(
            call -> {
              clock.pass(LONGEST);
              return true;
            })
        .thenReturn(true);
    List<BlogChange> batch = List.of(new PostChange(slow), new PostChange(next), deletion(POST));

    assertThatThrownBy(() -> handler.handle(batch)).isInstanceOf(BatchUnfinishedException.class);

    verify(repositories.summaries()).refresh(slow);
    verify(repositories.summaries(), never()).refresh(next);
    verify(repositories.summaries(), never()).remove(any(), any());
    verify(repositories.frontPage(), never()).update(any());

    handler.handle(batch);

    verify(repositories.summaries()).refresh(next);
    verify(repositories.frontPage()).update(change(List.of(slow, next), POST));
  }

  @Test
  @Trap(15)
  void manyItemsOfOneAuthorAndRemovalsEndInTimeForTheLease() {
    when(repositories.users().currentName(AUTHOR))
        .thenReturn(Optional.of(new VersionedName("New", 2)));
    when(repositories.names().put(any(), any()))
        .thenAnswer(
            call -> {
              clock.pass(LONGEST);
              return true;
            });
    doAnswer(
            call -> {
              clock.pass(LONGEST);
              return true;
            })
        .when(summaries)
        .remove(any(), any());

    assertThatThrownBy(
            () ->
                handler.handle(
                    List.of(
                        Changes.comment("c1", "author", 1), Changes.comment("c2", "author", 1))))
        .isInstanceOf(BatchUnfinishedException.class);
    assertThatThrownBy(() -> handler.handle(List.of(deletion(POST), deletion(PostId.of("p2")))))
        .isInstanceOf(BatchUnfinishedException.class);

    verify(repositories.names(), times(1)).put(any(), any());
    verify(repositories.summaries(), times(1)).remove(any(), any());
  }

  @Test
  @Invariant("I10")
  void aCopyThatCannotBeWrittenDoesNotBlockOthers() {
    PostSummaryItem bad = Changes.summary("bad", 3_000, 0);
    PostSummaryItem good = Changes.summary("p1", 2_000, 0);
    MalformedItemException inTheWay = new MalformedItemException("bad", "It is no copy.");
    when(repositories.summaries().put(bad)).thenThrow(inTheWay);
    PostId gone = PostId.of("p2");

    assertThatThrownBy(
            () ->
                handler.handle(List.of(new PostChange(bad), new PostChange(good), deletion(gone))))
        .isSameAs(inTheWay);

    verify(repositories.summaries()).put(good);
    verify(repositories.summaries()).remove(deleted(gone), AUTHOR);
    verify(repositories.frontPage()).update(change(List.of(bad, good), gone));
    verify(repositories.posts()).purge(eq(gone), any(), any());
  }

  @Test
  void aBatchOfCommentsAndLikesWritesNoPostCopy() {
    handler.handle(List.of(Changes.comment("c", "author", 1)));

    verify(repositories.summaries(), never()).put(any());
    verify(repositories.frontPage(), never()).update(any());
  }

  @Test
  @Trap(12)
  void anItemWrittenWithAnOldNameGetsTheNewName() {
    VersionedName current = new VersionedName("New", 2);
    when(repositories.users().currentName(AUTHOR)).thenReturn(Optional.of(current));

    handler.handle(List.of(Changes.comment("c1", "author", 1)));

    verify(repositories.names()).put(Changes.comment("c1", "author", 1).item(), current);
  }

  @Test
  void anItemWithTheCurrentNameIsNotWritten() {
    when(repositories.users().currentName(AUTHOR))
        .thenReturn(Optional.of(new VersionedName("New", 2)));

    handler.handle(List.of(Changes.comment("c1", "author", 2), Changes.comment("c2", "author", 3)));

    verify(repositories.names(), never()).put(any(), any());
  }

  @Test
  void anItemOfAMissingUserIsNotRenamed() {
    when(repositories.users().currentName(AUTHOR)).thenReturn(Optional.empty());

    handler.handle(List.of(Changes.comment("c1", "author", 0)));

    verify(repositories.names(), never()).put(any(), any());
  }

  @Test
  void anAuthorIsReadOnceInABatch() {
    when(repositories.users().currentName(AUTHOR))
        .thenReturn(Optional.of(new VersionedName("Ann", 0)));

    handler.handle(List.of(Changes.comment("c1", "author", 0), Changes.comment("c2", "author", 0)));

    verify(repositories.users(), times(1)).currentName(AUTHOR);
  }

  @Test
  @Trap(12)
  void updatingAnExistingCopyIsOnePatchWithoutReadingTheAuthor() {
    PostSummaryItem liked = Changes.summary("p1", 2_000, 7);
    when(repositories.summaries().refresh(liked)).thenReturn(true);

    handler.handle(List.of(new PostChange(liked), Changes.written(liked)));

    verify(repositories.users(), never()).currentName(any());
    verify(repositories.summaries(), never()).put(any());
  }

  @Test
  @Trap(12)
  void theNameOfAPostIsCheckedBeforeItsCopyIsCreated() {
    PostSummaryItem post = Changes.summary("p1", 2_000, 7);
    when(repositories.users().currentName(AUTHOR))
        .thenReturn(Optional.of(new VersionedName("New", 2)));

    handler.handle(List.of(new PostChange(post), Changes.written(post)));

    InOrder order = inOrder(repositories.summaries(), repositories.names());
    order.verify(repositories.summaries()).refresh(post);
    order.verify(repositories.names()).put(any(), any());
    order.verify(repositories.summaries()).put(post);
  }

  @Test
  void manyAuthorsAreReadTogetherAndRenamedOnesAgain() {
    Map<UserId, VersionedName> names = new HashMap<>();
    List<BlogChange> batch = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      names.put(UserId.of("u" + i), new VersionedName("Name", i == 3 ? 1 : 0));
      batch.add(Changes.comment("c" + i, "u" + i, 0));
    }
    names.remove(UserId.of("u5"));
    when(repositories.users().readsTogether(16)).thenReturn(true);
    when(repositories.users().currentNames(any())).thenReturn(names);
    VersionedName renamed = new VersionedName("Newest", 2);
    when(repositories.users().currentName(UserId.of("u3"))).thenReturn(Optional.of(renamed));

    handler.handle(batch);

    verify(repositories.names()).put(Changes.comment("c3", "u3", 0).item(), renamed);
    verify(repositories.erasures())
        .eraseLate(Changes.comment("c5", "u5", 0).item(), UserId.of("u5"));
    verify(repositories.users(), times(2)).currentName(any());
  }

  @Test
  void theQueueGetsTheLastStateOfEachCommentInABatch() {
    PendingComments queue = mock();
    when(repositories.pendingComments()).thenReturn(Optional.of(queue));
    List<CommentItem> pending =
        Stream.of("c1", "c2", "c3")
            .map(id -> TestItems.comment(id, "p1").by("u1").hidden().build())
            .toList();
    StoredItem shown =
        StoredItem.of(Map.of("id", "c1", "postId", "p1", "type", "comment", "pending", false));
    List<BlogChange> changes = new ArrayList<>();
    pending.forEach(comment -> changes.add(new PendingComment(comment)));
    changes.add(new ModeratedComment(shown));

    handler.handle(changes);

    verify(queue).remove(shown);
    verify(queue).put(pending.get(1));
    verify(queue).put(pending.get(2));
    verifyNoMoreInteractions(queue);
  }
}
