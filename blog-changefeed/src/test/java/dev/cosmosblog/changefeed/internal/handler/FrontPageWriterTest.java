package dev.cosmosblog.changefeed.internal.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyCollection;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.argThat;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoMoreInteractions;
import static org.mockito.Mockito.when;

import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.store.internal.kernel.Repositories;
import dev.cosmosblog.store.internal.repository.FrontPage;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.Trap;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The number of writes of the front page. Time passes only when a test advances it. */
class FrontPageWriterTest {
  private static final int SIZE = 3;
  private static final Duration INTERVAL = Duration.ofHours(1);
  private static final PostSummaryItem OLDEST = Changes.summary("p1", 1_000, 0);

  private final Repositories repositories = MockedRepositories.create();
  private final FrontPage frontPage = repositories.frontPage();
  private final AtomicLong time = new AtomicLong();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  /** Counted down by each batch that reads the clock, which it does under the lock it waits on. */
  private volatile CountDownLatch looks = new CountDownLatch(0);

  private final ThreadLocal<Boolean> looked = ThreadLocal.withInitial(() -> false);
  private final FrontPageWriter writer =
      new FrontPageWriter(frontPage, SIZE, INTERVAL, new ReentrantLock(), this::look);

  private long look() {
    if (!looked.get()) {
      looked.set(true);
      looks.countDown();
    }
    return time.get();
  }

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  /** A full front page of three posts in version 0, written a quarter of a second ago. */
  private void frontPageIsKnown() {
    when(frontPage.update(anyCollection(), any(), anyInt()))
        .thenReturn(
            FrontPageItem.of(
                SIZE,
                false,
                List.of(Changes.summary("p3", 3_000, 0), Changes.summary("p2", 2_000, 0), OLDEST)));
    writer.write(List.of(OLDEST), Set.of());
    verify(frontPage).update(List.of(OLDEST), Set.of(), SIZE);
    aQuarterOfASecondPasses();
  }

  private void aQuarterOfASecondPasses() {
    time.addAndGet(Duration.ofMillis(250).toNanos());
  }

  /** Batches that each bring a like of one post, when all of them wait. */
  private List<CompletableFuture<Void>> waiting(PostSummaryItem... liked)
      throws InterruptedException {
    looks = new CountDownLatch(liked.length);
    List<CompletableFuture<Void>> batches = new ArrayList<>();
    for (PostSummaryItem post : liked) {
      batches.add(CompletableFuture.runAsync(() -> writer.write(List.of(post), Set.of()), threads));
    }
    looks.await();
    return batches;
  }

  private static void join(List<CompletableFuture<Void>> batches) {
    batches.forEach(CompletableFuture::join);
  }

  @Test
  @Trap(20)
  void likesOfSeveralBatchesWaitAndShareOneWriteWithTheNextPost() throws InterruptedException {
    frontPageIsKnown();
    List<CompletableFuture<Void>> likes =
        waiting(
            Changes.summary("p2", 2_000, 1),
            Changes.summary("p3", 3_000, 1),
            Changes.summary("p2", 2_000, 2));
    assertThat(likes).noneMatch(CompletableFuture::isDone);

    PostSummaryItem newPost = Changes.summary("p4", 4_000, 0);
    writer.write(List.of(newPost), Set.of());

    join(likes);
    verify(frontPage)
        .update(
            argThat(
                posts ->
                    Set.copyOf(posts)
                        .equals(
                            Set.of(
                                newPost,
                                Changes.summary("p3", 3_000, 1),
                                Changes.summary("p2", 2_000, 2)))),
            eq(Set.of()),
            eq(SIZE));
    verifyNoMoreInteractions(frontPage);
  }

