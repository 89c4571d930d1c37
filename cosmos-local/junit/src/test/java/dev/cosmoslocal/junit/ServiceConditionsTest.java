package dev.cosmoslocal.junit;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosContainerRequestOptions;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.ExcludedPath;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.cosmoslocal.LocalCosmos;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ServiceConditionsTest {
  @RegisterExtension
  static final LocalCosmosExtension cosmos =
      LocalCosmosExtension.builder().serviceConditions(7).build();

  @Test
  void eachPhysicalPartitionProvides10000RequestUnits() {
    container("small", 400);
    container("large", 20_000);
    assertThat(emulator().partitionIds(cosmos.database().getId(), "small")).hasSize(1);
    assertThat(emulator().partitionIds(cosmos.database().getId(), "large")).hasSize(2);
  }

  @Test
  void responsesHaveLatencyAndClientsReadTheirWrites() {
    CosmosContainer items = container("items", 1_000);
    List<Duration> writes = new ArrayList<>();
    for (int version = 0; version < 20; version++) {
      var item = JsonNodeFactory.instance.objectNode().put("id", "1").put("pk", "p");
      CosmosItemResponse<?> written = items.upsertItem(item.put("version", version));
      writes.add(written.getDuration());
      assertThat(
              items
                  .readItem("1", new PartitionKey("p"), JsonNode.class)
                  .getItem()
                  .path("version")
                  .intValue())
          .isEqualTo(version);
    }
    // Half of the writes take 5 ms or more.
    assertThat(writes.stream().sorted().toList().get(14)).isGreaterThan(Duration.ofMillis(4));
  }

  @Test
  void indexBuildsTakeTimeAndAFailoverLosesRecentWrites() {
    CosmosContainer items = container("indexed", 1_000);
    items.createItem(JsonNodeFactory.instance.objectNode().put("id", "1").put("pk", "p"));
    CosmosContainerProperties properties = items.read().getProperties();
    items.replace(
        properties.setIndexingPolicy(
            new IndexingPolicy().setExcludedPaths(List.of(new ExcludedPath("/x/?")))));
    assertThat(
            items
                .read(new CosmosContainerRequestOptions().setQuotaInfoEnabled(true))
                .getResponseHeaders()
                .get("x-ms-documentdb-collection-index-transformation-progress"))
        .isNotEqualTo("100");
    assertThat(emulator().failover(Duration.ofSeconds(10))).isPositive();
  }

  private static LocalCosmos emulator() {
    return cosmos.requireLocal();
  }

  private static CosmosContainer container(String id, int throughput) {
    cosmos
        .database()
        .createContainer(
            new CosmosContainerProperties(id, "/pk"),
            ThroughputProperties.createManualThroughput(throughput));
    return cosmos.database().getContainer(id);
  }
}
