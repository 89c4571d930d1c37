package dev.cosmosblog.changefeed;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.timeout;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.when;

import dev.cosmosblog.changefeed.internal.handler.ViewHandler;
import dev.cosmosblog.changefeed.internal.processor.ChangeFeedProcessorRunner;
import dev.cosmosblog.changefeed.internal.processor.CostMeter;
import dev.cosmosblog.changefeed.internal.processor.DeadLetterRecords;
import dev.cosmosblog.changefeed.internal.processor.Deadline;
import dev.cosmosblog.changefeed.internal.processor.Monitors;
import dev.cosmosblog.changefeed.internal.processor.PeriodicChecks;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.HealthStatus;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.Lifecycle;
import dev.cosmosblog.changefeed.observe.ChangeFeedLag;
import dev.cosmosblog.changefeed.observe.ChangeFeedLag.RangeLag;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.changefeed.observe.DeadLetter;
import dev.cosmosblog.changefeed.view.ViewConfig;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.internal.cosmos.StoredSettings;
import dev.cosmosblog.store.internal.kernel.LeaseDocuments;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.Trap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.InOrder;

class BlogChangeFeedTest {
  private static final Duration MOMENT = Duration.ofMillis(1);

  private final ChangeFeedProcessorRunner users = mock(ChangeFeedProcessorRunner.class);
  private final ChangeFeedProcessorRunner posts = mock(ChangeFeedProcessorRunner.class);
  private final PeriodicChecks checks = mock(PeriodicChecks.class);
  private final List<String> told = new ArrayList<>();
  private final List<String> hurries = new ArrayList<>();
  private final ChangeFeedListener listener =
      new ChangeFeedListener() {
        @Override
        public void onStarted(String hostName) {
          told.add("started " + hostName);
        }

        @Override
        public void onStopped(String hostName) {
          told.add("stopped " + hostName);
        }
      };
  private final BlogChangeFeed feed = feed(List.of());
  private int comparisons;

  private BlogChangeFeed feed(List<RegisteredView> views) {
    BlogChangeFeedBuilder builder =
        new BlogChangeFeedBuilder(mock(BlogDatabase.class))
            .hostName("host")
            .pollInterval(MOMENT)
            .listener(listener);
    return new BlogChangeFeed(
        new BlogChangeFeedBuilder.Config(builder),
        new BlogChangeFeed.Parts(
            mock(StoredSettings.class),
            users,
            posts,
            views,
            checks,
            mock(DeadLetters.class),
            mock(CostMeter.class),
            () -> comparisons++));
  }

  @Test
  void aChangeFeedStartsOnce() {
    feed.start();

    assertThat(feed.lifecycle()).isEqualTo(Lifecycle.RUNNING);
    assertThatThrownBy(feed::start)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("build a new one");
    verify(users, times(1)).start();
  }

  @Test
  @Trap(15)
  void closingTwiceStopsOnce() {
    when(users.stop(any())).thenReturn(true);
    when(posts.stop(any())).thenReturn(true);
    feed.start();

    assertThat(feed.close(MOMENT)).isTrue();
    assertThat(feed.close(MOMENT)).isTrue();

    assertThat(feed.lifecycle()).isEqualTo(Lifecycle.CLOSED);
    verify(users, times(1)).stop(any());
    verify(posts, times(1)).stop(any());
  }

  @Test
  @Trap(15)
  void closingAChangeFeedThatWasNeverStartedStopsNothing() {
    feed.close();

    assertThat(feed.lifecycle()).isEqualTo(Lifecycle.CLOSED);
    verify(users, never()).stop(any());
  }

  @Test
  void closeReturnsFalseIfABatchDidNotEndInTime() {
    when(users.stop(any())).thenReturn(false);
    when(posts.stop(any())).thenReturn(true);
    feed.start();

    assertThat(feed.close(MOMENT)).isFalse();
    verify(posts).stop(any());
  }

