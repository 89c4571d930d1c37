package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How clients of the SDK find the emulator. */
class ClientBuilderTest {
  private static LocalCosmos emulator;

  @BeforeAll
  static void start() {
    emulator = LocalCosmos.start();
  }

  @AfterAll
  static void stop() {
    emulator.close();
  }

  private static void writesAndReads(CosmosClientBuilder builder, String database) {
    try (CosmosClient client = builder.buildClient()) {
      client.createDatabase(database);
      client.getDatabase(database).createContainer("c", "/pk");
      var items = client.getDatabase(database).getContainer("c");
      items.createItem(SdkEmulator.item("1", "a"));
      assertThat(items.readItem("1", new PartitionKey("a"), ObjectNode.class).getStatusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void clientsWriteAndRead() {
    writesAndReads(emulator.clientBuilder(), "db");
  }

  @Test
  void clientsMayPreferRegionsThatTheEmulatorDoesNotHave() {
    writesAndReads(
        emulator.clientBuilder().preferredRegions(List.of("West US", "Local")), "regions");
  }

  @Test
  void clientsOfAnAddressWorkWithoutPreferredRegions() {
    String address = "http://127.0.0.1:" + emulator.port() + "/";
    writesAndReads(emulator.clientBuilder().endpoint(address), "address");
  }

  /** The reason why the endpoint is a name. */
  @Test
  void theSdkRejectsAnAddressWithPreferredRegions() {
    CosmosClientBuilder client =
        emulator
            .clientBuilder()
            .endpoint("http://127.0.0.1:" + emulator.port())
            .preferredRegions(List.of("Local"));
    assertThatThrownBy(client::buildClient).hasMessageContaining("invalid location [local]");
  }

  @Test
  void theConnectionStringIsThatOfTheAzurePortal() {
    assertThat(emulator.connectionString())
        .isEqualTo(
            "AccountEndpoint=http://localhost:%d/;AccountKey=%s;",
            emulator.port(), LocalCosmos.WELL_KNOWN_KEY);
  }
}
