package dev.cosmosblog.changefeed.internal.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.eq;
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
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;

class PeriodicChecksTest {
  private static final Duration INTERVAL = Duration.ofSeconds(17);

  private final Runnable watchdog = mock();
  private final Runnable renames = mock();
  private final ScheduledExecutorService scheduler = mock();
  private final RecordedEvents events = new RecordedEvents();
  private final SourceMonitor monitor = Monitors.of(ChangeSource.USERS, events);
  private final PeriodicChecks checks =
      new PeriodicChecks(
          List.of(
              new Check("The watchdog", monitor, watchdog),
              new Check("The recheck", monitor, renames)),
          scheduler,
          INTERVAL);
  private List<Runnable> scheduled = List.of();

  @BeforeEach
  void eachCheckIsScheduled() {
    checks.start();
    ArgumentCaptor<Runnable> captor = ArgumentCaptor.captor();
    verify(scheduler, times(2))
        .scheduleWithFixedDelay(
            captor.capture(), anyLong(), eq(INTERVAL.toNanos()), eq(TimeUnit.NANOSECONDS));
    scheduled = captor.getAllValues();
  }

  @Test
  void aLongCheckDoesNotDelayOthers() {
    scheduled.get(1).run();
    verify(renames).run();
    verifyNoInteractions(watchdog);

    scheduled.get(0).run();
    verify(watchdog).run();
    verifyNoMoreInteractions(renames);
  }

  @Test
  void aCheckThatFailsIsRepeatedBecauseTheSchedulerDoesNotSeeTheFailure() {
    doThrow(new IllegalStateException("the leases")).when(watchdog).run();
    doThrow(new IllegalStateException("the renames")).when(renames).run();

    assertThat(scheduled)
        .allSatisfy(check -> assertThatCode(check::run).doesNotThrowAnyException());
  }

  /** Netty finds no memory, or the system no thread. */
  @Test
  void aCheckIsRepeatedAfterAnError() {
    doThrow(new OutOfMemoryError("no direct memory")).doNothing().when(watchdog).run();

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
    verify(other).scheduleWithFixedDelay(look.capture(), anyLong(), anyLong(), any());

    assertThatCode(look.getValue()::run).doesNotThrowAnyException();
    assertThat(told.health().problem()).get().asString().contains("look", "no leases");
  }

  @Test
  void aCheckThatFailsIsAProblemUntilItSucceeds() {
    doThrow(new IllegalStateException("no leases")).doNothing().when(watchdog).run();
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
    doThrow(new IllegalStateException("closed")).when(watchdog).run();

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
