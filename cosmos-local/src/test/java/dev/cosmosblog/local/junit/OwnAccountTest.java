package dev.cosmosblog.local.junit;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosDatabase;
import dev.cosmosblog.local.LocalCosmos;
import dev.cosmosblog.local.RequestCounter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OwnAccountTest {
  private final RequestCounter requests = new RequestCounter();

  @RegisterExtension
  final LocalCosmosExtension cosmos =
      LocalCosmosExtension.builder()
          .account(LocalCosmos.builder().physicalPartitions(3).listener(requests))
          .client(client -> client.userAgentSuffix("own"))
          .build();

  @Test
  void anAccountCanHaveSettings() {
    CosmosDatabase database = cosmos.database();
    database.createContainerIfNotExists("c", "/pk");
    assertThat(cosmos.requireLocal().partitionIds(database.getId(), "c")).hasSize(3);
    assertThat(requests.totals().requests()).isGreaterThan(2);
  }

  @Test
  void anInstanceFieldGivesEachTestItsOwnAccount() {
    assertThat(cosmos.client().readAllDatabases().stream()).isEmpty();
    assertThat(requests.totals().requests()).isPositive();
  }
}
