package dev.cosmosblog.changefeed.internal.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.atMost;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.mockingDetails;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.reset;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.cosmosblog.changefeed.RecordedEvents;
import dev.cosmosblog.changefeed.SteppedClock;
import dev.cosmosblog.changefeed.internal.processor.ProcessorWatchdog.Times;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.HealthStatus;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener.BatchReport;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener.LeaseMove;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.store.error.StoreException.Failure;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.error.ThrottledException;
import dev.cosmosblog.store.observe.RequestMeter.FailedPolls;
import dev.cosmosblog.store.observe.RequestMeter.Usage;
import dev.cosmosblog.store.spi.ChangeProcessor.Lease;
import dev.cosmosblog.store.spi.ChangeProcessor.RangeState;
import dev.cosmosblog.testsupport.Trap;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The SDK's processor stops silently; the leases show what it leaves undone. */
class ProcessorWatchdogTest {
  private static final Duration LOOK = Duration.ofSeconds(17);
  private static final Duration LONGEST_WAIT = LOOK.multipliedBy(30);

  private static final StoreUnavailableException UNAVAILABLE =
      new StoreUnavailableException(new Failure("a request", 503, 0, null, true, false, null));

  private static final BatchReport BATCH =
      new BatchReport(ChangeSource.POSTS, 1, 0, Usage.NONE, Duration.ofMillis(5));

  private final SteppedClock clock = new SteppedClock();
  private List<FailedPolls> polls = List.of();
  private final RecordedEvents events = new RecordedEvents();
  private final SourceMonitor monitor = Monitors.of(ChangeSource.POSTS, clock, () -> polls, events);
  private final ChangeFeedProcessorRunner processor = runningProcessor();
  private final ProcessorWatchdog watchdog =
      new ProcessorWatchdog(
          processor,
          clock,
          "here",
          new Times(Monitors.QUIET_AFTER, Monitors.STALL_AFTER, LONGEST_WAIT));
  private String continuation = "continuation";
  private int writes;
  private int restarts;

  private ChangeFeedProcessorRunner runningProcessor() {
    ChangeFeedProcessorRunner running = mock();
    when(running.monitor()).thenReturn(monitor);
    when(running.isRunning()).thenReturn(true);
    return running;
  }

  private Lease lease(String owner, String etag) {
    return new Lease(
        "-FF",
        Optional.of(owner).filter(name -> !name.isEmpty()),
        etag,
        Optional.of(continuation),
        "range");
  }

  private void leases(Lease... found) {
    when(processor.leases())
        .thenReturn(Stream.of(found).collect(Collectors.toMap(Lease::range, lease -> lease)));
  }

  private boolean look() {
    return look(LOOK);
  }

  private boolean look(Duration pause) {
    clock.pass(pause);
    return watchdog.look();
  }

  private boolean lookSoon() {
    return look(Duration.ofSeconds(1));
  }

  private void look(int times) {
    for (int i = 0; i < times; i++) {
      look();
    }
  }

  /** One look after each renewal. */
  private void lookAtRenewals(int times) {
    for (int i = 0; i < times; i++) {
      leases(lease("here", "e" + writes++));
      look();
    }
  }

  private void behind(int changes) {
    when(processor.states())
        .thenReturn(List.of(new RangeState("-FF", Optional.of("here"), changes)));
  }

  @Test
  void aQuietChangeFeedShowsAHeartbeatAtEachRenewalAndIsNotRestarted() {
    lookAtRenewals(40);

    assertThat(events.all).startsWith(move(Optional.empty(), Optional.of("here")));
    assertThat(events.all.stream().filter("heartbeat"::equals)).hasSize(40);
    assertThat(monitor.health().status()).isEqualTo(HealthStatus.UP);
    verify(processor, never()).restart();
  }

  @Test
  void aHostWhoseLeasesAreAllHeldByOthersIsAlive() {
    for (int i = 0; i < 40; i++) {
      leases(lease("there", "e" + i));
      look();
    }

    assertThat(events.all).contains("heartbeat");
    assertThat(monitor.health().ranges()).isZero();
    verify(processor, never()).restart();
  }

