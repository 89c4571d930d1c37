package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.request.Consistency;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Microsoft Learn, "Consistency levels in Azure Cosmos DB". */
class SdkConsistencyTest {
  private static final PartitionKey KEY = new PartitionKey("p");

  /** Returns the charges of a write, a read, a query and a page of the change feed. */
  private record Charges(double write, double read, double query, double changes) {
    static Charges of(CosmosContainer items, ConsistencyLevel asked) {
      CosmosItemRequestOptions options = new CosmosItemRequestOptions().setConsistencyLevel(asked);
      CosmosQueryRequestOptions query =
          new CosmosQueryRequestOptions().setPartitionKey(KEY).setConsistencyLevel(asked);
      return new Charges(
          items.upsertItem(SdkEmulator.item("1", "p")).getRequestCharge(),
          items.readItem("1", KEY, options, JsonNode.class).getRequestCharge(),
          items
              .queryItems("SELECT * FROM c", query, JsonNode.class)
              .iterableByPage()
              .iterator()
              .next()
              .getRequestCharge(),
          items
              .queryChangeFeed(
                  CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(
                      FeedRange.forLogicalPartition(KEY)),
                  JsonNode.class)
              .iterableByPage()
              .iterator()
              .next()
              .getRequestCharge());
    }
  }

  @ParameterizedTest
  @EnumSource(Consistency.class)
  void clientsSeeTheConsistencyLevelAndStrongReadsCostTwice(Consistency level) {
    try (SdkEmulator session = new SdkEmulator(LocalCosmos.builder());
        SdkEmulator emulator = new SdkEmulator(LocalCosmos.builder().consistency(level))) {
      CosmosContainer usual = session.container("c");
      CosmosContainer items = emulator.container("c");
      usual.createItem(SdkEmulator.item("1", "p"));
      items.createItem(SdkEmulator.item("1", "p"));
      Charges once = Charges.of(usual, null);
      double factor = level.strongerThan(Consistency.SESSION) ? 2 : 1;
      assertThat(Charges.of(items, null))
          .isEqualTo(
              new Charges(
                  once.write(),
                  factor * once.read(),
                  factor * once.query(),
                  factor * once.changes()));
      assertThat(Charges.of(items, ConsistencyLevel.EVENTUAL).read()).isEqualTo(once.read());
    }
  }

  @Test
  void aClientMayNotRequestAStrongerLevelThanTheDefault() {
    try (SdkEmulator emulator = new SdkEmulator(LocalCosmos.builder())) {
      CosmosContainer items = emulator.container("c");
      items.createItem(SdkEmulator.item("1", "p"));
      CosmosItemRequestOptions strong =
          new CosmosItemRequestOptions().setConsistencyLevel(ConsistencyLevel.STRONG);
      assertThatThrownBy(() -> items.readItem("1", KEY, strong, JsonNode.class))
          .isInstanceOfSatisfying(
              CosmosException.class, e -> assertThat(e.getStatusCode()).isEqualTo(400))
          .hasMessageContaining("not stronger than the service consistency level");
    }
    try (LocalCosmos emulator = LocalCosmos.builder().consistency(Consistency.STRONG).start();
        CosmosClient client =
            SdkEmulator.builder(emulator)
                .consistencyLevel(ConsistencyLevel.BOUNDED_STALENESS)
                .buildClient()) {
      assertThat(client.createDatabaseIfNotExists("db").getStatusCode()).isEqualTo(201);
    }
  }
}
