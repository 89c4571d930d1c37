package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CompositePath;
import com.azure.cosmos.models.CompositePathSortOrder;
import com.azure.cosmos.models.ConflictResolutionMode;
import com.azure.cosmos.models.ConflictResolutionPolicy;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosDatabaseProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.ExcludedPath;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.IncludedPath;
import com.azure.cosmos.models.IndexingMode;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.ThroughputProperties;
import com.azure.cosmos.models.ThroughputResponse;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * ContainerCRUDQuickstart, AutoscaleContainerCRUDQuickstart, AutoscaleDatabaseCRUDQuickstart,
 * SampleIndexManagement, SampleTTLQuickstart and SampleDocumentationSnippets of
 * Azure-Samples/azure-cosmos-java-sql-api-samples.
 */
class SdkSamplesContainersTest {
  private final SettableClock clock = SettableClock.frozenAt(Instant.parse("2026-01-01T00:00:00Z"));
  private final SdkEmulator emulator = new SdkEmulator(LocalCosmos.builder().clock(clock));
  private final CosmosDatabase database = emulator.database();

  @AfterEach
  void stop() {
    emulator.close();
  }

  @Test
  void aContainerIsCreatedUpdatedReadListedAndDeleted() {
    CosmosContainerProperties properties =
        new CosmosContainerProperties("FamilyContainer", "/lastName");
    ThroughputProperties throughput = ThroughputProperties.createManualThroughput(400);
    assertThat(database.createContainerIfNotExists(properties, throughput).getStatusCode())
        .isEqualTo(201);
    assertThat(database.createContainerIfNotExists(properties, throughput).getStatusCode())
        .isEqualTo(200);
    CosmosContainer container = database.getContainer("FamilyContainer");
    ThroughputResponse raised =
        container.replaceThroughput(ThroughputProperties.createManualThroughput(500));
    assertThat(raised.getProperties().getManualThroughput()).isEqualTo(500);
    assertThat(container.read().getProperties().getId()).isEqualTo("FamilyContainer");
    assertThat(database.readAllContainers())
        .extracting(CosmosContainerProperties::getId)
        .containsExactly("FamilyContainer");
    assertThat(container.delete().getStatusCode()).isEqualTo(204);
    assertThat(database.readAllContainers()).isEmpty();
  }

  @Test
  void throughputCanScaleAutomatically() {
    ThroughputProperties most = ThroughputProperties.createAutoscaledThroughput(4000);
    emulator.client().createDatabaseIfNotExists("AutoscaleDatabase", most);
    CosmosDatabase shared = emulator.client().getDatabase("AutoscaleDatabase");
    assertThat(shared.readThroughput().getProperties().getAutoscaleMaxThroughput()).isEqualTo(4000);
    assertThat(emulator.client().readAllDatabases())
        .extracting(CosmosDatabaseProperties::getId)
        .contains("AutoscaleDatabase");

    database.createContainerIfNotExists(
        new CosmosContainerProperties("Autoscale", "/lastName"), most);
    CosmosContainer container = database.getContainer("Autoscale");
    container.replaceThroughput(ThroughputProperties.createAutoscaledThroughput(5000));
    assertThat(container.readThroughput().getProperties().getAutoscaleMaxThroughput())
        .isEqualTo(5000);
    assertThat(container.readThroughput().getProperties().getManualThroughput())
        .as("what it falls to")
        .isEqualTo(500);
  }

