package dev.cosmosblog.store;

import static dev.cosmosblog.store.MockedContainers.ANN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.observe.OperationReport;
import dev.cosmosblog.store.spi.RetryTimer;
import dev.cosmosblog.testsupport.TestItems;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How often the front page is read, where a process keeps it for a time. */
class FrontPageReadsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final MockedContainers blog = new MockedContainers();
  private final AtomicLong nanos = new AtomicLong();
  private final BlogStore store = keeping(SECOND);

  private BlogStore keeping(Duration time) {
    RetryTimer timer = new RetryTimer(nanos::get, () -> 0, pause -> {});
    return blog.storeBuilder(
            settings -> settings.environment(MockedContainers.ENVIRONMENT.with(timer)))
        .frontPageCacheTtl(time)
        .build();
  }

  private static FrontPageItem frontPage(String... ids) {
    List<PostSummaryItem> posts =
        List.of(ids).stream()
            .map(id -> TestItems.post(id).at(MockedContainers.NOW_TEXT).summary())
            .toList();
    return FrontPageItem.of(100, false, posts);
  }

  private void hasFrontPage(String... ids) {
    blog.has(blog.frontPage, "newest", "feed", frontPage(ids));
  }

  private List<String> recent(int count) {
    return store.recentPosts(count).stream().map(PostSummary::id).map(id -> id.value()).toList();
  }

  private void verifyReads(int count) {
    verify(blog.frontPage, times(count)).readItem(any(), any(), any());
  }

  @Test
  void byDefaultTheFrontPageIsNotCached() {
    hasFrontPage("a");
    BlogStore byDefault = blog.store();
    byDefault.recentPosts(1);
    byDefault.recentPosts(1);
    verifyReads(2);
  }

  @Test
  void withinTheTtlItIsReadOnceForAnyCount() {
    hasFrontPage("a", "b", "c");
    assertThat(recent(1)).containsExactly("a");
    nanos.addAndGet(SECOND.toNanos() - 1);
    assertThat(recent(3)).containsExactly("a", "b", "c");
    verifyReads(1);
    assertThat(blog.report().requests()).isZero();
    assertThat(blog.report().requestUnits()).isZero();
  }

  @Test
  void afterTheTtlItIsReadAgain() {
    hasFrontPage("a");
    assertThat(recent(1)).containsExactly("a");
    hasFrontPage("b");
    nanos.addAndGet(SECOND.toNanos());
    assertThat(recent(1)).containsExactly("b");
  }

  @Test
  void theTtlBeginsWithTheRead() {
    when(blog.frontPage.readItem(any(), any(), any()))
        .thenAnswer(
            call -> {
              nanos.addAndGet(SECOND.toNanos());
              return Responses.toRead(call, frontPage("a"));
            });
    recent(1);
    recent(1);
    verifyReads(2);
  }

  @Test
  void failuresAreNotCachedAndAStaleFrontPageIsNotReturned() {
    hasFrontPage("a");
    recent(1);
    nanos.addAndGet(SECOND.toNanos());
    when(blog.frontPage.readItem(any(), any(), any()))
        .thenThrow(CosmosFailure.of(503))
        .thenAnswer(call -> Responses.toRead(call, frontPage("b")));
    assertThatThrownBy(() -> store.recentPosts(1)).isInstanceOf(StoreUnavailableException.class);
    assertThat(recent(1)).containsExactly("b");
  }

  @Test
  void concurrentCallersShareOneRead() {
    CountDownLatch asked = new CountDownLatch(32);
    when(blog.frontPage.readItem(any(), any(), any()))
        .thenAnswer(
            call -> {
              asked.await();
              return Responses.toRead(call, frontPage("a"));
            });
    List<List<PostSummary>> found =
        AtOnce.run(
            32,
            i -> {
              asked.countDown();
              return store.recentPosts(1);
            });
    assertThat(found).hasSize(32).allSatisfy(posts -> assertThat(posts).hasSize(1));
    verifyReads(1);
    assertThat(blog.reports.stream().mapToInt(OperationReport::requests).sum()).isEqualTo(1);
  }

  @Test
  void callersThatShareAReadShareItsFailure() {
    CountDownLatch asked = new CountDownLatch(32);
    when(blog.frontPage.readItem(any(), any(), any()))
        .thenAnswer(
            call -> {
              asked.await();
              throw CosmosFailure.of(503);
            });

    List<RuntimeException> failures =
        AtOnce.run(
            32,
            i -> {
              asked.countDown();
              return catchThrowableOfType(RuntimeException.class, () -> store.recentPosts(1));
            });

    assertThat(failures).hasSize(32).hasOnlyElementsOfType(StoreUnavailableException.class);
  }

  @Test
  @Timeout(30)
  void aCallerWaitsForAnothersReadOnlyUntilItsTimeout() throws Exception {
    CountDownLatch reading = new CountDownLatch(1);
    when(blog.frontPage.readItem(any(), any(), any()))
        .thenAnswer(call -> untilInterrupted(reading));
    Caller reader = new Caller();
    reading.await();

    assertThatThrownBy(() -> store.withTimeout(Duration.ofMillis(1)).recentPosts(1))
        .isInstanceOf(StoreUnavailableException.class);

    reader.thread.interrupt();
  }

  @Test
  void interruptingTheReadingCallerEndsOnlyItsCall() throws Exception {
    CountDownLatch reading = new CountDownLatch(1);
    when(blog.frontPage.readItem(any(), any(), any()))
        .thenAnswer(call -> untilInterrupted(reading))
        .thenAnswer(call -> Responses.toRead(call, frontPage("a")));
    Caller reader = new Caller();
    reading.await();
    Caller other = new Caller();
    other.awaitWait();

    reader.thread.interrupt();

    assertThat(other.posts.get()).hasSize(1);
    assertThatThrownBy(reader.posts::get).hasCauseInstanceOf(StoreUnavailableException.class);
    verifyReads(2);
  }

  @Test
  void interruptingAWaitingCallerEndsOnlyItsCall() throws Exception {
    CountDownLatch reading = new CountDownLatch(1);
    CountDownLatch answered = new CountDownLatch(1);
    when(blog.frontPage.readItem(any(), any(), any()))
        .thenAnswer(
            call -> {
              reading.countDown();
              answered.await();
              return Responses.toRead(call, frontPage("a"));
            });
    Caller reader = new Caller();
    reading.await();
    Caller other = new Caller();
    other.awaitWait();

    other.thread.interrupt();

    assertThatThrownBy(() -> other.posts.get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(StoreUnavailableException.class);
    answered.countDown();
    assertThat(reader.posts.get()).hasSize(1);
    verifyReads(1);
  }

  /** As Reactor does at an interrupt. */
  private static Object untilInterrupted(CountDownLatch reading) {
    reading.countDown();
    try {
      new CountDownLatch(1).await();
      throw new AssertionError("nobody interrupted");
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A caller on a separate thread. */
  private final class Caller {
    final FutureTask<List<PostSummary>> posts = new FutureTask<>(() -> store.recentPosts(1));
    final Thread thread = new Thread(posts);

    Caller() {
      thread.setDaemon(true);
      thread.start();
    }

    void awaitWait() {
      while (thread.getState() != Thread.State.TIMED_WAITING) {
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void aReadThatAnErasureOvertookIsNotCached() {
    AtomicReference<BlogStore> erasing = new AtomicReference<>();
    when(blog.frontPage.readItem(any(), any(), any()))
        .thenAnswer(
            call -> {
              assertThatThrownBy(() -> erasing.get().eraseUser(EraseUser.remove(ANN)))
                  .isInstanceOf(RuntimeException.class);
              return Responses.toRead(call, frontPage("a"));
            });
    erasing.set(store);
    recent(1);
    recent(1);
    verifyReads(2);
  }

  @Test
  void theTtlIsLimited() {
    BlogStoreBuilder builder = blog.storeBuilder(settings -> settings);
    for (Duration bad : List.of(Duration.ofMillis(-1), Duration.ofSeconds(61))) {
      assertThatThrownBy(() -> builder.frontPageCacheTtl(bad))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("frontPageCacheTtl");
    }
    assertThat(IntStream.of(0, 60).mapToObj(Duration::ofSeconds).map(builder::frontPageCacheTtl))
        .containsOnly(builder);
  }
}
