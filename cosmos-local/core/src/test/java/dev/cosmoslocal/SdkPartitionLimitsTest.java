package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.ThrottlingRetryOptions;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosBulkItemResponse;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Limits of logical and physical partitions: throughput and storage. */
class SdkPartitionLimitsTest {
  private static final PartitionKey P = new PartitionKey("p");

  private final SettableClock clock =
      SettableClock.frozenAt(Instant.parse("2026-01-01T00:00:00.400Z"));
  private final SdkEmulator emulator =
      new SdkEmulator(
          LocalCosmos.builder()
              .physicalPartitions(1)
              .clock(clock)
              .enforceThroughput(true)
              .physicalPartitionThroughput(500)
              .logicalPartitionThroughput(100)
              .logicalPartitionStorage(10_000));
  private final CosmosClient impatient =
      SdkEmulator.builder(emulator.local())
          .throttlingRetryOptions(
              new ThrottlingRetryOptions().setMaxRetryAttemptsOnThrottledRequests(0))
          .buildClient();
  private final CosmosContainer items = container();
  private int number;

  @AfterEach
  void close() {
    impatient.close();
    emulator.close();
  }

  @Test
  void onlyTheHotPartitionKeyIsThrottled() {
    assertThat(exhaust("p")).isBetween(100.0, 110.0);
    assertThatThrownBy(
            () ->
                items
                    .queryItems(
                        "SELECT * FROM c",
                        new CosmosQueryRequestOptions().setPartitionKey(P),
                        ObjectNode.class)
                    .stream()
                    .count())
        .isInstanceOf(CosmosException.class);
    assertThat(write("q")).isPositive();
    clock.advance(Duration.ofMillis(600));
    assertThat(write("p")).isPositive();
  }

  @Test
  void aPhysicalPartitionIsThrottledRegardlessOfProvisionedThroughput() {
    double used = 0;
    for (int i = 0; i < 4; i++) {
      used += exhaust("p" + i);
    }
    used += exhaust("p4");
    assertThat(used).isBetween(500.0, 520.0);
    assertThat(exhaust("p5")).isZero();
  }

  @Test
  void bulkOperationsOnAHotPartitionKeyAreThrottledOneByOne() {
    exhaust("p");
    List<CosmosBulkItemResponse> responses =
        Stream.of("p", "q")
            .map(
                key ->
                    CosmosBulkOperations.getUpsertItemOperation(
                        SdkEmulator.item("b", key), new PartitionKey(key)))
            .map(operation -> List.<CosmosItemOperation>of(operation))
            .flatMap(
                one -> StreamSupport.stream(items.executeBulkOperations(one).spliterator(), false))
            .map(each -> each.getResponse())
            .toList();
    assertThat(responses)
        .extracting(CosmosBulkItemResponse::getStatusCode)
        .containsExactly(429, 201);
    assertThat(responses.get(0).getSubStatusCode()).isEqualTo(3200);
    assertThat(responses.get(0).getRetryAfterDuration()).hasMillis(600);
  }

  @Test
  void aFullLogicalPartitionRejectsWritesThatIncreaseItsSize() {
    items.createItem(large("1", 6_000));
    items.createItem(large("2", 3_000));
    refused(() -> items.createItem(large("3", 2_000)));
    clock.advance(Duration.ofSeconds(1));
    refused(
        () ->
            items.patchItem(
                "1",
                P,
                CosmosPatchOperations.create().set("/more", "x".repeat(2_000)),
                JsonNode.class));
    assertThat(items.upsertItem(large("1", 5_000)).getStatusCode()).isEqualTo(200);
    clock.advance(Duration.ofSeconds(1));
    items.deleteItem("1", P, new CosmosItemRequestOptions());
    assertThat(items.createItem(large("3", 2_000)).getStatusCode()).isEqualTo(201);
  }

  @Test
  void aBatchThatWouldFillTheLogicalPartitionChangesNothing() {
    CosmosBatch batch = CosmosBatch.createCosmosBatch(P);
    batch.createItemOperation(large("1", 6_000));
    batch.createItemOperation(large("2", 6_000));
    CosmosBatchResponse response = items.executeCosmosBatch(batch);
    assertThat(response.getResults())
        .extracting(result -> result.getStatusCode())
        .containsExactly(424, 403);
    assertThat(response.getSubStatusCode()).isEqualTo(1014);
    clock.advance(Duration.ofSeconds(1));
    assertThat(items.createItem(large("2", 6_000)).getStatusCode()).isEqualTo(201);
  }

  private CosmosContainer container() {
    impatient
        .getDatabase("db")
        .createContainer(
            new CosmosContainerProperties("items", "/pk"),
            ThroughputProperties.createManualThroughput(1000));
    return impatient.getDatabase("db").getContainer("items");
  }

  private static void refused(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            CosmosException.class,
            refusal -> {
              assertThat(refusal.getStatusCode()).isEqualTo(403);
              assertThat(refusal.getSubStatusCode()).isEqualTo(1014);
            })
        .hasMessageContaining("Partition key reached maximum size of 10000 bytes");
  }

  private static ObjectNode large(String id, int bytes) {
    return SdkEmulator.item(id, "p").put("text", "x".repeat(bytes));
  }

  /** Writes until the throughput of a partition key is used up; returns the usage. */
  private double exhaust(String key) {
    double used = 0;
    try {
      while (true) {
        used += write(key);
      }
    } catch (CosmosException e) {
      assertThat(e.getStatusCode()).isEqualTo(429);
      assertThat(e.getRetryAfterDuration()).isPositive();
      return used;
    }
  }

  private double write(String key) {
    return items
        .upsertItem(SdkEmulator.item("i" + ++number % 10, key), new PartitionKey(key), null)
        .getRequestCharge();
  }
}