  @Test
  void closingRefusesNewBatchesEverywhereBeforeItWaits() {
    feed.start();
    feed.close(MOMENT);

    InOrder order = inOrder(users, posts);
    order.verify(posts).refuseBatches();
    order.verify(users).stop(any());
    order.verify(posts).stop(any());
  }

  @Test
  void bothProcessorsShareOneTimeoutOnClose() {
    List<Deadline> deadlines = new ArrayList<>();
    for (ChangeFeedProcessorRunner runner : List.of(users, posts)) {
      when(runner.stop(any())).thenAnswer(call -> deadlines.add(call.getArgument(0)));
    }
    feed.start();
    feed.close(Duration.ofMinutes(1));

    assertThat(deadlines).hasSize(2);
    assertThat(deadlines.get(0)).isEqualTo(deadlines.get(1));
    assertThat(deadlines.get(0).left()).isPositive().isLessThan(Duration.ofMinutes(1));
  }

  /** Their requests would be retried for half a minute if Cosmos DB didn't respond. */
  @Test
  void releasingTheLeasesOfAViewDoesNotDelayTheClose() throws Exception {
    LeaseDocuments documents = mock();
    CountDownLatch answered = new CountDownLatch(1);
    when(documents.page(any(), any(), anyInt(), any()))
        .thenAnswer(
            call -> {
              answered.await();
              return List.of();
            });
    RegisteredView.Leases leases =
        new RegisteredView.Leases(documents, "index~host~", ViewConfig.DEFAULT.onEveryHost());
    RunnerGroup none = new RunnerGroup(List.of(), MOMENT);
    for (Duration timeout : List.of(Duration.ZERO, Duration.ofMillis(20))) {
      BlogChangeFeed one = feed(List.of(new RegisteredView("index", none, List.of(), leases)));
      one.start();
      CompletableFuture.runAsync(() -> one.close(timeout)).get(1, TimeUnit.MINUTES);
    }
    answered.countDown();

    verify(documents, timeout(60_000).times(1)).page(any(), any(), anyInt(), any());
  }

  /** It would only count an attempt, with the close for its reason. */
  @Test
  @Invariant("I10")
  void aViewsDeadLetterIsNotReplayedAfterTheClose() {
    ViewHandler closed = mock();
    when(closed.isClosed()).thenReturn(true);
    DeadLetterRecords records = mock();
    DeadLetters deadLetters = new DeadLetters(records, mock(), Map.of(), Map.of("tags", closed));
    DeadLetter.Key key = new DeadLetter.Key(ChangeSource.POSTS, "p1", "p1", Optional.of("tags"));

    assertThatThrownBy(() -> deadLetters.replay(key))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("'tags' is closed");
    verifyNoInteractions(records);
  }

  @Test
  void aStartThatFailsLeavesNothingRunning() {
    doThrow(new OutOfMemoryError("unable to create native thread")).when(posts).start();

    assertThatThrownBy(feed::start).hasMessage("unable to create native thread");

    verify(users).stop(any());
    assertThat(feed.lifecycle()).isEqualTo(Lifecycle.CLOSED);
  }

  @Test
  void theLagCoversAllRangesOfBothContainers() {
    RangeLag one = new RangeLag(ChangeSource.USERS, "-FF", Optional.of("host"), 2, ofSeconds(9));
    RangeLag two = new RangeLag(ChangeSource.POSTS, "-3F", Optional.of("other"), 3, ofSeconds(12));
    RangeLag three = new RangeLag(ChangeSource.POSTS, "3F-FF", Optional.empty(), 4, ofSeconds(4));
    when(users.lag()).thenReturn(List.of(one));
    when(posts.lag()).thenReturn(List.of(two, three));
    feed.start();

    ChangeFeedLag lag = feed.lag();

    assertThat(lag.ranges()).containsExactly(one, two, three);
    assertThat(lag.users()).isEqualTo(2);
    assertThat(lag.posts()).isEqualTo(7);
    assertThat(lag.age()).isEqualTo(ofSeconds(12));
    assertThat(lag.isZero()).isFalse();
  }

