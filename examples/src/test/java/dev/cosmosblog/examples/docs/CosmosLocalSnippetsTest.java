package dev.cosmosblog.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmoslocal.Distance;
import dev.cosmoslocal.Fault;
import dev.cosmoslocal.FaultPlan;
import dev.cosmoslocal.FaultRule;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.LocalCosmosBuilder;
import dev.cosmoslocal.SettableClock;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import dev.cosmoslocal.request.RequestKind;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The Java examples of docs/cosmos-local.md and cosmos-local/README.md. */
class CosmosLocalSnippetsTest {
  @Test
  void theUnmodifiedSdkConnects() {
    // region connect
    try (LocalCosmos account = LocalCosmos.start();
        CosmosClient client =
            new CosmosClientBuilder()
                .endpoint(account.endpoint())
                .key(account.key())
                .gatewayMode()
                .buildClient()) {
      client.createDatabaseIfNotExists("blog");
      // hide
      assertThat(client.readAllDatabases()).hasSize(1);
      // show
    }
    // endregion
  }

  @Test
  void anAccountHasADataExplorerIfAskedFor() {
    // region explorer
    try (LocalCosmos account = LocalCosmos.builder().explorer().start()) {
      String address = account.explorer().orElseThrow(); // open it in a browser on this machine
      // hide
      assertThat(address).startsWith(account.endpoint() + "_explorer/#");
      // show
    }
    // endregion
  }

  @Test
  void anUnkindAccountLosesTheLastWrites() {
    // region unkind
    try (LocalCosmos account = LocalCosmos.builder().serviceConditions(42).start()) {
      // … and after some writes:
      long lostTransactions = account.failover(Duration.ofMillis(500));
      // hide
      assertThat(lostTransactions).isZero();
      // show
    }
    // endregion
  }

  @Test
  void anUnkindAccountCanHaveSomeOfItAndAClockOfItsOwn() {
    // region lag
    SettableClock clock = SettableClock.frozenAt(Instant.parse("2026-01-01T00:00:00Z"));
    LocalCosmosBuilder settings =
        LocalCosmos.builder()
            .clock(clock)
            .seed(42)
            .replicaLag(Duration.ofSeconds(5))
            .distance(Distance.of(Duration.ofMillis(2), Duration.ofMillis(20)))
            .logicalPartitionStorage(100_000);
    // endregion
    try (LocalCosmos account = settings.start()) {
      assertThat(account.port()).isPositive();
    }
  }

  @Nested
  // region extension
  class PostsTest {
    @RegisterExtension
    static final LocalCosmosExtension cosmos = LocalCosmosExtension.builder().build();

    @Test
    void aContainerIsCreated() {
      cosmos.database().createContainerIfNotExists("posts", "/postId");

      assertThat(cosmos.database().readAllContainers()).hasSize(1);
    }
  }

  // endregion

  @Test
  void faultsFollowAPlan() {
    try (LocalCosmos account = LocalCosmos.start()) {
      // region faults
      account.faults(
          FaultPlan.builder()
              .seed(42)
              .rule(
                  FaultRule.on(RequestKind.QUERY)
                      .probability(0.01)
                      .then(Fault.status(410).subStatus(1002)))
              .build());
      // endregion
      assertThat(account.faultCounts().total()).isZero();
    }
  }
}