  @Test
  @Invariant("I10")
  void anItemThatCannotBeWrittenFailsOnlyItsBatch() throws InterruptedException {
    frontPageIsKnown();
    PostSummaryItem good = Changes.summary("p2", 2_000, 1);
    PostSummaryItem bad = Changes.summary("p3", 3_000, 1);
    when(frontPage.update(argThat(posts -> posts != null && posts.contains(bad)), any(), anyInt()))
        .thenThrow(new MalformedItemException("p3", "As it is stored now."));
    List<CompletableFuture<Void>> likes = waiting(good, bad);

    writer.write(List.of(Changes.summary("p4", 4_000, 0)), Set.of());

    likes.get(0).join();
    assertThatThrownBy(() -> likes.get(1).join())
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(MalformedItemException.class);
    verify(frontPage).update(List.of(good), Set.of(), SIZE);
  }

  @Test
  void anItemThatCannotBeWrittenIsNotSentAgainIfItWaitedAlone() {
    frontPageIsKnown();
    PostSummaryItem bad = Changes.summary("p4", 4_000, 0);
    when(frontPage.update(argThat(posts -> posts != null && posts.contains(bad)), any(), anyInt()))
        .thenThrow(new MalformedItemException("p4", "As it is stored now."));

    assertThatThrownBy(() -> writer.write(List.of(bad), Set.of()))
        .isInstanceOf(MalformedItemException.class);

    verify(frontPage, times(1)).update(List.of(bad), Set.of(), SIZE);
  }

  /**
   * If one bad item causes a batch of many likes to be handled one by one, each would wait for the
   * interval.
   */
  @Test
  @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aLikeThatIsHandledAloneDoesNotWait() {
    frontPageIsKnown();
    PostSummaryItem liked = Changes.summary("p2", 2_000, 1);

    new PostCopyHandler(
            repositories, writer, ItemTasks.IN_ORDER, new TimeLimit(Clock.systemUTC(), INTERVAL))
        .handleAlone(List.of(new BlogChange.PostChange(liked)));

    verify(frontPage).update(argThat(posts -> posts.contains(liked)), eq(Set.of()), eq(SIZE));
  }

  @Test
  void aLikeAfterTheIntervalDoesNotWait() {
    frontPageIsKnown();
    time.addAndGet(INTERVAL.toNanos());

    PostSummaryItem liked = Changes.summary("p2", 2_000, 1);
    writer.write(List.of(liked), Set.of());

    verify(frontPage).update(List.of(liked), Set.of(), SIZE);
  }

  @Test
  @Trap(20)
  void manyNewPostsShareAWriteAQuarterOfASecondAfterTheLast() throws InterruptedException {
    frontPageIsKnown();
    writer.write(List.of(Changes.summary("p4", 4_000, 0)), Set.of());
    PostSummaryItem fifth = Changes.summary("p5", 5_000, 0);
    PostSummaryItem sixth = Changes.summary("p6", 6_000, 0);
    List<CompletableFuture<Void>> posts = waiting(fifth, sixth);
    assertThat(posts).noneMatch(CompletableFuture::isDone);

    aQuarterOfASecondPasses();

    join(posts);
    verify(frontPage)
        .update(
            argThat(written -> Set.copyOf(written).equals(Set.of(fifth, sixth))),
            eq(Set.of()),
            eq(SIZE));
  }

  /** No other batch wakes it. */
  @Test
  @Trap(20)
  void aPostThatWaitsAloneIsWrittenOnceItIsDue() throws InterruptedException {
    frontPageIsKnown();
    writer.write(List.of(Changes.summary("p4", 4_000, 0)), Set.of());
    PostSummaryItem fifth = Changes.summary("p5", 5_000, 0);
    List<CompletableFuture<Void>> alone = waiting(fifth);

    aQuarterOfASecondPasses();

    assertThat(alone.get(0)).succeedsWithin(Duration.ofSeconds(30));
    verify(frontPage).update(List.of(fifth), Set.of(), SIZE);
  }

  @Test
  void aBatchOfManyPostsDoesNotWaitAndIncludesWaitingOnes() throws InterruptedException {
    frontPageIsKnown();
    writer.write(many(1), Set.of());
    List<CompletableFuture<Void>> batches = waiting(Changes.summary("p3", 3_000, 1));
    assertThat(batches).noneMatch(CompletableFuture::isDone);

    batches.add(CompletableFuture.runAsync(() -> writer.write(many(2), Set.of()), threads));

    assertThat(CompletableFuture.allOf(batches.toArray(CompletableFuture[]::new)))
        .succeedsWithin(Duration.ofSeconds(10));
    verify(frontPage).update(argThat(posts -> posts.size() == 100), eq(Set.of()), eq(SIZE));
    verify(frontPage).update(argThat(posts -> posts.size() == 101), eq(Set.of()), eq(SIZE));
  }