  @Test
  void anUnrenewedLeaseOfThisHostIsAStallAndTheProcessorIsRestarted() {
    leases(lease("here", "same"));
    look(2);
    verify(processor, never()).restart();
    assertThat(monitor.health().stallReason()).isEmpty();

    look();
    verify(processor).restart();
    assertThat(events.all).contains("stalled: The lease of range -FF is not renewed.", "restart 1");
    assertThat(monitor.health().status()).isEqualTo(HealthStatus.DEGRADED);

    lookAtRenewals(2);
    assertThat(monitor.health().stallReason()).isEmpty();
    assertThat(monitor.health().status()).isEqualTo(HealthStatus.UP);
    assertThat(monitor.health().restarts()).isEqualTo(1);
  }

  @Test
  void oneOfSeveralLeasesThatIsNotRenewedIsAStall() {
    Lease stuck = new Lease("-3F", Optional.of("here"), "same", Optional.empty(), "stuck");
    for (int i = 0; i < 3; i++) {
      verify(processor, never()).restart();
      leases(lease("here", "e" + i), stuck);
      look();
    }

    verify(processor).restart();
    assertThat(events.all).contains("stalled: The lease of range -3F is not renewed.");
  }

  private void unavailable() {
    when(processor.leases()).thenThrow(UNAVAILABLE);
    assertThatThrownBy(this::lookSoon).isSameAs(UNAVAILABLE);
    reset(processor);
    when(processor.isRunning()).thenReturn(true);
  }

  /** The SDK's loops may have ended, and it can't release the leases of those that have. */
  @Test
  @Trap(15)
  void anOutageEndsWithARestart() {
    lookAtRenewals(2);
    unavailable();
    unavailable();

    leases(lease("here", "as before"));
    assertThat(lookSoon()).as("look again soon").isTrue();
    verify(processor).restart();
    assertThat(monitor.health().status()).isEqualTo(HealthStatus.DEGRADED);

    assertThat(lookSoon()).as("until it is alive").isTrue();
    assertThat(monitor.health().status()).isEqualTo(HealthStatus.DEGRADED);
    leases(lease("here", "acquired"));
    assertThat(lookSoon()).isFalse();
    assertThat(monitor.health().status()).isEqualTo(HealthStatus.UP);
    lookAtRenewals(40);
    verify(processor).restart();
  }

  @Test
  @Trap(15)
  void anOutageThatOnlyAnotherWatchdogMetEndsWithARestart() {
    lookAtRenewals(2);
    monitor.outages().unanswered(clock.instant());

    lookAtRenewals(1);
    verify(processor).restart();
    lookAtRenewals(1);
    verify(processor).restart();
  }

  @Test
  void outagesInQuickSuccessionCauseARestartEveryTenSeconds() {
    for (int i = 0; i < 40; i++) {
      unavailable();
      leases(lease("here", "e" + i));
      lookSoon();
      restarts +=
          (int)
              mockingDetails(processor).getInvocations().stream()
                  .filter(call -> call.getMethod().getName().equals("restart"))
                  .count();
    }

    assertThat(restarts).isBetween(7, 8);
    assertThat(monitor.health().status()).isEqualTo(HealthStatus.DEGRADED);
  }

  @Test
  void throttledChecksCauseNoRestart() {
    ThrottledException throttled =
        new ThrottledException(
            new Failure("a request", 429, 0, null, true, false, null), Duration.ZERO);
    when(processor.leases()).thenThrow(throttled);
    assertThatThrownBy(this::look).isSameAs(throttled);
    reset(processor);
    when(processor.isRunning()).thenReturn(true);

    lookAtRenewals(4);

    verify(processor, never()).restart();
  }

  /** The SDK retries its own requests, so a check can outlast an outage that ended the loops. */
  @Test
  @Trap(15)
  void aSlowQueryOfTheLeasesCausesARestartOnceAMinute() {
    lookAtRenewals(2);
    for (int i = 0; i < 4; i++) {
      lookSlowly();
      lookAtRenewals(1);
    }

    verify(processor, times(2)).restart();
  }

