package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CompositePath;
import com.azure.cosmos.models.CompositePathSortOrder;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosContainerRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.ExcludedPath;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.IncludedPath;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Queries while a new indexing policy is applied (Microsoft Learn, "Indexing policies"). */
class SdkIndexTransformationTest {
  private static final String PROGRESS = "x-ms-documentdb-collection-index-transformation-progress";
  private static final String BY_TWO = "SELECT * FROM c ORDER BY c.a, c.b";
  private static final String BY_ONE = "SELECT * FROM c ORDER BY c.a";
  private static final String FILTER = "SELECT * FROM c WHERE c.a = 3";
  private static final int ITEMS = 50;

  private final SettableClock clock = SettableClock.frozenAt(Instant.parse("2026-01-01T00:00:00Z"));
  private final SdkEmulator emulator =
      new SdkEmulator(
          LocalCosmos.builder()
              .physicalPartitions(1)
              .clock(clock)
              .indexBuild(Duration.ofSeconds(10)));
  private final CosmosContainer items = emulator.container("items");

  @AfterEach
  void close() {
    emulator.close();
  }

  @Test
  void anOrderByIsRejectedUntilItsCompositeIndexIsBuilt() {
    fill();
    refused(BY_TWO, "composite index");
    define(all().setCompositeIndexes(List.of(List.of(path("/a"), path("/b")))));
    refused(BY_TWO, "composite index");
    assertThat(progress()).isEqualTo("0");
    clock.advance(Duration.ofSeconds(4));
    refused(BY_TWO, "composite index");
    assertThat(progress()).isEqualTo("40");
    clock.advance(Duration.ofSeconds(6));
    assertThat(progress()).isEqualTo("100");
    assertThat(found(BY_TWO)).isEqualTo(ITEMS);
  }

  @Test
  void aNewPathIsScannedUntilItsIndexIsBuilt() {
    fill();
    define(all().setExcludedPaths(List.of(new ExcludedPath("/a/?"))));
    clock.advance(Duration.ofSeconds(10));
    double scan = charge(FILTER);
    refused(BY_ONE, "excluded");
    define(all());
    assertThat(found(FILTER)).isEqualTo(1);
    assertThat(charge(FILTER)).isEqualTo(scan);
    refused(BY_ONE, "excluded");
    clock.advance(Duration.ofSeconds(10));
    assertThat(charge(FILTER)).isLessThan(scan);
    assertThat(found(BY_ONE)).isEqualTo(ITEMS);
  }

  @Test
  void aDroppedIndexIsUnusedImmediately() {
    fill();
    double indexed = charge(FILTER);
    define(all().setExcludedPaths(List.of(new ExcludedPath("/a/?"))));
    assertThat(charge(FILTER)).isGreaterThan(indexed);
    assertThat(found(FILTER)).isEqualTo(1);
    refused(BY_ONE, "excluded");
  }

  @Test
  void aSecondChangeKeepsCompletedIndexes() {
    fill();
    define(all().setCompositeIndexes(List.of(List.of(path("/a"), path("/b")))));
    clock.advance(Duration.ofSeconds(5));
    define(
        all()
            .setCompositeIndexes(
                List.of(List.of(path("/a"), path("/b")), List.of(path("/b"), path("/a")))));
    clock.advance(Duration.ofSeconds(5));
    refused(BY_TWO, "composite index");
    assertThat(found(BY_ONE)).isEqualTo(ITEMS);
    clock.advance(Duration.ofSeconds(5));
    assertThat(found(BY_TWO)).isEqualTo(ITEMS);
  }

  @Test
  void anEmptyContainerHasItsIndexesImmediately() {
    define(all().setCompositeIndexes(List.of(List.of(path("/a"), path("/b")))));
    assertThat(progress()).isEqualTo("100");
    fill();
    assertThat(found(BY_TWO)).isEqualTo(ITEMS);
  }

  private void fill() {
    for (int i = 0; i < ITEMS; i++) {
      items.createItem(SdkEmulator.item("i" + i, "p").put("a", i).put("b", ITEMS - i));
    }
  }

  private static IndexingPolicy all() {
    return new IndexingPolicy().setIncludedPaths(List.of(new IncludedPath("/*")));
  }

  private static CompositePath path(String path) {
    return new CompositePath().setPath(path).setOrder(CompositePathSortOrder.ASCENDING);
  }

  private void define(IndexingPolicy policy) {
    CosmosContainerProperties properties = items.read().getProperties();
    items.replace(properties.setIndexingPolicy(policy));
  }

  private String progress() {
    return items
        .read(new CosmosContainerRequestOptions().setQuotaInfoEnabled(true))
        .getResponseHeaders()
        .get(PROGRESS);
  }

  private void refused(String query, String reason) {
    assertThatThrownBy(() -> found(query))
        .isInstanceOfSatisfying(
            CosmosException.class, e -> assertThat(e.getStatusCode()).isEqualTo(400))
        .hasMessageContaining(reason);
  }

  private int found(String query) {
    return pages(query).mapToInt(page -> page.getResults().size()).sum();
  }

  private double charge(String query) {
    return pages(query).mapToDouble(FeedResponse::getRequestCharge).sum();
  }

  private Stream<FeedResponse<JsonNode>> pages(String query) {
    CosmosQueryRequestOptions options =
        new CosmosQueryRequestOptions().setPartitionKey(new PartitionKey("p"));
    return StreamSupport.stream(
        items.queryItems(query, options, JsonNode.class).iterableByPage().spliterator(), false);
  }
}
