package dev.cosmosblog.changefeed.internal.processor;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmosblog.testsupport.Trap;
import org.junit.jupiter.api.Test;

class LeaseIntervalsTest {
  @Test
  @Trap(15)
  void aBatchMayTakeTwentyFiveRenewals() {
    assertThat(LeaseIntervals.DEFAULT.longestLease()).isEqualTo(ofSeconds(425));
  }

  @Test
  void theStallTimeIsTwiceTheTimeToTakeALease() {
    assertThat(LeaseIntervals.DEFAULT.stallAfter()).isEqualTo(ofSeconds(146));
  }

  @Test
  @Trap(15)
  void renewIntervalsThatTheSdkWouldRoundToZeroAreRefused() {
    assertThatThrownBy(() -> new LeaseIntervals(ofMillis(200), ofMillis(999), ofSeconds(10)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a second or more");
  }

  @Test
  void leasesThatExpireBeforeTheyAreRenewedAreRefused() {
    assertThatThrownBy(() -> new LeaseIntervals(ofSeconds(1), ofSeconds(5), ofSeconds(5)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("longer than renew");
  }
}
