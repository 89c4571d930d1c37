package dev.cosmosblog.changefeed.internal.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.atLeast;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.verifyNoMoreInteractions;
import static org.mockito.Mockito.when;

import dev.cosmosblog.changefeed.RecordedEvents;
import dev.cosmosblog.changefeed.internal.processor.PeriodicChecks.Check;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.HealthStatus;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.store.error.StoreException.Failure;
import dev.cosmosblog.store.error.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;

class PeriodicChecksTest {
  private static final Duration INTERVAL = Duration.ofSeconds(17);

  private final BooleanSupplier watchdog = mock();
  private final Runnable renames = mock();
  private final ScheduledExecutorService scheduler = mock();
  private final RecordedEvents events = new RecordedEvents();
  private final SourceMonitor monitor = Monitors.of(ChangeSource.USERS, events);
  private final PeriodicChecks checks =
      new PeriodicChecks(
          List.of(
              new Check("The watchdog", monitor, watchdog, true),
              new Check("The recheck", monitor, renames)),
          scheduler,
          INTERVAL);
  private List<Runnable> scheduled = List.of();

  @BeforeEach
  void eachCheckIsScheduled() {
    checks.start();
    ArgumentCaptor<Runnable> captor = ArgumentCaptor.captor();
    verify(scheduler, times(2)).schedule(captor.capture(), anyLong(), eq(TimeUnit.NANOSECONDS));
    scheduled = captor.getAllValues();
  }

  /** Returns the delays of all runs since the start, the first two included, in seconds. */
  private List<Double> delays() {
    ArgumentCaptor<Long> nanos = ArgumentCaptor.captor();
    verify(scheduler, atLeast(2))
        .schedule(any(Runnable.class), nanos.capture(), eq(TimeUnit.NANOSECONDS));
    return nanos.getAllValues().stream().map(one -> one / 1e9).toList();
  }

  @Test
  void checksAreSpreadOverTheIntervalAndTheWatchdogAlsoRunsAtTheStart() {
    scheduled.get(0).run();
    scheduled.get(1).run();

    assertThat(delays()).containsExactly(1.0, 17.0, 8.5, 17.0);
  }

  @Test
  void aCheckThatTheAccountDoesNotAnswerIsRepeatedAfterASecond() {
    doThrow(
            new StoreUnavailableException(
                new Failure("a request", 503, 0, null, true, false, null)))
        .when(renames)
        .run();
    when(watchdog.getAsBoolean()).thenReturn(true);

    scheduled.get(1).run();
    scheduled.get(0).run();

    assertThat(delays()).endsWith(1.0, 1.0);
    assertThat(monitor.health().problem()).get().asString().contains("recheck");
  }

  @Test
  void aCheckThatFailsOtherwiseIsRepeatedAfterTheInterval() {
    doThrow(new IllegalStateException("the leases")).when(renames).run();

    scheduled.get(1).run();

    assertThat(delays()).endsWith(17.0);
  }

  @Test
  void noCheckFollowsTheClose() {
    when(scheduler.schedule(any(Runnable.class), anyLong(), any()))
        .thenThrow(new RejectedExecutionException());

    assertThatCode(scheduled.get(0)::run).doesNotThrowAnyException();
    verify(watchdog).getAsBoolean();
  }

  @Test
  void aCheckFollowsEvenWithoutMemoryToScheduleIt() {
    when(scheduler.schedule(any(Runnable.class), anyLong(), any()))
        .thenThrow(new OutOfMemoryError("Java heap space"))
        .thenReturn(null);

    scheduled.get(0).run();

    assertThat(delays()).endsWith(8.5, 8.5);
  }

  @Test
  void aLongCheckDoesNotDelayOthers() {
    scheduled.get(1).run();
    verify(renames).run();
    verifyNoInteractions(watchdog);

    scheduled.get(0).run();
    verify(watchdog).getAsBoolean();
    verifyNoMoreInteractions(renames);
  }

  @Test
  void aCheckThatFailsIsRepeatedBecauseTheSchedulerDoesNotSeeTheFailure() {
    doThrow(new IllegalStateException("the leases")).when(watchdog).getAsBoolean();
    doThrow(new IllegalStateException("the renames")).when(renames).run();

    assertThat(scheduled)
        .allSatisfy(check -> assertThatCode(check::run).doesNotThrowAnyException());
  }

  /** Netty finds no memory, or the system no thread. */
  @Test
  void aCheckIsRepeatedAfterAnError() {
    doThrow(new OutOfMemoryError("no direct memory")).doReturn(false).when(watchdog).getAsBoolean();

    assertThatCode(scheduled.get(0)::run).doesNotThrowAnyException();
    assertThat(monitor.health().problem())
        .get()
        .asString()
        .contains("watchdog", "no direct memory");
    assertThat(events.all).singleElement().asString().contains("problem:", "no direct memory");

    scheduled.get(0).run();
    assertThat(monitor.health().problem()).isEmpty();
  }

  @Test
  void aCheckIsRepeatedAfterAListenersError() {
    ChangeFeedListener asserting =
        new ChangeFeedListener() {
          @Override
          public void onProblem(ChangeSource source, String problem) {
            throw new AssertionError("of the host");
          }
        };
    SourceMonitor told = Monitors.of(ChangeSource.POSTS, asserting);
    ScheduledExecutorService other = mock();
    doThrow(new IllegalStateException("no leases")).when(renames).run();
    new PeriodicChecks(List.of(new Check("The look", told, renames)), other, INTERVAL).start();
    ArgumentCaptor<Runnable> look = ArgumentCaptor.captor();
    verify(other).schedule(look.capture(), anyLong(), any());

    assertThatCode(look.getValue()::run).doesNotThrowAnyException();
    assertThat(told.health().problem()).get().asString().contains("look", "no leases");
  }

  @Test
  void aCheckThatFailsIsAProblemUntilItSucceeds() {
    doThrow(new IllegalStateException("no leases")).doReturn(false).when(watchdog).getAsBoolean();
    scheduled.get(0).run();
    scheduled.get(1).run();

    assertThat(monitor.health().status()).isEqualTo(HealthStatus.DEGRADED);
    assertThat(monitor.health().problem()).get().asString().contains("watchdog", "no leases");
    assertThat(events.all).singleElement().asString().contains("problem:", "no leases");

    scheduled.get(0).run();

    assertThat(monitor.health().status()).isEqualTo(HealthStatus.UP);
    assertThat(monitor.health().problem()).isEmpty();
  }

  @Test
  void aCheckCutOffByTheCloseIsNotAProblem() {
    when(scheduler.isShutdown()).thenReturn(true);
    doThrow(new IllegalStateException("closed")).when(watchdog).getAsBoolean();

    scheduled.get(0).run();

    assertThat(monitor.health().problem()).isEmpty();
    assertThat(events.all).isEmpty();
  }

  @Test
  void stoppingPreventsFurtherChecksWithoutInterruptingOne() {
    checks.stop();

    verify(scheduler).shutdown();
  }
}