  private void lookSlowly() {
    Lease lease = lease("here", "e" + writes++);
    when(processor.leases())
        .thenAnswer(
            call -> {
              clock.pass(Duration.ofSeconds(3));
              return Map.of(lease.range(), lease);
            });
    lookSoon();
  }

  /** The leases of a new change feed have no host for a moment. */
  @Test
  void aHostCountsItsRangesOnceItHasThem() {
    leases(lease("", "e1"));
    assertThat(lookSoon()).as("look again soon").isTrue();
    assertThat(monitor.health().ranges()).isZero();
    assertThat(events.all).doesNotContain("heartbeat");

    leases(lease("here", "e2"));
    assertThat(lookSoon()).isFalse();
    assertThat(monitor.health().ranges()).isEqualTo(1);

    leases(lease("there", "e3"));
    look();
    assertThat(monitor.health().ranges()).isZero();
  }

  @Test
  void anExpiredLeaseThatIsNotTakenIsAStall() {
    leases(lease("dead", "same"));

    look(9);

    verify(processor).restart();
  }

  @Test
  void missingLeasesAreAStall() {
    leases();

    look(9);

    verify(processor).restart();
  }

  @Test
  void aStoppedProcessorIsRestartedAtOnce() {
    when(processor.isRunning()).thenReturn(false);
    leases(lease("here", "e"));

    look();

    verify(processor).restart();
    assertThat(events.all).contains("stalled: The SDK's processor has stopped.");
  }

  @Test
  void restartsBackOffAndEndUntilTheNextHeartbeat() {
    when(processor.isRunning()).thenReturn(false);
    leases(lease("here", "e"));

    look(2);
    verify(processor, times(2)).restart();
    look();
    verify(processor, times(2)).restart();
    look();
    verify(processor, times(3)).restart();
    look(2);
    verify(processor, times(3)).restart();
    look();
    verify(processor, times(4)).restart();
    look(1_000);
    verify(processor, times(ProcessorWatchdog.MAX_RESTARTS)).restart();
    assertThat(monitor.health().status()).isEqualTo(HealthStatus.DOWN);
    assertThat(events.all.stream().filter(event -> event.toString().startsWith("stalled")))
        .as("reported once")
        .hasSize(1);

    when(processor.isRunning()).thenReturn(true);
    lookAtRenewals(2);
    assertThat(monitor.health().status()).isEqualTo(HealthStatus.UP);
    when(processor.isRunning()).thenReturn(false);
    look();
    verify(processor, times(ProcessorWatchdog.MAX_RESTARTS + 1)).restart();
  }

  @Test
  void unreadChangesDespiteRenewedLeasesAreAStall() {
    behind(5);
    lookAtRenewals(9);
    verify(processor, never()).restart();

    lookAtRenewals(1);

    verify(processor).restart();
    assertThat(events.all).contains("stalled: Range -FF has changes, but they are not read.");
  }

  /**
   * The leases of two ranges are renewed before each look. The one has a batch each time; changes
   * of the other were found to wait.
   */
  private void lookBesideABusyRange(int times) {
    for (int i = 0; i < times; i++) {
      Lease waits = lease("here", "e" + writes++);
      String further = "continuation " + writes;
      Optional<String> owner = Optional.of("here");
      leases(waits, new Lease("-3F", owner, "e" + writes, Optional.of(further), "busy"));
      when(processor.probe(any())).thenReturn(Optional.of(waits));
      monitor.batchDone(monitor.batchBegun(), "p" + i, BATCH);
      look();
    }
  }

  @Test
  void unreadChangesWhileAnotherRangeIsBusyAreAStall() {
    behind(5);
    lookBesideABusyRange(31);
    verify(processor, never()).restart();

    lookBesideABusyRange(1);

    verify(processor).restart();
    assertThat(events.all).contains("stalled: Range -FF has changes, but they are not read.");
    lookBesideABusyRange(31);
    verify(processor).restart();
    lookBesideABusyRange(1);
    verify(processor, times(2)).restart();
  }

  @Test
  void aRangeWhoseChangesWereDeletedIsNotAStall() {
    behind(0);

    lookBesideABusyRange(100);

    verify(processor, atMost(4)).states();
    verify(processor, never()).restart();
  }

