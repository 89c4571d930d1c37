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
    keeper.handle(List.of(Changes.post("top", 2_000, 0)));
    clearInvocations(copies);
  }

  private void handle(CopyOutcome outcome, PostItem post) {
    when(copies.copyToFeed(post)).thenReturn(outcome);
    keeper.handle(List.of(new BlogChange.PostChange(post)));
  }

  @Test
  void aLikeOfAPostOlderThanTheFeedDoesNotPutItIn() {
    full();

    keeper.handle(List.of(Changes.post("old", 999, 7)));

    verify(copies, never()).copyToFeed(any());
    verify(copies, never()).trimFeed(anyInt());
  }

  @Test
  void ofTwoPostsOfOneMillisecondTheLargerIdIsTheNewer() {
    full();

    keeper.handle(List.of(Changes.post("a", 1_000, 0), Changes.post("z", 1_000, 0)));

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
  void manyLikesOfOnePostInABatchAreOneWriteOfTheNewestVersion() {
    full();
    when(copies.copyToFeed(any())).thenReturn(UPDATED);

    keeper.handle(
        List.of(
            Changes.post("top", 2_000, 5),
            Changes.post("top", 2_000, 7),
            Changes.post("top", 2_000, 6)));

    verify(copies).copyToFeed(Changes.postItem("top", 2_000, 7));
    verify(copies, never()).copyToFeed(Changes.postItem("top", 2_000, 5));
    verify(copies, never()).copyToFeed(Changes.postItem("top", 2_000, 6));
  }
}