  @Test
  void anIndexingPolicyIsStoredAndApplied() {
    IndexingPolicy policy =
        new IndexingPolicy()
            .setIndexingMode(IndexingMode.CONSISTENT)
            .setIncludedPaths(List.of(new IncludedPath("/*")))
            .setExcludedPaths(List.of(new ExcludedPath("/name/*")))
            .setCompositeIndexes(
                List.of(
                    List.of(
                        new CompositePath().setPath("/name"),
                        new CompositePath()
                            .setPath("/age")
                            .setOrder(CompositePathSortOrder.DESCENDING))));
    CosmosContainerProperties properties =
        new CosmosContainerProperties("indexed", "/lastName").setIndexingPolicy(policy);
    CosmosContainer container = emulator.container(properties);
    container.createItem(SampleFamily.andersen("1"));
    container.createItem(SampleFamily.wakefield("2"));
    container.createItem(SampleFamily.childless("3", "Johnson"));
    container.createItem(SampleFamily.childless("4", "Smith"));

    IndexingPolicy kept = container.read().getProperties().getIndexingPolicy();
    assertThat(kept.getExcludedPaths()).extracting(ExcludedPath::getPath).contains("/name/*");
    assertThat(kept.getCompositeIndexes().get(0).get(1).getOrder())
        .isEqualTo(CompositePathSortOrder.DESCENDING);
    CosmosQueryRequestOptions options =
        new CosmosQueryRequestOptions().setQueryMetricsEnabled(true);
    Iterable<FeedResponse<SampleFamily>> pages =
        container
            .queryItems(
                "SELECT * FROM Family WHERE Family.lastName IN ('Andersen', 'Wakefield',"
                    + " 'Johnson')",
                options,
                SampleFamily.class)
            .iterableByPage(10);
    assertThat(pages).flatExtracting(FeedResponse::getResults).hasSize(3);
    assertThat(
            container.queryItems(
                "SELECT * FROM c ORDER BY c.name, c.age DESC",
                new CosmosQueryRequestOptions(),
                JsonNode.class))
        .hasSize(4);
  }

  @Test
  void timeToLiveIsSetResetAndDisabled() {
    CosmosContainer container =
        emulator.container(new CosmosContainerProperties("mortal", "/lastName"));
    CosmosContainerProperties properties = container.read().getProperties();
    container.replace(properties.setDefaultTimeToLiveInSeconds(-1));
    container.replace(properties.setDefaultTimeToLiveInSeconds(90 * 60 * 60 * 24));

    ObjectNode item = SdkEmulator.item("1", "x").put("lastName", "Andrews").put("ttl", 5);
    container.createItem(item);
    clock.advance(Duration.ofSeconds(4));
    container.upsertItem(item, new CosmosItemRequestOptions());
    clock.advance(Duration.ofSeconds(4));
    assertThat(items(container)).as("counted anew from the upsert").isOne();
    item.remove("ttl");
    container.upsertItem(item, new CosmosItemRequestOptions());
    clock.advance(Duration.ofDays(80));
    assertThat(items(container)).as("the container's").isOne();
    container.upsertItem(item.put("ttl", -1), new CosmosItemRequestOptions());
    clock.advance(Duration.ofDays(100));
    assertThat(items(container)).as("never").isOne();
    container.upsertItem(item.put("ttl", 5), new CosmosItemRequestOptions());
    container.replace(properties.setDefaultTimeToLiveInSeconds(null));
    clock.advance(Duration.ofDays(1));
    assertThat(items(container)).as("off for the container").isOne();
    container.replace(properties.setDefaultTimeToLiveInSeconds(-1));
    assertThat(items(container)).isZero();
  }

  @Test
  void aConflictResolutionPolicyIsStored() {
    CosmosContainerProperties properties = new CosmosContainerProperties("conflicts", "/pk");
    properties.setConflictResolutionPolicy(
        ConflictResolutionPolicy.createLastWriterWinsPolicy("/myCustomId"));
    ConflictResolutionPolicy kept =
        emulator.container(properties).read().getProperties().getConflictResolutionPolicy();
    assertThat(kept.getMode()).isEqualTo(ConflictResolutionMode.LAST_WRITER_WINS);
    assertThat(kept.getConflictResolutionPath()).isEqualTo("/myCustomId");
  }

  private static int items(CosmosContainer container) {
    return container.readAllItems(new PartitionKey("Andrews"), JsonNode.class).stream()
        .toList()
        .size();
  }
}
