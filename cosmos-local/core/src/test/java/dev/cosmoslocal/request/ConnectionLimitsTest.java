package dev.cosmoslocal.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ConnectionLimitsTest {
  private static final ConnectionLimits DEFAULT = ConnectionLimits.DEFAULT;

  @Test
  void limitsOutsideTheirBoundsAreRejected() {
    assertRefused(() -> DEFAULT.withConnections(0), "connections is 0; it must be 1 to 1000000");
    assertRefused(() -> DEFAULT.withConnections(1_000_001), "it must be 1 to 1000000");
    assertRefused(
        () -> DEFAULT.withBytesUnderWay(8_388_607), "8388607; it must be 8388608 or more");
    assertRefused(() -> DEFAULT.withBytesUnderWay(-1), "bytesUnderWay is -1");
    assertRefused(
        () -> DEFAULT.withArrival(Duration.ZERO), "arrival is PT0S; it must be 1 ms to 1 hour");
    assertRefused(() -> DEFAULT.withArrival(Duration.ofMinutes(61)), "it must be 1 ms to 1 hour");
    assertRefused(() -> DEFAULT.withArrival(Duration.ofSeconds(-5)), "it must be 1 ms to 1 hour");
  }

  @Test
  void theBoundsAreInclusive() {
    ConnectionLimits least =
        DEFAULT.withConnections(1).withBytesUnderWay(8_388_608).withArrival(Duration.ofMillis(1));
    assertThat(least).isEqualTo(new ConnectionLimits(1, 8_388_608, Duration.ofMillis(1)));
    ConnectionLimits most =
        DEFAULT
            .withConnections(1_000_000)
            .withBytesUnderWay(Long.MAX_VALUE)
            .withArrival(Duration.ofHours(1));
    assertThat(most.connections()).isEqualTo(1_000_000);
  }

  @Test
  void theDefaultLeavesMostOfTheHeapToTheHost() {
    long heap = Runtime.getRuntime().maxMemory();
    assertThat(DEFAULT.bytesUnderWay()).isLessThanOrEqualTo(Math.max(16 << 20, heap / 8));
    assertThat(DEFAULT.connections()).isBetween(1, 4_000);
    assertThat(DEFAULT.arrival()).isEqualTo(Duration.ofSeconds(30));
  }

  private static void assertRefused(ThrowingCallable call, String message) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
