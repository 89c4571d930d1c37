package dev.cosmosblog.changefeed;

import static dev.cosmosblog.store.CopyOutcome.CREATED;
import static dev.cosmosblog.store.CopyOutcome.UNCHANGED;
import static dev.cosmosblog.store.CopyOutcome.UPDATED;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.clearInvocations;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.BlogCopies;
import dev.cosmosblog.store.CopyOutcome;
import dev.cosmosblog.store.FeedFloor;
import dev.cosmosblog.store.FeedState;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FeedKeeperTest {
  private static final PostItem FLOOR = Changes.postItem("floor", 1_000, 0);
  private static final FeedState FULL =
      new FeedState(Set.of("floor", "top"), Optional.of(FeedFloor.of(FLOOR)));

  private final BlogCopies copies = mock(BlogCopies.class);
  private final FeedKeeper keeper = new FeedKeeper(copies, 2);

  /** The keeper as it is after its first batch, when the feed was full. */
  private void full() {
    when(copies.copyToFeed(any())).thenReturn(CREATED);
    when(copies.trimFeed(2)).thenReturn(FULL);
    offer(Changes.postItem("top", 2_000, 0), CREATED);
    clearInvocations(copies);
  }

  private void offer(PostItem post, CopyOutcome besideAuthor) {
    FeedKeeper.Batch batch = keeper.begin();
    batch.offer(post, besideAuthor);
    batch.end();
  }

  private void handle(CopyOutcome inFeed, PostItem post) {
    when(copies.copyToFeed(post)).thenReturn(inFeed);
    offer(post, UPDATED);
  }

  @Test
  void trap5ALikeOfAPostOlderThanTheFeedDoesNotPutItIn() {
    full();

    offer(Changes.postItem("old", 999, 7), UPDATED);

    verify(copies, never()).copyToFeed(any());
    verify(copies, never()).trimFeed(anyInt());
  }

  @Test
  void aPostBeforeTheKnownFeedIsStillWrittenWhereTheFeedHasItSinceAnotherLeft() {
    full();
    PostItem back = Changes.postItem("old", 999, 7);

    offer(back, UPDATED);

    verify(copies).updateInFeed(back);
  }

  @Test
  void aNewPostBeforeTheKnownFeedIsComparedWithTheFeedAsItIsNow() {
    full();
    when(copies.trimFeed(2)).thenReturn(new FeedState(Set.of("top"), Optional.empty()));
    PostItem between = Changes.postItem("between", 999, 0);

    offer(between, CREATED);

    verify(copies).copyToFeed(between);
  }

  @Test
  void ofTwoPostsOfOneMillisecondTheLargerIdIsTheNewer() {
    full();

    offer(Changes.postItem("a", 1_000, 0), UPDATED);
    offer(Changes.postItem("z", 1_000, 0), UPDATED);

    verify(copies, never()).copyToFeed(Changes.postItem("a", 1_000, 0));
    verify(copies).copyToFeed(Changes.postItem("z", 1_000, 0));
  }

  @Test
  void aNewPostPushesTheOldestOut() {
    full();

    handle(CREATED, Changes.postItem("new", 3_000, 0));

    verify(copies).trimFeed(2);
  }

  @Test
  void aLikeOfAPostInTheFeedCutsNothing() {
    full();

    handle(UPDATED, Changes.postItem("top", 2_000, 8));

    verify(copies, never()).trimFeed(anyInt());
  }

  @Test
  void aPostThatAnotherHostPutInAndMayNotHaveCutIsCutWhenItsChangeComesAgain() {
    full();

    handle(UNCHANGED, Changes.postItem("theirs", 3_000, 0));

    verify(copies).trimFeed(2);
  }

  @Test
  void aNewerVersionOfAPostThatAnotherHostPutInCutsToo() {
    full();

    handle(UPDATED, Changes.postItem("theirs", 3_000, 1));

    verify(copies).trimFeed(2);
  }

  @Test
  void whenAPostLeftTheFeedItIsFilledUpFromThePostsThemselves() {
    full();
    PostItem next = Changes.postItem("next", 500, 0);
    when(copies.trimFeed(2)).thenReturn(new FeedState(Set.of("top"), Optional.empty()));
    when(copies.newestPosts(2)).thenReturn(List.of(Changes.postItem("top", 2_000, 0), next));
    when(copies.isLive(PostId.of("next"))).thenReturn(true);

    FeedKeeper.Batch batch = keeper.begin();
    batch.left();
    batch.end();

    verify(copies).copyToFeed(next);
    verify(copies, never()).copyToFeed(Changes.postItem("top", 2_000, 0));
    verify(copies, never()).removeFromFeed(any());
  }

  @Test
  void aPostThatIsDeletedWhileTheFeedIsFilledUpDoesNotStay() {
    full();
    when(copies.trimFeed(2)).thenReturn(new FeedState(Set.of("top"), Optional.empty()));
    when(copies.newestPosts(2)).thenReturn(List.of(Changes.postItem("gone", 500, 0)));
    when(copies.isLive(PostId.of("gone"))).thenReturn(false);

    FeedKeeper.Batch batch = keeper.begin();
    batch.left();
    batch.end();

    verify(copies).removeFromFeed(PostId.of("gone"));
  }
}
