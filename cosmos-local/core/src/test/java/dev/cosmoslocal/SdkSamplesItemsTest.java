package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosDatabaseRequestOptions;
import com.azure.cosmos.models.CosmosItemIdentity;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.ThroughputProperties;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * DocumentCRUDQuickstart and SampleCRUDQuickstart of
 * Azure-Samples/azure-cosmos-java-sql-api-samples, and Microsoft Learn, "Read many items fast with
 * the Java SDK".
 */
class SdkSamplesItemsTest {
  private static final PartitionKey KEY = new PartitionKey("Witherspoon");
  private static final SampleFamily FAMILY = SampleFamily.childless("doc", "Witherspoon");

  private LocalCosmos emulator;
  private CosmosClient client;
  private CosmosDatabase database;
  private CosmosContainer container;

  @BeforeEach
  void start() {
    emulator = LocalCosmos.start();
    client =
        SdkEmulator.builder(emulator).consistencyLevel(ConsistencyLevel.EVENTUAL).buildClient();
    String name = client.createDatabaseIfNotExists("AzureSampleFamilyDB").getProperties().getId();
    database = client.getDatabase(name);
    ThroughputProperties throughput = ThroughputProperties.createManualThroughput(400);
    container =
        database.getContainer(
            database
                .createContainerIfNotExists("FamilyContainer", "/lastName", throughput)
                .getProperties()
                .getId());
  }

  @AfterEach
  void stop() {
    client.close();
    emulator.close();
  }

  @Test
  void anItemIsCreatedReadListedQueriedReplacedUpsertedAndDeleted() {
    assertThat(container.createItem(FAMILY, KEY, new CosmosItemRequestOptions()).getStatusCode())
        .isEqualTo(201);
    assertThat(container.readItem("doc", KEY, SampleFamily.class).getItem()).isEqualTo(FAMILY);
    assertThat(container.readAllItems(KEY, SampleFamily.class)).containsExactly(FAMILY);
    assertThat(
            container.queryItems(
                "SELECT * FROM c WHERE c.lastName = 'Witherspoon'",
                new CosmosQueryRequestOptions(),
                SampleFamily.class))
        .containsExactly(FAMILY);

    SampleFamily moved = FAMILY.in("Columbia");
    CosmosItemResponse<SampleFamily> replaced =
        container.replaceItem(moved, "doc", KEY, new CosmosItemRequestOptions());
    assertThat(replaced.getItem().district()).isEqualTo("Columbia");
    assertThat(replaced.getRequestCharge()).isPositive();
    assertThat(container.upsertItem(moved, new CosmosItemRequestOptions()).getStatusCode())
        .isEqualTo(200);

    assertThat(container.deleteItem("doc", KEY, new CosmosItemRequestOptions()).getStatusCode())
        .isEqualTo(204);
    assertThat(database.delete(new CosmosDatabaseRequestOptions()).getStatusCode()).isEqualTo(204);
  }

  @Test
  void aReplaceFailsAfterAConcurrentOne() {
    container.createItem(FAMILY, KEY, new CosmosItemRequestOptions());
    CosmosItemResponse<SampleFamily> read = container.readItem("doc", KEY, SampleFamily.class);
    String etag = read.getResponseHeaders().get("etag");

    SampleFamily changed = read.getItem().registered(true);
    String after =
        container
            .replaceItem(changed, "doc", KEY, new CosmosItemRequestOptions())
            .getResponseHeaders()
            .get("etag");
    assertThat(after).isNotEqualTo(etag);
    CosmosItemRequestOptions unchanged = new CosmosItemRequestOptions().setIfMatchETag(etag);
    assertThatThrownBy(() -> container.replaceItem(changed.in("Seafood"), "doc", KEY, unchanged))
        .isInstanceOfSatisfying(
            CosmosException.class, e -> assertThat(e.getStatusCode()).isEqualTo(412));
  }

  @Test
  void anItemIsReadOnlyIfItHasChanged() {
    container.createItem(FAMILY, KEY, new CosmosItemRequestOptions());
    String etag = container.readItem("doc", KEY, SampleFamily.class).getETag();
    CosmosItemRequestOptions changed = new CosmosItemRequestOptions().setIfNoneMatchETag(etag);
    assertThat(container.readItem("doc", KEY, changed, SampleFamily.class).getStatusCode())
        .isEqualTo(304);

    container.replaceItem(FAMILY.registered(true), "doc", KEY, new CosmosItemRequestOptions());
    assertThat(container.readItem("doc", KEY, changed, SampleFamily.class).getStatusCode())
        .isEqualTo(200);
  }

  @Test
  void manyItemsAreReadAtOnce() {
    SampleFamily andersen = SampleFamily.andersen("1");
    SampleFamily wakefield = SampleFamily.wakefield("2");
    container.createItem(andersen);
    container.createItem(wakefield);
    container.createItem(FAMILY);
    FeedResponse<SampleFamily> found =
        container.readMany(
            List.of(
                new CosmosItemIdentity(andersen.key(), "1"),
                new CosmosItemIdentity(wakefield.key(), "2"),
                new CosmosItemIdentity(wakefield.key(), "missing")),
            SampleFamily.class);
    assertThat(found.getResults()).containsExactlyInAnyOrder(andersen, wakefield);
    assertThat(found.getRequestCharge()).isPositive();
  }
}
