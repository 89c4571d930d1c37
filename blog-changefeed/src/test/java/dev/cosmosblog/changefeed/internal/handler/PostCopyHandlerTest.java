package dev.cosmosblog.changefeed.internal.handler;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.argThat;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.when;

import dev.cosmosblog.changefeed.internal.handler.BlogChange.PostDeletion;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.internal.item.CopyOutcome;
import dev.cosmosblog.store.internal.kernel.CopyWrites;
import dev.cosmosblog.testing.Invariant;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PostCopyHandlerTest {
  private static final PostId POST = PostId.of("p1");
  private static final UserId AUTHOR = UserId.of("author");

  private final CopyWrites copies = mock(CopyWrites.class);
  private final PostCopyHandler handler =
      new PostCopyHandler(
          copies,
          new FrontPageWriter(copies, 2, Duration.ZERO, new ReentrantLock(), System::nanoTime));

  @BeforeEach
  void aCopyThatIsUpdated() {
    when(copies.copyToUser(any())).thenReturn(CopyOutcome.UPDATED);
    when(copies.updateFrontPage(any(), any(), anyInt()))
        .thenReturn(FrontPageItem.of(2, false, List.of()));
  }

  @Test
  void manyLikesOfOnePostInABatchAreOneWriteOfTheNewestVersion() {
    handler.handle(
        List.of(
            Changes.post("p1", 2_000, 5),
            Changes.post("p1", 2_000, 7),
            Changes.post("p1", 2_000, 6)));

    verify(copies, times(1)).copyToUser(any());
    verify(copies).copyToUser(Changes.postItem("p1", 2_000, 7));
    verify(copies).updateFrontPage(asList(Changes.postItem("p1", 2_000, 7)), eq(Set.of()), eq(2));
  }

  @Test
  void aDeletedPostLosesItsCopiesAndItsCommentsAndLikes() {
    handler.handle(List.of(new PostDeletion(POST, AUTHOR)));

    verify(copies).removeFromUser(POST, AUTHOR);
    verify(copies).purge(POST);
    verify(copies).updateFrontPage(asList(), eq(Set.of(POST)), eq(2));
  }

  @Test
  void aLateChangeOfAPostDeletedMeanwhileRemovesTheCopyItCreated() {
    when(copies.copyToUser(any())).thenReturn(CopyOutcome.CREATED);
    when(copies.isLive(POST)).thenReturn(false);

    handler.handle(List.of(Changes.post("p1", 2_000, 0)));

    verify(copies).removeFromUser(POST, AUTHOR);
  }

  @Test
  void ifNoCopyWasWrittenThePostIsNotReadAgain() {
    when(copies.copyToUser(any())).thenReturn(CopyOutcome.GONE);

    handler.handle(List.of(Changes.post("p1", 2_000, 0)));

    verify(copies, never()).isLive(any());
    verify(copies, never()).removeFromUser(any(), any());
  }

  /**
   * The copy was created, and then the batch failed or the answer was lost: when the batch comes
   * again, the copy exists in the change's own version.
   */
  @Test
  @Invariant("I9")
  void aBatchThatComesAgainAfterItsCopyWasCreatedReadsThePostOnceMore() {
    when(copies.copyToUser(any())).thenReturn(CopyOutcome.CREATED, CopyOutcome.UNCHANGED);
    when(copies.isLive(POST))
        .thenThrow(new IllegalStateException("as if cut off"))
        .thenReturn(false);
    List<BlogChange> batch = List.of(Changes.post("p1", 2_000, 0));
    assertThatThrownBy(() -> handler.handle(batch)).hasMessage("as if cut off");
    verify(copies, never()).removeFromUser(any(), any());

    handler.handle(batch);

    verify(copies).removeFromUser(POST, AUTHOR);
  }

  @Test
  void aCopyOfALivePostStays() {
    when(copies.copyToUser(any())).thenReturn(CopyOutcome.CREATED);
    when(copies.isLive(POST)).thenReturn(true);

    handler.handle(List.of(Changes.post("p1", 2_000, 0)));

    verify(copies, never()).removeFromUser(any(), any());
  }

  @Test
  void aBatchOfCommentsAndLikesWritesNoPostCopy() {
    handler.handle(List.of(Changes.comment("c", "author", 1)));

    verifyNoInteractions(copies);
  }

  private static Collection<PostItem> asList(PostItem... posts) {
    return argThat(given -> List.copyOf(given).equals(List.of(posts)));
  }

  @Test
  void updatingAnExistingCopyDoesNotReadThePost() {
    handler.handle(List.of(Changes.post("p1", 2_000, 3)));

    verify(copies, never()).isLive(any());
  }
}
