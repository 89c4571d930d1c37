package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class SettableClockTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final SettableClock base = SettableClock.frozenAt(START);
  private final SettableClock clock = SettableClock.runningWith(base);

  @Test
  void aRunningClockAdvancesWithItsBaseClock() {
    base.advance(Duration.ofSeconds(5));
    assertThat(clock.instant()).isEqualTo(START.plusSeconds(5));
  }

  @Test
  void aClockContinuesFromTheTimeSet() {
    clock.set(START.minusSeconds(100));
    base.advance(Duration.ofSeconds(5));
    clock.advance(Duration.ofSeconds(-3));
    assertThat(clock.instant()).isEqualTo(START.minusSeconds(98));
  }

  @Test
  void aFrozenClockStandsStillUntilItRuns() {
    clock.freeze();
    base.advance(Duration.ofSeconds(5));
    assertThat(clock.instant()).isEqualTo(START);
    clock.run();
    base.advance(Duration.ofSeconds(2));
    assertThat(clock.instant()).isEqualTo(START.plusSeconds(2));
  }

  @Test
  void clocksInOtherZonesShareTheTime() {
    SettableClock other = clock.withZone(ZoneId.of("Asia/Tokyo"));
    other.advance(Duration.ofHours(1));
    assertThat(clock.instant()).isEqualTo(START.plusSeconds(3600));
    assertThat(other.getZone()).isEqualTo(ZoneId.of("Asia/Tokyo"));
  }
}
