package dev.cosmoslocal.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmoslocal.FaultCounts;
import dev.cosmoslocal.FaultKind;
import dev.cosmoslocal.SettableClock;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FaultScheduleTest {
  private static final SettableClock CLOCK = SettableClock.frozenAt(Instant.EPOCH);

  private static FaultSchedule of(long seed) {
    return FaultSchedule.of(seed, CLOCK, "leases");
  }

  @Test
  void theScheduleContainsEveryKindOfFault() {
    List<Long> ones = new ArrayList<>();
    of(1).plan().rules().forEach(rule -> ones.add(1L));
    Map<String, Long> counts = of(1).counts(new FaultCounts(Map.of(), ones));
    assertThat(counts.keySet())
        .contains("408", "410/0", "410/1000", "410/1002", "410/1007", "410/1008")
        .contains("429", "449", "503", "delay", "lateResponse", "cutBefore", "cutAfter")
        .contains("redelivery", "leaseStolen", "leaseExpired", "clockJump");
    assertThat(FaultKind.values()).as("kinds that the schedule was made for").hasSize(8);
  }

  @Test
  void clockJumpsAddUpToABoundedTotal() {
    SettableClock jumping = SettableClock.runningWith(Clock.systemUTC());
    Duration most = Duration.ofMinutes(2);
    Clock bounded = new FaultSchedule.BoundedClock(jumping, most);
    for (int jump = 0; jump < 50; jump++) {
      Instant before = bounded.instant();
      jumping.advance(Duration.ofSeconds(13));
      Instant after = bounded.instant();
      assertThat(Duration.between(before, after).abs()).isGreaterThan(Duration.ofSeconds(1));
      assertThat(Duration.between(Instant.now(), after).abs()).isLessThan(most.plusSeconds(1));
    }
  }

  @Test
  void rulesWithTheSameNameAreCountedTogether() {
    List<Long> counts = new ArrayList<>();
    of(1).plan().rules().forEach(rule -> counts.add(3L));
    assertThat(of(1).counts(new FaultCounts(Map.of(), counts))).containsEntry("clockJump", 6L);
  }
}
