package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.request.RequestKind;
import org.junit.jupiter.api.Test;

class RequestCounterTest {
  @Test
  void requestsAreCountedWithTheirCharges() {
    RequestCounter all = new RequestCounter();
    RequestCounter items = new RequestCounter(r -> r.container().equals("items"));
    try (SdkEmulator emulator =
        new SdkEmulator(LocalCosmos.builder().listener(all).listener(items))) {
      CosmosContainer container = emulator.container("items");
      container.createItem(SdkEmulator.item("1", "a"));
      items.reset();
      CosmosItemResponse<ObjectNode> read =
          container.readItem("1", new PartitionKey("a"), ObjectNode.class);
      RequestTotals totals = items.totals();
      assertThat(totals.requests()).isEqualTo(1);
      assertThat(totals.of(RequestKind.READ_ITEM)).isEqualTo(1);
      assertThat(totals.partitionsAsked()).isEqualTo(1);
      assertThat(totals.itemsLoaded()).isEqualTo(1);
      assertThat(totals.requestCharge()).isEqualTo(read.getRequestCharge()).isEqualTo(1);
      assertThat(totals.responseBytes()).isPositive();
      assertThat(all.totals().of(RequestKind.ACCOUNT)).isPositive();
    }
  }
}
