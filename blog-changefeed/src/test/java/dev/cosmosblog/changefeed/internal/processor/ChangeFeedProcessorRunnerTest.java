package dev.cosmosblog.changefeed.internal.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.store.internal.cosmos.ChangeProcessor;
import dev.cosmosblog.store.internal.kernel.ItemReads;
import dev.cosmosblog.testing.Trap;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ChangeFeedProcessorRunnerTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final ChangeProcessor processor = mock();
  private final BatchHandler handler = mock();
  private final ItemReads items = mock();
  private final ChangeFeedProcessorRunner runner =
      new ChangeFeedProcessorRunner(
          batches -> processor, handler, ChangeSource.POSTS, items, Clock.systemUTC());

  @Test
  @Trap(15)
  void aProcessorStoppedDuringItsStartDoesNotKeepRunningWithItsLeases() {
    AtomicBoolean running = new AtomicBoolean();
    doAnswer(
            call -> {
              running.set(false);
              return null;
            })
        .when(processor)
        .stop(any());
    doAnswer(
            call -> {
              runner.stop(PATIENCE);
              running.set(true);
              return null;
            })
        .when(processor)
        .start();

    runner.start();

    assertThat(running).as("the processor runs").isFalse();
  }

  @Test
  void anInterruptedThreadStopsTheProcessorAllTheSame() {
    Thread.currentThread().interrupt();
    doAnswer(
            call -> {
              assertThat(runner.stop(PATIENCE)).as("a batch is in flight").isFalse();
              return null;
            })
        .when(handler)
        .handle(any());

    runner.handle(List.of());

    assertThat(Thread.interrupted()).as("still interrupted").isTrue();
    verify(processor).stop(any());
  }

  @Test
  @Trap(15)
  void stoppingWaitsForTheBatchInFlight() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    AtomicBoolean ended = new AtomicBoolean();
    doAnswer(
            call -> {
              begun.countDown();
              end.await();
              ended.set(true);
              return null;
            })
        .when(handler)
        .handle(any());
    CompletableFuture<Void> batch = CompletableFuture.runAsync(() -> runner.handle(List.of()));
    begun.await();

    assertThat(runner.stop(Duration.ofMillis(10))).as("while it runs").isFalse();
    verify(handler).stopWaiting();
    end.countDown();
    assertThat(runner.stop(PATIENCE)).as("when it may end").isTrue();
    assertThat(ended).isTrue();
    batch.join();
  }

  @Test
  void givingTheLeasesBackHasAtLeastASecond() {
    runner.stop(Duration.ZERO);

    verify(processor).stop(Duration.ofSeconds(1));
  }

  @Test
  void onceRefusedNoBatchBegins() {
    runner.refuseBatches();

    assertThatThrownBy(() -> runner.handle(List.of())).isInstanceOf(CancellationException.class);
    verify(handler, never()).handle(any());
  }

  @Test
  void aBatchThatThrowsIsNoLongerInFlight() {
    doThrow(new IllegalStateException("a handler failed")).when(handler).handle(any());
    assertThatThrownBy(() -> runner.handle(List.of())).isInstanceOf(IllegalStateException.class);

    assertThat(runner.stop(Duration.ZERO)).isTrue();
  }

  @Test
  void stoppingEndsTheHandlersThreads() {
    runner.stop(PATIENCE);

    verify(handler).close();
  }
}
