package dev.cosmoslocal.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosDatabase;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.RequestCounter;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OwnEmulatorTest {
  private static final List<Integer> EARLIER_PORTS = new ArrayList<>();

  private final RequestCounter requests = new RequestCounter();

  @RegisterExtension
  final LocalCosmosExtension cosmos =
      LocalCosmosExtension.builder()
          .emulator(LocalCosmos.builder().physicalPartitions(3).listener(requests))
          .client(client -> client.userAgentSuffix("own"))
          .build();

  @Test
  void anEmulatorCanHaveSettings() {
    CosmosDatabase database = cosmos.database();
    database.createContainerIfNotExists("c", "/pk");
    assertThat(cosmos.requireLocal().partitionIds(database.getId(), "c")).hasSize(3);
    assertThat(requests.totals().requests()).isGreaterThan(2);
  }

  @RepeatedTest(2)
  void anInstanceFieldGivesEachTestItsOwnEmulator() {
    assertThat(cosmos.client().readAllDatabases().stream()).isEmpty();
    assertThat(requests.totals().requests()).isPositive();
    for (int port : EARLIER_PORTS) {
      assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
          .isInstanceOf(ConnectException.class);
    }
    EARLIER_PORTS.add(cosmos.requireLocal().port());
  }
}
