package dev.cosmoslocal.internal.engine.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.cosmoslocal.internal.engine.resource.EngineException;
import java.time.Duration;
import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class BudgetWindowTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00.250Z");
  private static final double SHARE = 100;

  private final BudgetWindow window = new BudgetWindow();

  @Test
  void theThroughputOfOneSecondCanBeUsedAtOnce() {
    window.charge(NOW, SHARE, 99);
    assertThatCode(() -> window.admit(NOW, SHARE)).doesNotThrowAnyException();
    window.charge(NOW, SHARE, 1);
    assertThat(refusal(NOW)).isEqualTo(Duration.ofMillis(750));
    assertThatCode(() -> window.admit(NOW.plusMillis(750), SHARE)).doesNotThrowAnyException();
  }

  @Test
  void excessUsageIsOwed() {
    window.charge(NOW, SHARE, 350);
    assertThat(refusal(NOW)).isEqualTo(Duration.ofMillis(2_750));
    assertThat(refusal(NOW.plusSeconds(1))).isEqualTo(Duration.ofMillis(1_750));
  }

  @Test
  void unusedThroughputExpires() {
    window.charge(NOW, SHARE, 0);
    window.charge(NOW.plusSeconds(10), SHARE, 100);
    assertThat(refusal(NOW.plusSeconds(10))).isEqualTo(Duration.ofMillis(750));
  }

  @Test
  void aThroughputIncreaseIsEffectiveImmediately() {
    window.charge(NOW, SHARE, 150);
    assertThat(refusal(NOW)).isPositive();
    assertThatCode(() -> window.admit(NOW, 2 * SHARE)).doesNotThrowAnyException();
  }

  @Test
  void settingTheClockBackKeepsTheDebt() {
    window.charge(NOW, SHARE, 100);
    assertThat(refusal(NOW.minusSeconds(5))).isPositive();
    assertThatCode(() -> window.admit(NOW.minusSeconds(4), SHARE)).doesNotThrowAnyException();
  }

  @Property(tries = 200, seed = "1")
  void theRetryTimeIsTheShortestThatSucceeds(
      @ForAll @DoubleRange(min = 100, max = 100_000) double used,
      @ForAll @IntRange(max = 999) int millis) {
    BudgetWindow busy = new BudgetWindow();
    Instant at = Instant.ofEpochSecond(1_000).plusMillis(millis);
    busy.charge(at, SHARE, used);
    Duration wait = refused(busy, at).retryAfter();
    assertThat(refused(busy, at.plus(wait).minusMillis(1)).retryAfter())
        .isEqualTo(Duration.ofMillis(1));
    assertThatCode(() -> busy.admit(at.plus(wait), SHARE)).doesNotThrowAnyException();
  }

  private Duration refusal(Instant at) {
    EngineException refusal = refused(window, at);
    assertThat(refusal.status()).isEqualTo(429);
    assertThat(refusal.subStatus()).isEqualTo(3200);
    return refusal.retryAfter();
  }

  private static EngineException refused(BudgetWindow window, Instant at) {
    return catchThrowableOfType(EngineException.class, () -> window.admit(at, SHARE));
  }
}
