package dev.cosmosblog.changefeed;

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

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;

class WatchdogTest {
  private static final Duration INTERVAL = Duration.ofSeconds(17);

  private final ProcessorWatch users = mock();
  private final ProcessorWatch posts = mock();
  private final SettledLook renames = mock();
  private final ScheduledExecutorService scheduler = mock();
  private final SteppedClock clock = new SteppedClock();
  private final Watchdog watchdog =
      new Watchdog(List.of(users, posts), renames, scheduler, clock, INTERVAL);
  private List<Runnable> looks = List.of();

  @BeforeEach
  void itLooksAgainAndAgain() {
    watchdog.start();
    ArgumentCaptor<Runnable> scheduled = ArgumentCaptor.captor();
    verify(scheduler, times(Watchdog.LOOKS))
        .scheduleWithFixedDelay(
            scheduled.capture(), anyLong(), eq(INTERVAL.toNanos()), eq(TimeUnit.NANOSECONDS));
    looks = scheduled.getAllValues();
  }

  @Test
  void aLongLookAtRenamesHoldsUpNoWatchOfAProcessor() {
    looks.get(2).run();
    verify(renames).look();
    verifyNoInteractions(users, posts);

    looks.get(0).run();
    looks.get(1).run();
    verify(users).look(clock.instant());
    verify(posts).look(clock.instant());
    verifyNoMoreInteractions(renames);
  }

  @Test
  void aLookThatFailsIsNoneOfTheSchedulersWhichWouldLookNoMore() {
    doThrow(new IllegalStateException("the leases")).when(users).look(any());
    doThrow(new IllegalStateException("the renames")).when(renames).look();

    assertThat(looks).allSatisfy(look -> assertThatCode(look::run).doesNotThrowAnyException());
  }
}
