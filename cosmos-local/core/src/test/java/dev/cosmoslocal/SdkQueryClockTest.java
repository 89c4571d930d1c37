package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SdkQueryClockTest {
  private static final Instant NOW = Instant.parse("2030-01-02T03:04:05Z");
  private static final SettableClock clock = SettableClock.frozenAt(NOW);

  @RegisterExtension
  static final SdkEmulator emulator = new SdkEmulator(LocalCosmos.builder().clock(clock));

  @Test
  void queriesUseTheEmulatorsClock() {
    CosmosContainer items = emulator.container("items");
    items.createItem(SdkEmulator.item("1", "p"));
    for (String time : new String[] {"GetCurrentTimestamp()", "GetCurrentTimestampStatic()"}) {
      assertThat(
              items.queryItems(
                  "SELECT VALUE " + time + " FROM c", new CosmosQueryRequestOptions(), Long.class))
          .containsExactly(clock.instant().toEpochMilli());
    }
    clock.advance(Duration.ofHours(1));
    assertThat(
            items.queryItems(
                "SELECT VALUE GetCurrentTimestamp() FROM c",
                new CosmosQueryRequestOptions(),
                Long.class))
        .containsExactly(NOW.plus(Duration.ofHours(1)).toEpochMilli());
  }
}
