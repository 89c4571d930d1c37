package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.ThrottlingRetryOptions;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SdkThroughputTest {
  private final SettableClock clock =
      SettableClock.frozenAt(Instant.parse("2026-01-01T00:00:00.400Z"));
  private final SdkEmulator emulator =
      new SdkEmulator(
          LocalCosmos.builder().physicalPartitions(1).clock(clock).enforceThroughput(true));
  private final CosmosClient impatient =
      SdkEmulator.builder(emulator.local())
          .throttlingRetryOptions(
              new ThrottlingRetryOptions().setMaxRetryAttemptsOnThrottledRequests(0))
          .buildClient();
  private int number;

  @AfterEach
  void close() {
    impatient.close();
    emulator.close();
  }

  @Test
  void exceedingTheThroughputAnswers429WithTheTimeToWait() {
    CosmosContainer items = container("items", ThroughputProperties.createManualThroughput(400));
    double used = exhaust(items);
    assertThat(used).isBetween(400.0, 410.0);
    CosmosException refusal = refusal(items);
    assertThat(refusal.getSubStatusCode()).isEqualTo(3200);
    assertThat(refusal.getRetryAfterDuration()).hasMillis(600);
    assertThatThrownBy(
            () ->
                items
                    .queryItems(
                        "SELECT * FROM c", new CosmosQueryRequestOptions(), ObjectNode.class)
                    .stream()
                    .count())
        .isInstanceOf(CosmosException.class);
    clock.advance(refusal.getRetryAfterDuration());
    assertThat(write(items)).isPositive();
  }

  @Test
  void theSdkRetriesAfterA429() {
    CosmosContainer items = container("patient", ThroughputProperties.createManualThroughput(400));
    exhaust(items);
    clock.run();
    CosmosContainer patient = emulator.database().getContainer("patient");
    assertThat(patient.createItem(SdkEmulator.item("last", "p")).getStatusCode()).isEqualTo(201);
  }

  @Test
  void aThroughputIncreaseIsEffectiveImmediately() {
    CosmosContainer items = container("more", ThroughputProperties.createManualThroughput(400));
    exhaust(items);
    items.replaceThroughput(ThroughputProperties.createManualThroughput(800));
    assertThat(exhaust(items)).isBetween(390.0, 410.0);
  }

  @Test
  void autoscaleAllowsItsMaximum() {
    CosmosContainer items =
        container("auto", ThroughputProperties.createAutoscaledThroughput(1000));
    assertThat(exhaust(items)).isBetween(1000.0, 1010.0);
  }

  @Test
  void containersOfADatabaseShareItsThroughput() {
    impatient.createDatabase("shared", ThroughputProperties.createManualThroughput(500));
    impatient.getDatabase("shared").createContainer("a", "/pk");
    impatient.getDatabase("shared").createContainer("b", "/pk");
    CosmosContainer a = impatient.getDatabase("shared").getContainer("a");
    assertThat(exhaust(a)).isBetween(500.0, 510.0);
    refusal(impatient.getDatabase("shared").getContainer("b"));
  }

  @Test
  void invalidThroughputIsRejectedAsByTheService() {
    assertThatThrownBy(() -> container("odd", ThroughputProperties.createManualThroughput(450)))
        .isInstanceOfSatisfying(
            CosmosException.class, e -> assertThat(e.getStatusCode()).isEqualTo(400))
        .hasMessageContaining("increments of 100");
  }

  @Test
  void theHighestThroughputRaisesTheMinimum() {
    CosmosContainer items = container("high", ThroughputProperties.createManualThroughput(400));
    items.replaceThroughput(ThroughputProperties.createManualThroughput(50_000));
    assertThat(items.readThroughput().getMinThroughput()).isEqualTo(500);
    assertThatThrownBy(
            () -> items.replaceThroughput(ThroughputProperties.createManualThroughput(400)))
        .isInstanceOfSatisfying(
            CosmosException.class, e -> assertThat(e.getStatusCode()).isEqualTo(400))
        .hasMessageContaining("between 500 and 1000000");
    assertThat(
            items
                .replaceThroughput(ThroughputProperties.createManualThroughput(500))
                .getMinThroughput())
        .isEqualTo(500);
    CosmosContainer auto = container("a", ThroughputProperties.createAutoscaledThroughput(11_000));
    assertThat(auto.readThroughput().getMinThroughput()).isEqualTo(2_000);
    assertThatThrownBy(
            () -> auto.replaceThroughput(ThroughputProperties.createAutoscaledThroughput(1_000)))
        .hasMessageContaining("between 2000 and 1000000");
  }

  private CosmosContainer container(String id, ThroughputProperties throughput) {
    impatient
        .getDatabase("db")
        .createContainer(new CosmosContainerProperties(id, "/pk"), throughput);
    return impatient.getDatabase("db").getContainer(id);
  }

  /** Writes until the throughput of the second is used up; returns the usage. */
  private double exhaust(CosmosContainer items) {
    double used = 0;
    try {
      while (true) {
        used += write(items);
      }
    } catch (CosmosException e) {
      assertThat(e.getStatusCode()).isEqualTo(429);
      return used;
    }
  }

  private double write(CosmosContainer items) {
    return items
        .createItem(SdkEmulator.item("i" + ++number, "p"), new PartitionKey("p"), null)
        .getRequestCharge();
  }

  private CosmosException refusal(CosmosContainer items) {
    CosmosException refusal = catchThrowableOfType(CosmosException.class, () -> write(items));
    assertThat(refusal.getStatusCode()).isEqualTo(429);
    return refusal;
  }
}
