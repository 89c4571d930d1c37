package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.azure.cosmos.models.ChangeFeedProcessorState;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Trap 15: the SDK's processor stops in silence; what it leaves undone shows in the leases. */
class ProcessorWatchTest {
  private static final Duration LOOK = Duration.ofSeconds(17);
  private static final WatchSettings SETTINGS =
      new WatchSettings("here", Monitors.STALL_AFTER, Duration.ofSeconds(10), 3);

  private final SteppedClock clock = new SteppedClock();
  private final Told told = new Told();
  private final FeedProcessor processor = mock(FeedProcessor.class);
  private final LeaseTable table = mock(LeaseTable.class);
  private final SourceMonitor monitor = Monitors.of(SourceFeed.POSTS, clock, told);
  private final ProcessorWatch watch = new ProcessorWatch(processor, table, monitor, SETTINGS);
  private int writes;

  @BeforeEach
  void aProcessorThatRuns() {
    when(processor.isRunning()).thenReturn(true);
  }

  private LeaseEntry lease(String owner, String etag) {
    return new LeaseEntry(
        "-FF",
        Optional.of(owner).filter(name -> !name.isEmpty()),
        etag,
        Optional.of("continuation"),
        JsonNodeFactory.instance.objectNode());
  }

  private void leases(LeaseEntry... leases) {
    when(table.read()).thenReturn(List.of(leases));
  }

  private void look() {
    clock.pass(LOOK);
    watch.look(clock.instant());
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
    when(processor.state())
        .thenReturn(
            List.of(new ChangeFeedProcessorState().setLeaseToken("-FF").setEstimatedLag(changes)));
  }

  @Test
  void aQuietFeedShowsAHeartbeatAtEachRenewalAndNeedsNoRestart() {
    lookAtRenewals(40);

    assertThat(told.events)
        .startsWith(new LeaseMove(SourceFeed.POSTS, "-FF", Optional.empty(), Optional.of("here")));
    assertThat(told.events.stream().filter("heartbeat"::equals)).hasSize(39);
    assertThat(monitor.health().ranges()).isEqualTo(1);
    assertThat(monitor.health().status()).isEqualTo(HealthStatus.UP);
    verify(processor, never()).restart();
  }

  @Test
  void aHostWhoseLeasesAreAllHeldByOthersLivesAndStandsBy() {
    for (int i = 0; i < 40; i++) {
      leases(lease("there", "e" + i));
      look();
    }

    assertThat(told.events).contains("heartbeat");
    assertThat(monitor.health().ranges()).isZero();
    verify(processor, never()).restart();
  }

  @Test
  void aLeaseThatNobodyRenewsIsAStallAndTheProcessorIsRestarted() {
    leases(lease("here", "same"));
    look(8);
    verify(processor, never()).restart();
    assertThat(monitor.health().stalled()).isEmpty();

    look();
    verify(processor).restart();
    assertThat(told.events)
        .contains("stalled: The lease of range -FF is not renewed.", "restart 1");
    assertThat(monitor.health().status()).isEqualTo(HealthStatus.DEGRADED);

    lookAtRenewals(2);
    assertThat(monitor.health().stalled()).isEmpty();
    assertThat(monitor.health().status()).isEqualTo(HealthStatus.UP);
    assertThat(monitor.health().restarts()).isEqualTo(1);
  }

  @Test
  void aLeaseOfADeadHostThatThisOneDoesNotTakeIsAStall() {
    leases(lease("dead", "same"));

    look(9);

    verify(processor).restart();
  }

  @Test
  void leasesThatAreGoneAreAStall() {
    leases();

    look(9);

    verify(processor).restart();
  }

  @Test
  void aProcessorThatSaysItHasStoppedIsRestartedAtOnce() {
    when(processor.isRunning()).thenReturn(false);
    leases(lease("here", "e"));

    look();

    verify(processor).restart();
    assertThat(told.events).contains("stalled: The SDK's processor has stopped.");
  }

  @Test
  void restartsComeLessAndLessOftenAndEndUntilThereIsASignOfLife() {
    when(processor.isRunning()).thenReturn(false);
    leases(lease("here", "e"));

    look(2);
    verify(processor, times(2)).restart();
    look();
    verify(processor, times(2)).restart();
    look();
    verify(processor, times(3)).restart();
    look(100);
    verify(processor, times(3)).restart();
    assertThat(monitor.health().status()).isEqualTo(HealthStatus.DOWN);
    assertThat(told.events.stream().filter(event -> event.toString().startsWith("stalled")))
        .as("told once")
        .hasSize(1);

    when(processor.isRunning()).thenReturn(true);
    lookAtRenewals(2);
    assertThat(monitor.health().status()).isEqualTo(HealthStatus.UP);
    when(processor.isRunning()).thenReturn(false);
    look();
    verify(processor, times(4)).restart();
  }

  @Test
  void changesThatNobodyReadsThoughLeasesAreRenewedAreAStall() {
    behind(5);
    lookAtRenewals(9);
    verify(processor, never()).restart();

    lookAtRenewals(1);

    verify(processor).restart();
    assertThat(told.events).contains("stalled: Range -FF has changes, and none is read.");
  }

  @Test
  void aQuietFeedIsAskedForItsLagOnlyAfterLongSilence() {
    behind(0);

    lookAtRenewals(30);

    verify(processor, times(3)).state();
    verify(processor, never()).restart();
  }

  @Test
  void aBatchThatFailsOverAndOverIsSeenInHealthAndNotRestarted() {
    behind(5);
    RuntimeException failure = new IllegalStateException("as nobody thought of");
    for (int i = 0; i < 40; i++) {
      monitor.batchBegun();
      monitor.batchFailed("p1/p1", failure);
      lookAtRenewals(1);
    }

    verify(processor, never()).restart();
    assertThat(monitor.health().failuresInARow()).isEqualTo(40);
    assertThat(monitor.health().lastFailure())
        .hasValueSatisfying(text -> assertThat(text).contains("as nobody thought of"));
    assertThat(monitor.health().status()).isEqualTo(HealthStatus.DEGRADED);
  }

  @Test
  void aBatchThatTakesLongIsNoStall() {
    behind(5);
    lookAtRenewals(1);
    monitor.batchBegun();

    lookAtRenewals(40);

    verify(processor, never()).restart();
    assertThat(monitor.health().inFlight()).isEqualTo(1);
  }

  @Test
  void whileTheLeasesCannotBeReadNothingIsRestartedAndHealthTellsTheSilence() {
    doThrow(new IllegalStateException("as if Cosmos DB failed")).when(table).read();

    for (int i = 0; i < 20; i++) {
      assertThatThrownBy(this::look).hasMessage("as if Cosmos DB failed");
    }

    verify(processor, never()).restart();
    assertThat(monitor.health().status()).isEqualTo(HealthStatus.DEGRADED);
  }

  @Test
  void everyMoveOfALeaseIsTold() {
    leases(lease("there", "e1"));
    look();
    leases(lease("", "e2"));
    look();
    leases(lease("here", "e3"));
    look();

    assertThat(told.events)
        .containsSubsequence(
            new LeaseMove(SourceFeed.POSTS, "-FF", Optional.empty(), Optional.of("there")),
            new LeaseMove(SourceFeed.POSTS, "-FF", Optional.of("there"), Optional.empty()),
            new LeaseMove(SourceFeed.POSTS, "-FF", Optional.empty(), Optional.of("here")));
  }
}
