package dev.cosmosblog.changefeed.internal.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.changefeed.internal.processor.SourceState.Stall;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.HealthStatus;
import dev.cosmosblog.store.observe.RequestMeter.FailedPolls;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HealthRulesTest {
  private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");
  private static final Duration QUIET_AFTER = Duration.ofSeconds(29);
  private static final Duration RETENTION = Duration.ofDays(7);

  private final HealthRules rules = new HealthRules(QUIET_AFTER, Duration.ofMinutes(2), RETENTION);
  private final SourceState state = new SourceState(NOW);

  private void fail(String batch, int times, Instant at) {
    for (int i = 0; i < times; i++) {
      state.batchBegun(at);
      state.batchFailed(at, batch, new IllegalStateException(batch), at);
    }
  }

  private Optional<String> problem() {
    return rules.problem(state, NOW);
  }

  @Test
  void aNewChangeFeedIsUp() {
    assertThat(rules.status(state, NOW)).isEqualTo(HealthStatus.UP);
    assertThat(problem()).isEmpty();
  }

  @Test
  void aMissingHeartbeatDegradesUntilTheNextOne() {
    Instant later = NOW.plusSeconds(30);

    assertThat(rules.status(state, NOW.plusSeconds(29))).isEqualTo(HealthStatus.UP);
    assertThat(rules.status(state, later)).isEqualTo(HealthStatus.DEGRADED);
    assertThat(rules.problem(state, later)).get().asString().contains("no sign of life for PT29S");

    state.heartbeat(later);
    assertThat(rules.status(state, later)).isEqualTo(HealthStatus.UP);
  }

  @Test
  void aStallDespiteRestartsIsDown() {
    state.stalled(new Stall("There are no leases.", false));
    assertThat(rules.status(state, NOW)).isEqualTo(HealthStatus.DEGRADED);
    assertThat(problem()).contains("There are no leases. The watchdog restarts the processor.");

    state.stalled(new Stall("There are no leases.", true));
    assertThat(rules.status(state, NOW)).isEqualTo(HealthStatus.DOWN);
    assertThat(problem()).get().asString().endsWith("restart the process.");
  }

  @Test
  void theBatchThatFailedMostOftenIsTheProblem() {
    fail("once", 1, NOW);
    assertThat(rules.status(state, NOW)).isEqualTo(HealthStatus.UP);

    fail("four times", 4, NOW);
    fail("three times", 3, NOW);
    fail("long ago", 9, NOW.minusSeconds(121));

    assertThat(problem()).get().asString().contains("four times");
    assertThat(rules.failuresInARow(state, NOW)).isEqualTo(4);
  }

  @Test
  void thePartitionWhosePollsFailedMostOftenIsTheProblem() {
    FailedPolls few = new FailedPolls("1", 2, 503, 0);
    FailedPolls more = new FailedPolls("2", 3, 410, 1002);
    FailedPolls most = new FailedPolls("3", 12, 429, 3200);

    assertThat(HealthRules.polls(List.of(few))).isEmpty();
    assertThat(HealthRules.polls(List.of(few, most, more)))
        .get()
        .asString()
        .contains("12 polls", "partition 3", "429/3200");
  }

  @Test
  void aRangeIsBehindAfterFiveMinutes() {
    assertThat(rules.isBehind(NOW.minusSeconds(299), NOW)).isFalse();
    assertThat(rules.isBehind(NOW.minusSeconds(300), NOW)).isTrue();
  }

  @Test
  void aRangeIsBehindAfterATenthOfAShortRetention() {
    HealthRules ofAMinute =
        new HealthRules(QUIET_AFTER, Duration.ofMinutes(2), Duration.ofMinutes(1));

    assertThat(ofAMinute.isBehind(NOW.minusSeconds(5), NOW)).isFalse();
    assertThat(ofAMinute.isBehind(NOW.minusSeconds(6), NOW)).isTrue();
  }

  @Test
  void theLagOfTheSlowestRangeReportsWhenDeletionsWillBeMissed() {
    Instant oldest = NOW.minus(Duration.ofMinutes(133));
    state.behind("7", Optional.of(NOW.minusSeconds(400)));
    state.behind("8", Optional.of(oldest));

    assertThat(problem())
        .contains(
            ("The oldest unhandled change in range 8 is 2 h 13 min old. If it isn't handled by %s,"
                    + " deletions are missed, because tombstones expire 7 d 0 h after a deletion"
                    + " (deletedRetention). Find out what slows the hosts down, raise the"
                    + " throughput, or start more hosts, up to one for each range.")
                .formatted(oldest.plus(RETENTION)));
  }

  /** As after a week without a host, or at the first start on a blog that is older. */
  @Test
  void aLagBeyondTheRetentionReportsThatDeletionsMayBeMissed() {
    state.behind("7", Optional.of(NOW.minus(Duration.ofHours(200))));

    assertThat(problem())
        .get()
        .asString()
        .contains("8 d 8 h old", "Deletions before " + NOW.minus(RETENTION))
        .contains("may be missed", "BlogVerifier");
  }

  @Test
  void theCauseOfALagPrecedesIt() {
    state.behind("7", Optional.of(NOW.minus(Duration.ofHours(1))));
    state.problem("The index", HealthRules.indexing(40));

    assertThat(problem()).get().asString().matches(".*index.*40 %.* 1 h 0 min old.*");
  }
}
