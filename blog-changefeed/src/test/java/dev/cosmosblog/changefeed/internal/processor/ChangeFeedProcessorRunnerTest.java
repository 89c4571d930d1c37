package dev.cosmosblog.changefeed.internal.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.changefeed.SteppedClock;
import dev.cosmosblog.changefeed.observe.ChangeFeedLag.RangeLag;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.ItemReads;
import dev.cosmosblog.store.spi.ChangeProcessor;
import dev.cosmosblog.store.spi.ChangeProcessor.Lease;
import dev.cosmosblog.store.spi.ChangeProcessor.RangeState;
import dev.cosmosblog.store.spi.ContainerRequests.ChangePage;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.Trap;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;
import org.mockito.InOrder;

class ChangeFeedProcessorRunnerTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final SteppedClock clock = new SteppedClock();
  private final ChangeProcessor processor = mock();
  private final BatchHandler handler = mock();
  private final ItemReads items = mock();
  private final ChangeFeedProcessorRunner runner = runner();
  private Optional<Instant> startTime = Optional.empty();

  private ChangeFeedProcessorRunner runner() {
    when(handler.monitor()).thenReturn(Monitors.of(ChangeSource.POSTS, clock));
    when(handler.clock()).thenReturn(clock);
    return new ChangeFeedProcessorRunner(batches -> processor, handler, items, () -> startTime);
  }

  @Test
  @Trap(15)
  void aProcessorStoppedDuringItsStartDoesNotRun() {
    AtomicBoolean running = new AtomicBoolean();
    doAnswer(
            call -> {
              running.set(false);
              return true;
            })
        .when(processor)
        .stop(any());
    doAnswer(
            call -> {
              runner.stop(Deadline.after(PATIENCE));
              running.set(true);
              return null;
            })
        .when(processor)
        .start();

    runner.start();

    assertThat(running).as("the processor runs").isFalse();
  }

  @Test
  void anInterruptedThreadStillStopsTheProcessor() {
    Thread.currentThread().interrupt();
    doAnswer(
            call -> {
              assertThat(runner.stop(Deadline.after(PATIENCE)))
                  .as("a batch is in flight")
                  .isFalse();
              return null;
            })
        .when(handler)
        .handle(any());

    runner.handle(List.of());

    assertThat(Thread.interrupted()).as("still interrupted").isTrue();
    verify(processor).stop(any());
  }

  @BeforeEach
  void nothingIsPostponed() throws InterruptedException {
    when(handler.awaitWritten(any())).thenReturn(true);
  }

  @Test
  void stoppingWaitsForPostponedWrites() throws InterruptedException {
    when(handler.awaitWritten(any())).thenReturn(false);

    assertThat(runner.stop(Deadline.after(Duration.ZERO))).isFalse();
    assertThat(runner.isWritten()).isFalse();
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

    assertThat(runner.stop(Deadline.after(Duration.ofMillis(10)))).as("while it runs").isFalse();
    verify(handler).stopWaiting();
    end.countDown();
    assertThat(runner.stop(Deadline.after(PATIENCE))).as("when it may end").isTrue();
    assertThat(ended).isTrue();
    batch.join();
  }

  @Test
  void releasingLeasesHasAtLeastASecond() {
    runner.stop(Deadline.after(Duration.ZERO));

    verify(processor).stop(Duration.ofSeconds(1));
  }

  @Test
  void releasingTheLeasesOfAllProcessorsHasTwoSeconds() {
    runner.stop(new Deadline(System.nanoTime() - Duration.ofMillis(1_500).toNanos()));
    runner.stop(new Deadline(System.nanoTime() - Duration.ofSeconds(2).toNanos()));

    ArgumentCaptor<Duration> times = ArgumentCaptor.captor();
    verify(processor, times(2)).stop(times.capture());
    assertThat(times.getAllValues().get(0)).isPositive().isLessThan(Duration.ofMillis(501));
    assertThat(times.getAllValues().get(1)).isZero();
  }

  @Test
  void afterRefusingNoBatchBegins() {
    runner.refuseBatches();

    assertThatThrownBy(() -> runner.handle(List.of())).isInstanceOf(CancellationException.class);
    verify(handler, never()).handle(any());
  }

  @Test
  void aBatchThatThrowsIsNoLongerInFlight() {
    doThrow(new IllegalStateException("a handler failed")).when(handler).handle(any());
    assertThatThrownBy(() -> runner.handle(List.of())).isInstanceOf(IllegalStateException.class);

    assertThat(runner.stop(Deadline.after(Duration.ZERO))).isTrue();
  }

  /** The other runner of a view may still be in a batch. */
  @Test
  @Trap(15)
  void theHandlersThreadsEndAfterTheStop() {
    runner.stop(Deadline.after(PATIENCE));
    verify(handler, never()).close();

    runner.closeHandler();
    verify(handler).close();
  }

  /** The SDK repeats in silence what it needs to create leases, for example while throttled. */
  @Test
  @Invariant("I15")
  void aProcessorWithoutLeasesIsNotDrained() {
    when(processor.states()).thenReturn(List.of());
    RangeLag missing = new RangeLag(ChangeSource.POSTS, "", Optional.empty(), 1, Duration.ZERO);

    assertThat(runner.unhandled()).as("before the start").isEqualTo(1);
    assertThat(runner.lag()).containsExactly(missing);

    runner.start();
    assertThat(runner.unhandled()).as("the leases were deleted").isEqualTo(1);
    assertThat(runner.lag()).containsExactly(missing);
  }

  @Test
  @Invariant("I15")
  void afterAnUnfinishedStartSomeRangesAreUnknown() {
    RangeState first = new RangeState("-3F", Optional.empty(), 0);
    when(processor.states()).thenReturn(List.of(first));
    doThrow(new IllegalStateException("Timeout on blocking read"))
        .doNothing()
        .when(processor)
        .start();

    assertThatThrownBy(runner::start).isInstanceOf(IllegalStateException.class);
    assertThat(runner.unhandled()).isEqualTo(1);
    assertThat(runner.lag()).extracting(RangeLag::range).containsExactly("-3F", "");

    runner.restart();
    assertThat(runner.unhandled()).isZero();
    assertThat(runner.lag()).extracting(RangeLag::range).containsExactly("-3F");
  }

  @Test
  void theLagOfARangeHasTheAgeOfItsOldestChange() {
    when(processor.states())
        .thenReturn(
            List.of(
                new RangeState("-3F", Optional.of("here"), 2),
                new RangeState("3F-FF", Optional.empty(), 0)));
    Lease lease = new Lease("-3F", Optional.of("here"), "etag", Optional.of("after"), "range");
    when(processor.leases()).thenReturn(Map.of("-3F", lease));
    when(items.changes(BlogContainer.POSTS, "range", "after", 1)).thenReturn(written());
    clock.pass(Duration.ofMillis(9_500));
    runner.start();

    assertThat(runner.lag())
        .containsExactly(
            new RangeLag(ChangeSource.POSTS, "-3F", Optional.of("here"), 2, Duration.ofSeconds(9)),
            new RangeLag(ChangeSource.POSTS, "3F-FF", Optional.empty(), 0, Duration.ZERO));
    assertThat(runner.unhandled()).isEqualTo(2);
  }

  /** A change of this moment. */
  private ChangePage written() {
    StoredItem item =
        new ObjectMapper()
            .convertValue(Map.of("_ts", clock.instant().getEpochSecond()), StoredItem.class);
    return new ChangePage(List.of(item), "further", true);
  }

  /** The one change that a look reads anyway: no further request. */
  @Test
  void aCheckReportsARangeWithWaitingChanges() {
    ChangePage waiting = written();
    when(items.changes(any(), any(), any(), anyInt()))
        .thenReturn(waiting, waiting, new ChangePage(List.of(), "further", false));
    Lease first = new Lease("-3F", Optional.of("here"), "e", Optional.of("after"), "first");
    Lease second = new Lease("3F-FF", Optional.of("here"), "e", Optional.of("after"), "second");
    clock.pass(Duration.ofHours(1));
    handler.monitor().heartbeat();

    runner.probe(List.of(first, second));
    assertThat(runner.health().problem()).get().asString().contains("range -3F is 1 h 0 min old");
    handler.monitor().rangesHeld(List.of("3F-FF"));
    runner.probe(List.of(second));
    assertThat(runner.health().problem()).get().asString().contains("range 3F-FF");
    runner.probe(List.of(second));
    assertThat(runner.health().problem()).isEmpty();
    verify(items, times(3)).changes(any(), any(), any(), anyInt());
  }

  @Test
  void earlierChangesDoNotCountAsLagOfAViewThatStartsNow() {
    ChangePage before = written();
    when(items.changes(any(), any(), any(), anyInt())).thenReturn(before);
    clock.pass(Duration.ofHours(1));
    handler.monitor().heartbeat();
    Lease unread = new Lease("-FF", Optional.of("here"), "e", Optional.empty(), "range");

    startTime = Optional.of(clock.instant());
    runner.probe(List.of(unread));
    assertThat(runner.health().problem()).isEmpty();

    startTime = Optional.empty();
    runner.probe(List.of(unread));
    assertThat(runner.health().problem()).get().asString().contains("1 h 0 min old");
  }

  @Test
  void anIndexBuildIsReportedAtTheStartAndAtEachCheck() {
    when(processor.indexProgress()).thenReturn(OptionalInt.of(7), OptionalInt.of(100));

    runner.checkIndex();
    assertThat(runner.health().problem()).get().asString().contains("7 %");

    runner.probe(List.of());
    assertThat(runner.health().problem()).isEmpty();
  }

  @Test
  void checksReadTheChangesOfOneRangeAfterTheOther() {
    when(items.changes(any(), any(), any(), anyInt()))
        .thenReturn(new ChangePage(List.of(), "further", false));
    Lease first = new Lease("-3F", Optional.of("here"), "e", Optional.empty(), "first");
    Lease second = new Lease("3F-FF", Optional.of("here"), "e", Optional.empty(), "second");

    runner.probe(List.of(first, second));
    runner.probe(List.of(first, second));

    InOrder order = inOrder(items);
    order.verify(items).changes(BlogContainer.POSTS, "first", null, 1);
    order.verify(items).changes(BlogContainer.POSTS, "second", null, 1);
  }

  @Test
  void anUnreadableRangeIsReadAgainAtTheNextCheck() {
    when(items.changes(any(), any(), any(), anyInt()))
        .thenThrow(new IllegalStateException("unreadable"))
        .thenReturn(new ChangePage(List.of(), "further", false));
    Lease first = new Lease("-3F", Optional.of("here"), "e", Optional.empty(), "first");
    Lease second = new Lease("3F-FF", Optional.of("here"), "e", Optional.empty(), "second");

    assertThatThrownBy(() -> runner.probe(List.of(first, second))).hasMessage("unreadable");
    runner.probe(List.of(first, second));

    verify(items, times(2)).changes(BlogContainer.POSTS, "first", null, 1);
  }

  @Test
  void withoutLagTheLeasesAreNotRead() {
    when(processor.states()).thenReturn(List.of(new RangeState("-FF", Optional.empty(), 0)));
    runner.start();

    assertThat(runner.lag()).hasSize(1);
    verify(processor, never()).leases();
  }
}