  @Test
  void aLagWithoutRangesIsNotZero() {
    RangeLag drained = new RangeLag(ChangeSource.POSTS, "-FF", Optional.empty(), 0, Duration.ZERO);

    assertThat(new ChangeFeedLag(List.of()).isZero()).isFalse();
    assertThat(new ChangeFeedLag(List.of(drained)).isZero()).isTrue();
  }

  @BeforeEach
  void hosts() throws InterruptedException {
    for (ChangeFeedProcessorRunner runner : List.of(users, posts)) {
      when(runner.isWritten()).thenReturn(true);
      when(runner.hurry())
          .thenAnswer(
              call -> {
                hurries.add("begins");
                return (Runnable) () -> hurries.add("ends");
              });
    }
  }

  @Test
  void aChangeFeedIsDrainedIfItsLagIsZeroTwice() throws InterruptedException {
    when(posts.unhandled()).thenReturn(0L, 1L, 0L);
    feed.start();

    assertThat(feed.awaitDrained(Duration.ofMinutes(1))).isTrue();
    verify(posts, times(4)).unhandled();
    assertThat(hurries).containsExactly("begins", "begins", "ends", "ends");
  }

  @Test
  void aCloseBeforeTheStartEndsTheThreadsOfTheProcessors() {
    feed.close();

    verify(users).awaitPolls(any());
    verify(posts).awaitPolls(any());
    verify(users, never()).stop(any());
  }

  /** Another host may have handled all changes, but not written the front page. */
  @Test
  void aChangeFeedIsDrainedOnceTheFrontPageIsWrittenAndCompared() throws InterruptedException {
    when(posts.isWritten()).thenReturn(true, false, true);
    feed.start();

    assertThat(feed.awaitDrained(Duration.ofMinutes(1))).isTrue();

    verify(posts, times(4)).isWritten();
    assertThat(comparisons).isEqualTo(1);
    when(posts.isWritten()).thenReturn(false);
    assertThat(feed.awaitDrained(Duration.ofMillis(20))).isFalse();
    assertThat(comparisons).isEqualTo(1);
  }

  @Test
  void waitingForADrainEndsAtTheTimeout() throws InterruptedException {
    when(users.unhandled()).thenReturn(1L);
    feed.start();

    assertThat(feed.awaitDrained(Duration.ofMillis(20))).isFalse();
  }

  @Test
  void waitingForADrainEndsWhenTheChangeFeedCloses() throws InterruptedException {
    when(users.unhandled())
        .thenAnswer(
            call -> {
              feed.close(MOMENT);
              return 1L;
            });
    feed.start();

    assertThat(feed.awaitDrained(Duration.ofDays(1))).isFalse();
  }

  @Test
  void thePeriodicChecksRunFromTheStartToTheClose() {
    InOrder order = inOrder(posts, checks);
    feed.start();
    feed.close(MOMENT);

    order.verify(posts).start();
    order.verify(checks).start();
    order.verify(checks).stop();
    order.verify(posts).stop(any());
  }

  @Test
  void listenersReceiveTheStartAndTheClose() {
    feed.start();
    assertThat(told).containsExactly("started host");

    feed.close(MOMENT);
    feed.close(MOMENT);
    assertThat(told).containsExactly("started host", "stopped host");
  }

  @Test
  void healthIsDownUnlessTheChangeFeedRuns() {
    when(users.health()).thenReturn(Monitors.of(ChangeSource.USERS).health());
    when(posts.health()).thenReturn(Monitors.of(ChangeSource.POSTS).health());
    assertThat(feed.health().status()).isEqualTo(HealthStatus.DOWN);
    feed.start();
    assertThat(feed.health().status()).isEqualTo(HealthStatus.UP);
    feed.close(MOMENT);
    assertThat(feed.health().status()).isEqualTo(HealthStatus.DOWN);
  }
}
