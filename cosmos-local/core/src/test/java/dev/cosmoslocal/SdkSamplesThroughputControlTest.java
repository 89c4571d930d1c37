package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.GlobalThroughputControlConfig;
import com.azure.cosmos.ThroughputControlGroupConfig;
import com.azure.cosmos.ThroughputControlGroupConfigBuilder;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PriorityLevel;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** ThroughputControlQuickstartAsync of Azure-Samples/azure-cosmos-java-sql-api-samples. */
class SdkSamplesThroughputControlTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  private SdkEmulator emulator;
  private CosmosAsyncClient client;
  private CosmosContainer container;

  @BeforeEach
  void start() {
    emulator = new SdkEmulator(LocalCosmos.builder().physicalPartitions(1));
    emulator
        .database()
        .createContainer(
            new CosmosContainerProperties("CosmosContainer", "/id"),
            ThroughputProperties.createManualThroughput(10_000));
    container = emulator.database().getContainer("CosmosContainer");
    client = emulator.asyncClient();
  }

  @AfterEach
  void stop() {
    client.close();
    emulator.close();
  }

  @Test
  void theThroughputOfOneClientIsControlled() {
    CosmosAsyncContainer controlled = client.getDatabase("db").getContainer("CosmosContainer");
    controlled.enableLocalThroughputControlGroup(group("local").targetThroughput(200).build());
    create(controlled, "local");
  }

  @Test
  void aShareOfTheProvisionedThroughputIsControlled() {
    CosmosAsyncContainer controlled = client.getDatabase("db").getContainer("CosmosContainer");
    controlled.enableLocalThroughputControlGroup(
        group("share").targetThroughputThreshold(0.25).build());
    create(controlled, "share");
  }

  @Test
  void aPriorityLevelIsAccepted() {
    CosmosAsyncContainer controlled = client.getDatabase("db").getContainer("CosmosContainer");
    controlled.enableLocalThroughputControlGroup(
        group("priority").priorityLevel(PriorityLevel.HIGH).build());
    create(controlled, "priority");
  }

  /** Clients of a group discover each other through items in a container. */
  @Test
  void clientsShareAThroughputControlGroup() {
    CosmosContainer control =
        emulator.container(
            new CosmosContainerProperties("ThroughputControl", "/groupId")
                .setDefaultTimeToLiveInSeconds(-1));
    ThroughputControlGroupConfig shared = group("global").targetThroughput(200).build();
    try (CosmosAsyncClient other = emulator.asyncClient()) {
      for (CosmosAsyncClient one : new CosmosAsyncClient[] {client, other}) {
        GlobalThroughputControlConfig config =
            one.createGlobalThroughputControlConfigBuilder("db", "ThroughputControl")
                .setControlItemRenewInterval(Duration.ofSeconds(5))
                .setControlItemExpireInterval(Duration.ofSeconds(20))
                .build();
        CosmosAsyncContainer controlled = one.getDatabase("db").getContainer("CosmosContainer");
        controlled.enableGlobalThroughputControlGroup(shared, config);
        create(controlled, "global" + (one == client ? "" : "2"), "global");
      }
      assertThat(
              control.queryItems(
                  "SELECT * FROM c", new CosmosQueryRequestOptions(), JsonNode.class))
          .as("the group's own item and one of each client")
          .hasSize(3)
          .allMatch(item -> item.path("ttl").isMissingNode() || item.path("ttl").asInt() == 20);
    }
  }

  private static ThroughputControlGroupConfigBuilder group(String name) {
    return new ThroughputControlGroupConfigBuilder().groupName(name);
  }

  private void create(CosmosAsyncContainer controlled, String group) {
    create(controlled, group, group);
  }

  private void create(CosmosAsyncContainer controlled, String ids, String group) {
    CosmosItemRequestOptions options = new CosmosItemRequestOptions();
    options.setThroughputControlGroupName(group);
    for (int n = 0; n < 10; n++) {
      assertThat(
              controlled
                  .createItem(SdkEmulator.item(ids + n, "p"), options)
                  .block(SOON)
                  .getStatusCode())
          .isEqualTo(201);
    }
    assertThat(
            container.queryItems(
                "SELECT * FROM c WHERE STARTSWITH(c.id, '" + ids + "')",
                new CosmosQueryRequestOptions(),
                JsonNode.class))
        .hasSizeGreaterThanOrEqualTo(10);
  }
}