  private static List<PostSummaryItem> many(long version) {
    List<PostSummaryItem> many = new ArrayList<>(List.of(Changes.summary("p2", 2_000, version)));
    for (int i = 1; i < 100; i++) {
      many.add(Changes.summary("old" + i, 500, version));
    }
    return many;
  }

  @Test
  void aDeletionOrAnEditDoesNotWaitAsCountsDo() {
    frontPageIsKnown();
    writer.write(List.of(), Set.of(PostId.of("p2")));
    aQuarterOfASecondPasses();
    PostSummaryItem edited =
        Changes.summary("p3", 3_000, 1).named(Changes.user("u", "New", 1).name());
    writer.write(List.of(edited), Set.of());

    verify(frontPage).update(List.of(), Set.of(PostId.of("p2")), SIZE);
    verify(frontPage).update(List.of(edited), Set.of(), SIZE);
  }

  @Test
  void aLikeOfAnOldPostDoesNotWaitOrEndTheWaitOfOthers() throws InterruptedException {
    frontPageIsKnown();
    List<CompletableFuture<Void>> likes = waiting(Changes.summary("p2", 2_000, 1));

    PostSummaryItem old = Changes.summary("p0", 500, 1);
    writer.write(List.of(old), Set.of());

    verify(frontPage).update(List.of(old), Set.of(), SIZE);
    verify(frontPage, times(2)).update(anyCollection(), any(), anyInt());
    assertThat(likes).noneMatch(CompletableFuture::isDone);
    writer.stopWaiting();
    join(likes);
  }

  @Test
  void batchesDoNotWaitDuringAClose() throws InterruptedException {
    frontPageIsKnown();
    List<CompletableFuture<Void>> likes = waiting(Changes.summary("p2", 2_000, 1));

    writer.stopWaiting();

    join(likes);
    verify(frontPage, times(2)).update(anyCollection(), any(), anyInt());
  }

  @Test
  void whenManyBatchesWaitTheyAreWrittenAtOnce() {
    frontPageIsKnown();
    PostSummaryItem[] liked = new PostSummaryItem[5 * Runtime.getRuntime().availableProcessors()];
    for (int i = 0; i < liked.length; i++) {
      liked[i] = Changes.summary("p2", 2_000, i + 1L);
    }
    List<CompletableFuture<Void>> likes = new ArrayList<>();
    for (PostSummaryItem post : liked) {
      likes.add(CompletableFuture.runAsync(() -> writer.write(List.of(post), Set.of()), threads));
    }

    join(likes);
    verify(frontPage, times(2)).update(anyCollection(), any(), anyInt());
  }

  @Test
  void aFailedWriteFailsEveryBatchThatSharesIt() throws InterruptedException {
    frontPageIsKnown();
    List<CompletableFuture<Void>> likes =
        waiting(Changes.summary("p2", 2_000, 1), Changes.summary("p3", 3_000, 1));
    when(frontPage.update(anyCollection(), any(), anyInt()))
        .thenThrow(new IllegalStateException("as if cut off"));

    writer.stopWaiting();

    assertThat(likes)
        .allSatisfy(
            like ->
                assertThatThrownBy(like::join)
                    .isInstanceOf(CompletionException.class)
                    .hasRootCauseMessage("as if cut off"));
  }

  @Test
  void anInterruptedBatchStaysUnfinished() throws InterruptedException {
    frontPageIsKnown();
    Thread.currentThread().interrupt();
    PostSummaryItem liked = Changes.summary("p2", 2_000, 1);

    assertThatThrownBy(() -> writer.write(List.of(liked), Set.of()))
        .isInstanceOf(BatchUnfinishedException.class);
    assertThat(Thread.interrupted()).as("it stays interrupted").isTrue();
  }
}
