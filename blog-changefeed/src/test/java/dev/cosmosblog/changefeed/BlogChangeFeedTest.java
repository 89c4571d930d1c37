package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.azure.cosmos.models.ChangeFeedProcessorState;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.mockito.InOrder;

class BlogChangeFeedTest {
  private static final Duration MOMENT = Duration.ofMillis(1);

  private final FeedProcessor users = mock(FeedProcessor.class);
  private final FeedProcessor posts = mock(FeedProcessor.class);
  private final BlogChangeFeed feed =
      new BlogChangeFeed(
          users,
          posts,
          new ChangeFeedSettings("host", "blog-", MOMENT, 100, MOMENT, MOMENT, MOMENT));

  @Test
  void itStartsOnce() {
    feed.start();

    assertThat(feed.lifecycle()).isEqualTo(Lifecycle.RUNNING);
    assertThatThrownBy(feed::start)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("build a new one");
    verify(users, times(1)).start();
  }

  @Test
  void trap15ClosingTwiceStopsOnce() {
    when(users.stop(any())).thenReturn(true);
    when(posts.stop(any())).thenReturn(true);
    feed.start();

    assertThat(feed.close(MOMENT)).isTrue();
    assertThat(feed.close(MOMENT)).isTrue();

    assertThat(feed.lifecycle()).isEqualTo(Lifecycle.CLOSED);
    verify(users, times(1)).stop(MOMENT);
    verify(posts, times(1)).stop(any());
  }

  @Test
  void trap15ClosingWhatWasNeverStartedStopsNothing() {
    feed.close();

    assertThat(feed.lifecycle()).isEqualTo(Lifecycle.CLOSED);
    verify(users, never()).stop(any());
  }

  @Test
  void aBatchThatDidNotEndInTimeIsTold() {
    when(users.stop(any())).thenReturn(false);
    when(posts.stop(any())).thenReturn(true);
    feed.start();

    assertThat(feed.close(MOMENT)).isFalse();
    verify(posts).stop(any());
  }

  @Test
  void closingBeginsNoNewBatchAnywhereBeforeItWaitsForThoseInFlight() {
    feed.start();
    feed.close(MOMENT);

    InOrder order = inOrder(users, posts);
    order.verify(posts).refuse();
    order.verify(users).stop(any());
    order.verify(posts).stop(any());
  }

  @Test
  void allOfClosingHasOneTimeout() {
    AtomicReference<Duration> left = new AtomicReference<>();
    when(posts.stop(any()))
        .thenAnswer(
            call -> {
              left.set(call.getArgument(0));
              return true;
            });
    feed.start();
    feed.close(Duration.ofMinutes(1));

    assertThat(left.get()).isPositive().isLessThan(Duration.ofMinutes(1));
  }

  @Test
  void aStartThatFailsLeavesNothingRunning() {
    doThrow(new IllegalStateException("as if Cosmos DB failed")).when(posts).start();

    assertThatThrownBy(feed::start).hasMessage("as if Cosmos DB failed");

    verify(users).stop(any());
    assertThat(feed.lifecycle()).isEqualTo(Lifecycle.CLOSED);
  }

  @Test
  void theLagIsTheSumOfAllRanges() {
    when(users.state()).thenReturn(List.of(lag(2), lag(-1)));
    when(posts.state()).thenReturn(List.of(lag(3), lag(4)));
    feed.start();

    assertThat(feed.lag()).isEqualTo(new FeedLag(2, 7));
  }

  @Test
  void drainedIsWhatStaysDrained() throws InterruptedException {
    when(users.state()).thenReturn(List.of(lag(0)));
    when(posts.state())
        .thenReturn(List.of(lag(0)))
        .thenReturn(List.of(lag(1)))
        .thenReturn(List.of(lag(0)));
    feed.start();

    assertThat(feed.awaitDrained(Duration.ofMinutes(1))).isTrue();
    verify(posts, times(4)).state();
  }

  @Test
  void waitingForADrainThatNeverComesEndsInTime() throws InterruptedException {
    when(users.state()).thenReturn(List.of(lag(1)));
    when(posts.state()).thenReturn(List.of(lag(0)));
    feed.start();

    assertThat(feed.awaitDrained(Duration.ofMillis(20))).isFalse();
  }

  private static ChangeFeedProcessorState lag(int changes) {
    return new ChangeFeedProcessorState().setEstimatedLag(changes);
  }
}