  @Test
  void aSlowRangeBesideABusyOneIsNotAStall() {
    behind(5);
    for (int batch = 0; batch < 5; batch++) {
      continuation = "after batch " + batch;
      lookBesideABusyRange(30);
    }

    verify(processor, never()).restart();
  }

  @Test
  void aRangeWithARedeliveredBatchIsNotAStall() {
    behind(5);
    for (int delivery = 0; delivery < 4; delivery++) {
      lookBesideABusyRange(15);
      monitor.batchFailed(
          monitor.batchBegun(), "p1/p1", new IllegalStateException("as it happens"));
      lookBesideABusyRange(15);
      monitor.batchUnfinished(monitor.batchBegun());
    }

    verify(processor, never()).restart();
  }

  @Test
  void aRangeWithALongBatchIsNotAStall() {
    behind(5);
    Instant begun = monitor.batchBegun();
    lookBesideABusyRange(100);
    monitor.batchDone(begun, "long", BATCH);
    lookBesideABusyRange(30);

    verify(processor, never()).restart();
  }

  @Test
  void aRangeWithFailingPollsIsNotAStall() {
    polls = List.of(new FailedPolls("7", HealthRules.FAILURES_TO_DEGRADE, 429, 3200));
    behind(5);
    for (int i = 0; i < 100; i++) {
      polls = List.of(new FailedPolls("7", HealthRules.FAILURES_TO_DEGRADE + i, 429, 3200));
      lookBesideABusyRange(1);
    }

    verify(processor, never()).restart();
  }

  @Test
  void aRangeThatAnotherHostTookIsNotAStall() {
    behind(5);
    lookBesideABusyRange(25);
    leases(lease("there", "e"));
    look();
    lookBesideABusyRange(25);

    verify(processor, never()).restart();
  }

  @Test
  void theLagOfAQuietChangeFeedIsRarelyMeasured() {
    behind(0);

    lookAtRenewals(30);

    verify(processor, times(3)).states();
    verify(processor, never()).restart();
  }

  @Test
  void aFailingBatchDegradesTheHealthWithoutARestart() {
    behind(5);
    RuntimeException failure = new IllegalStateException("as nobody thought of");
    for (int i = 0; i < 40; i++) {
      monitor.batchFailed(monitor.batchBegun(), "p1/p1", failure);
      lookAtRenewals(1);
    }

    verify(processor, never()).restart();
    assertThat(monitor.health().failuresInARow()).isEqualTo(40);
    assertThat(monitor.health().lastFailure())
        .hasValueSatisfying(text -> assertThat(text).contains("as nobody thought of"));
    assertThat(monitor.health().status()).isEqualTo(HealthStatus.DEGRADED);
  }

  @Test
  void aLongBatchIsNotAStall() {
    behind(5);
    lookAtRenewals(1);
    monitor.batchBegun();

    lookAtRenewals(40);

    verify(processor, never()).restart();
    assertThat(monitor.health().inFlight()).isEqualTo(1);
  }

  @Test
  void unreadableLeasesDegradeTheHealthWithoutARestart() {
    doThrow(new IllegalStateException("as if Cosmos DB failed")).when(processor).leases();

    for (int i = 0; i < 20; i++) {
      assertThatThrownBy(this::look).hasMessage("as if Cosmos DB failed");
    }

    verify(processor, never()).restart();
    assertThat(monitor.health().status()).isEqualTo(HealthStatus.DEGRADED);
  }

  @Test
  void everyMoveOfALeaseIsReported() {
    leases(lease("there", "e1"));
    look();
    leases(lease("", "e2"));
    look();
    leases(lease("here", "e3"));
    look();

    assertThat(events.all)
        .containsSubsequence(
            move(Optional.empty(), Optional.of("there")),
            move(Optional.of("there"), Optional.empty()),
            move(Optional.empty(), Optional.of("here")));
  }

  private static LeaseMove move(Optional<String> from, Optional<String> to) {
    return new LeaseMove(ChangeSource.POSTS, "-FF", from, to);
  }
}
