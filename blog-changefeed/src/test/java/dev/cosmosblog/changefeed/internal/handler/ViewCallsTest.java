package dev.cosmosblog.changefeed.internal.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;

import dev.cosmosblog.changefeed.SteppedClock;
import dev.cosmosblog.store.spi.HostThreads;
import dev.cosmosblog.testsupport.Invariant;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class ViewCallsTest {
  /** The next call would wait for one that never began. */
  @Test
  @Invariant("I15")
  void aCallWithoutAThreadDoesNotBlockOthers() {
    SteppedClock clock = new SteppedClock();
    Executor executor = mock();
    doThrow(new OutOfMemoryError("unable to create native thread"))
        .doAnswer(
            call -> {
              call.<Runnable>getArgument(0).run();
              return null;
            })
        .when(executor)
        .execute(any());
    ViewCalls calls =
        new ViewCalls(
            "tags",
            executor,
            new ReentrantLock(),
            new TimeLimit(clock, Duration.ofMillis(10)),
            UnaryOperator.identity());
    AtomicInteger called = new AtomicInteger();
    Instant until = clock.instant().plusSeconds(1);

    assertThatThrownBy(() -> calls.call(called::incrementAndGet, until))
        .isInstanceOf(OutOfMemoryError.class);
    calls.call(called::incrementAndGet, until);

    assertThat(called).hasValue(1);
  }

  /** As while the view fails for the one, and is called with each post of its batch. */
  @Test
  @Invariant("I15")
  void aRangeWithManyCallsDoesNotStarveOthers() throws Exception {
    SteppedClock clock = new SteppedClock();
    ReentrantLock turns = (ReentrantLock) new HostThreads() {}.fairLock();
    ViewCalls calls =
        new ViewCalls(
            "tags",
            Runnable::run,
            turns,
            new TimeLimit(clock, Duration.ofMinutes(1)),
            UnaryOperator.identity());
    Instant until = clock.instant().plusSeconds(1);
    AtomicInteger before = new AtomicInteger();
    AtomicInteger called = new AtomicInteger();
    Thread other = new Thread(() -> calls.call(() -> before.compareAndSet(0, called.get()), until));

    calls.call(
        () -> {
          other.start();
          while (!turns.hasQueuedThread(other)) {
            Thread.onSpinWait();
          }
        },
        until);
    while (other.isAlive()) {
      calls.call(called::incrementAndGet, until);
    }

    other.join();
    assertThat(before.get()).as("calls before that of the other range").isLessThanOrEqualTo(1);
  }

  /** It waited for the calls of other ranges, and its batch must end before its lease does. */
  @Test
  @Invariant("I15")
  void aCallDoesNotBeginAfterTheTimeOfItsBatch() {
    SteppedClock clock = new SteppedClock();
    ViewCalls calls =
        new ViewCalls(
            "tags",
            Runnable::run,
            new ReentrantLock(),
            new TimeLimit(clock, Duration.ofMinutes(1)),
            UnaryOperator.identity());
    AtomicInteger called = new AtomicInteger();
    Instant until = clock.instant();

    calls.call(called::incrementAndGet, until);
    clock.pass(Duration.ofMillis(1));
    assertThatThrownBy(() -> calls.call(called::incrementAndGet, until))
        .isInstanceOf(BatchUnfinishedException.class)
        .hasMessageContaining("Timed out waiting for other batches");

    assertThat(called).hasValue(1);
  }
}
