package dev.cosmoslocal.junit;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.PartitionKey;
import dev.cosmoslocal.Distance;
import dev.cosmoslocal.Fault;
import dev.cosmoslocal.FaultPlan;
import dev.cosmoslocal.FaultRule;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.LocalCosmosBuilder;
import dev.cosmoslocal.SettableClock;
import dev.cosmoslocal.Snapshot;
import dev.cosmoslocal.request.RequestKind;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The Java examples of the emulator's README and docs. */
class EmulatorSnippetsTest {
  @Nested
  // region extension
  @ExtendWith(LocalCosmosExtension.class)
  class OrdersTest {
    @Test
    void anOrderIsRead(CosmosDatabase database) {
      database.createContainer("orders", "/customer");
      CosmosContainer orders = database.getContainer("orders");
      orders.createItem(Map.of("id", "1", "customer", "ann"));
      assertThat(orders.readItem("1", new PartitionKey("ann"), Map.class).getItem().get("customer"))
          .isEqualTo("ann");
    }
  }

  // endregion

  @Test
  void anEmulatorReturnsToASnapshot() {
    try (LocalCosmos emulator = LocalCosmos.start();
        CosmosClient client = emulator.clientBuilder().buildClient()) {
      // region snapshot
      Snapshot snapshot = emulator.snapshot();
      // after some writes:
      // hide
      client.createDatabase("shop");
      // show
      snapshot.restore();
      // endregion
      assertThat(client.readAllDatabases()).isEmpty();
    }
  }

  @Test
  void theExplorerHasAnAddress() {
    // region explorer
    try (LocalCosmos emulator = LocalCosmos.builder().explorer().start()) {
      String address = emulator.explorer().orElseThrow(); // open it in a browser on this machine
      // hide
      assertThat(address).startsWith(emulator.endpoint() + "_explorer/#");
      // show
    }
    // endregion
  }

  @Test
  void aFailoverLosesTheLastWrites() {
    // region conditions
    try (LocalCosmos emulator = LocalCosmos.builder().serviceConditions(42).start()) {
      // after some writes:
      long lostTransactions = emulator.failover(Duration.ofMillis(500));
      // hide
      assertThat(lostTransactions).isZero();
      // show
    }
    // endregion
  }

  @Test
  void eachConditionHasASetting() {
    // region lag
    SettableClock clock = SettableClock.frozenAt(Instant.parse("2026-01-01T00:00:00Z"));
    LocalCosmosBuilder builder =
        LocalCosmos.builder()
            .clock(clock)
            .seed(42)
            .replicaLag(Duration.ofSeconds(5))
            .distance(Distance.of(Duration.ofMillis(2), Duration.ofMillis(20)));
    // endregion
    try (LocalCosmos emulator = builder.start()) {
      assertThat(emulator.port()).isPositive();
    }
  }

  @Test
  void faultsFollowAPlan() {
    try (LocalCosmos emulator = LocalCosmos.start()) {
      // region faults
      emulator.faults(
          FaultPlan.builder()
              .seed(42)
              .rule(
                  FaultRule.on(RequestKind.QUERY)
                      .probability(0.01)
                      .then(Fault.status(410).subStatus(1002)))
              .build());
      // endregion
      assertThat(emulator.faultCounts().total()).isZero();
    }
  }
}
