package dev.cosmosblog.changefeed.internal.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;

import dev.cosmosblog.changefeed.RecordedEvents;
import dev.cosmosblog.changefeed.SteppedClock;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.HealthStatus;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.SourceHealth;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener.BatchReport;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener.RenameProgress;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.observe.RequestMeter.FailedPolls;
import dev.cosmosblog.store.observe.RequestMeter.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class SourceMonitorTest {
  private static final RuntimeException FAILURE = new IllegalStateException("as it happens");

  private final SteppedClock clock = new SteppedClock();
  private final RecordedEvents events = new RecordedEvents();
  private final SourceMonitor monitor = Monitors.of(ChangeSource.USERS, clock, events);

  private void handled(String key, int changes) {
    monitor.batchDone(
        monitor.batchBegun(),
        key,
        new BatchReport(ChangeSource.USERS, changes, 0, Usage.NONE, Duration.ofMillis(5)));
  }

  private void failed(String key) {
    monitor.batchFailed(monitor.batchBegun(), key, FAILURE);
  }

  @Test
  void handledBatchesAndChangesAreCounted() {
    handled("a", 3);
    clock.pass(Duration.ofSeconds(1));
    handled("b", 4);

    SourceHealth health = monitor.health();
    assertThat(health.batches()).isEqualTo(2);
    assertThat(health.changes()).isEqualTo(7);
    assertThat(health.inFlight()).isZero();
    assertThat(health.lastBatchAt()).contains(clock.instant());
    assertThat(health.lastHeartbeatAt()).contains(clock.instant());
  }

  @Test
  void anUnfinishedBatchDoesNotCountAsHandled() {
    handled("a", 3);
    Instant end = clock.instant();
    clock.pass(Duration.ofMinutes(1));

    monitor.batchUnfinished(monitor.batchBegun());

    assertThat(monitor.health().lastBatchAt()).contains(end);
    assertThat(monitor.health().inFlight()).isZero();
  }

  @Test
  void aBatchThatKeepsFailingDegradesAlthoughOthersSucceed() {
    for (int i = 0; i < HealthRules.FAILURES_TO_DEGRADE; i++) {
      failed("bad");
      handled("good " + i, 1);
    }
    assertThat(monitor.health().failuresInARow()).isEqualTo(HealthRules.FAILURES_TO_DEGRADE);
    assertThat(monitor.health().status()).isEqualTo(HealthStatus.DEGRADED);
    assertThat(monitor.health().problem()).get().asString().contains("as it happens");

    handled("bad", 1);

    assertThat(monitor.health().failuresInARow()).isZero();
    assertThat(monitor.health().status()).isEqualTo(HealthStatus.UP);
    assertThat(monitor.health().lastFailure()).isPresent();
  }

  @Test
  void anIndexBuildIsAProblemUntilItIsComplete() {
    monitor.indexProgress(OptionalInt.of(40));
    monitor.indexProgress(OptionalInt.of(60));

    assertThat(monitor.health().status()).isEqualTo(HealthStatus.DEGRADED);
    assertThat(monitor.health().problem()).get().asString().contains("index", "60 %");
    assertThat(events.all).singleElement().asString().contains("40 %");

    monitor.indexProgress(OptionalInt.of(100));
    assertThat(monitor.health().status()).isEqualTo(HealthStatus.UP);
    assertThat(monitor.health().problem()).isEmpty();
  }

  @Test
  void aFailedBatchThatIsNeverRedeliveredIsForgotten() {
    failed("changed meanwhile");
    clock.pass(Monitors.STALL_AFTER.plusSeconds(1));
    handled("other", 1);

    assertThat(monitor.health().failuresInARow()).isZero();
  }

  /** A host may have a listener and never ask for the health. */
  @Test
  void aBatchThatFailsAgainMuchLaterIsReportedAgain() {
    for (int i = 0; i < HealthRules.FAILURES_TO_DEGRADE; i++) {
      failed("a");
    }
    for (int i = 0; i < 100; i++) {
      clock.pass(Duration.ofSeconds(2));
      failed("other " + i);
    }
    assertThat(events.all).as("reported once").hasSize(1);

    for (int i = 0; i < HealthRules.FAILURES_TO_DEGRADE; i++) {
      failed("a");
    }

    assertThat(events.all).hasSize(2);
    assertThat(events.all.get(1)).asString().contains("A batch fails", "as it happens");
  }

  @Test
  void threeFailedPollsDegradeUntilOneSucceeds() {
    AtomicReference<List<FailedPolls>> polls = new AtomicReference<>();
    SourceMonitor polled = Monitors.of(ChangeSource.POSTS, clock, polls::get, events);

    polls.set(List.of(new FailedPolls("7", HealthRules.FAILURES_TO_DEGRADE - 1, 503, 0)));
    assertThat(polled.health().status()).isEqualTo(HealthStatus.UP);

    polls.set(List.of(new FailedPolls("7", HealthRules.FAILURES_TO_DEGRADE, 503, 0)));
    assertThat(polled.health().status()).isEqualTo(HealthStatus.DEGRADED);
    assertThat(polled.health().problem())
        .get()
        .asString()
        .contains("3 polls", "partition 7", "503");
    assertThat(events.all).singleElement().asString().contains("3 polls");

    polls.set(List.of());
    assertThat(polled.health().status()).isEqualTo(HealthStatus.UP);
  }

  @Test
  void failedPollsOfARangeThatAnotherHostTookAreForgotten() {
    FailedPolls failed = new FailedPolls("7", HealthRules.FAILURES_TO_DEGRADE, 410, 1002);
    SourceMonitor polled = Monitors.of(ChangeSource.POSTS, clock, () -> List.of(failed));
    assertThat(polled.health().status()).isEqualTo(HealthStatus.DEGRADED);

    clock.pass(Monitors.STALL_AFTER.plusSeconds(1));
    polled.heartbeat();

    assertThat(polled.health().status()).isEqualTo(HealthStatus.UP);
  }

  @Test
  void failedPollsOfARangeThatAnotherHostTookDoNotHideARangeThatFailsNow() {
    FailedPolls gone = new FailedPolls("7", HealthRules.FAILURES_TO_DEGRADE + 9, 410, 1002);
    AtomicReference<List<FailedPolls>> polls = new AtomicReference<>(List.of(gone));
    SourceMonitor polled = Monitors.of(ChangeSource.POSTS, clock, polls::get);
    assertThat(polled.health().problem()).get().asString().contains("partition 7");

    clock.pass(Monitors.STALL_AFTER.plusSeconds(1));
    polled.heartbeat();
    polls.set(List.of(gone, new FailedPolls("8", HealthRules.FAILURES_TO_DEGRADE, 503, 0)));

    assertThat(polled.health().status()).isEqualTo(HealthStatus.DEGRADED);
    assertThat(polled.health().problem()).get().asString().contains("partition 8", "503");
  }

  private Optional<Instant> old(Duration age) {
    return Optional.of(clock.instant().minus(age));
  }

  @Test
  void aRangeThatIsFarBehindIsReportedOnceUntilAllHaveCaughtUp() {
    monitor.oldestUnhandled("7", old(Duration.ofSeconds(299)));
    assertThat(monitor.health().status()).isEqualTo(HealthStatus.UP);

    monitor.oldestUnhandled("7", old(Duration.ofSeconds(300)));
    monitor.oldestUnhandled("8", old(Duration.ofMinutes(133)));

    assertThat(monitor.health().status()).isEqualTo(HealthStatus.DEGRADED);
    assertThat(monitor.health().problem()).get().asString().contains("range 8");
    assertThat(events.all).singleElement().asString().contains("5 min 0 s old");

    monitor.oldestUnhandled("8", Optional.empty());
    assertThat(monitor.health().problem()).get().asString().contains("range 7");
    monitor.oldestUnhandled("7", old(Duration.ofSeconds(2)));
    assertThat(monitor.health().status()).isEqualTo(HealthStatus.UP);
  }

  @Test
  void theLagOfARangeThatAnotherHostTookIsForgotten() {
    monitor.oldestUnhandled("7", old(Duration.ofHours(1)));
    monitor.rangesHeld(List.of("7", "8"));
    assertThat(monitor.health().status()).isEqualTo(HealthStatus.DEGRADED);

    monitor.rangesHeld(List.of("8"));
    assertThat(monitor.health().status()).isEqualTo(HealthStatus.UP);
  }

  @Test
  void anErrorOfAListenerDoesNotReachTheRenameOrOtherListeners() {
    ChangeFeedListener throwing =
        new ChangeFeedListener() {
          @Override
          public void onRenameProgress(RenameProgress progress) {
            throw new AssertionError("from the host");
          }
        };
    ChangeFeedListener other = mock();
    SourceMonitor ofTwo = Monitors.of(ChangeSource.USERS, clock, throwing, other);
    RenameProgress progress = new RenameProgress(UserId.of("u1"), 3, 6, true);

    ofTwo.renameProgress(progress);

    verify(other).onRenameProgress(progress);
  }

  @Test
  void healthHasTheProgressOfTheLastRename() {
    RenameProgress progress = new RenameProgress(UserId.of("u1"), 3, 6, true);
    monitor.renameProgress(progress);

    assertThat(monitor.health().rename()).contains(progress);
  }
}
